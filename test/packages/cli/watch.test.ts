import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { Screen } from '../../../packages/cli/screen.ts';
import { watch } from '../../../packages/cli/service.ts';

describe('watching a run', () => {
  /** What it says in so many looks at a run that gets no further. */
  const saysOf = async (step: string | null): Promise<string> => {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const screen = new Screen(
      { stdin, stdout, stderr, env: {}, onInterrupt: () => undefined },
      false,
    );
    let looks = 0;
    await watch(
      screen,
      'Import',
      async () => (looks += 1),
      () => (looks > 50 ? undefined : { step, rows_done: 0, rows_total: 80_000 }),
      [],
      0,
    );
    return String(stderr.read() ?? '');
  };

  it('stops at Ctrl-C with 130, and says how to go on', async () => {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    let interrupt = (): void => undefined;
    const onInterrupt = (stop: () => void): void => void (interrupt = stop);
    const screen = new Screen({ stdin, stdout, stderr, env: {}, onInterrupt }, false);
    const watched = watch(
      screen,
      'Import',
      async () => 'at work',
      () => ({ rows_done: 0, rows_total: 1 }),
      ['ledgerline undo an-id'],
      0,
    );
    interrupt();
    expect(await screen.stopped).to.equal(130);
    expect(String(stderr.read())).to.equal('ledgerline undo an-id\n');
    expect(await watched.catch(String)).to.contain('Stopped');
  });

  it('says once that no worker is at it, and nothing while one judges', async () => {
    expect(await saysOf(null)).to.match(/^No worker is working on it\..*\n$/);
    expect(await saysOf('judging')).to.equal('');
  });
});
