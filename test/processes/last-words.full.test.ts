import { expect } from 'chai';
import { withDatabase } from '../helpers/with-database.ts';
import { startProcess } from '../helpers/processes.ts';

/** On a signal, throws where nothing can catch it. */
const FAULT = `process.on('SIGUSR2', () => { throw new TypeError('nobody caught me') })`;

describe('an uncaught exception', function () {
  const database = withDatabase();

  it('ends a worker with one clear line, so that its supervisor starts a new one', async () => {
    const { child, output, exited } = await startProcess('workers/sync.ts', database.config(), {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FAULT)}`,
    });
    child.kill('SIGUSR2');
    expect(await exited).to.equal(1);
    const last = JSON.parse(output.at(-1)!) as Record<string, any>;
    expect(last).to.include({
      level: 'error',
      message: 'worker-sync exiting after an uncaught exception',
    });
    expect(last['error']).to.include({ name: 'TypeError', message: 'nobody caught me' });
    expect(last['error'].stack).to.include('at ');
  });
});
