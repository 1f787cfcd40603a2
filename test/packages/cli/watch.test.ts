import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import type { Schemas } from '#client';
import { Screen } from '../../../packages/cli/screen.ts';
import { watch } from '../../../packages/cli/service.ts';
import { eventually } from '../../helpers/eventually.ts';

type Step = Schemas['Import']['progress']['step'];

describe('watching a run', () => {
  /** A run that gets no further, watched; `says` is what the person reads. */
  const watchStuck = (step: Step, leave: string[] = []) => {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    let interrupt = (): void => undefined;
    const onInterrupt = (stop: () => void): void => void (interrupt = stop);
    const screen = new Screen({ stdin, stdout, stderr, env: {}, onInterrupt }, false);
    const run = { progress: { step, rows_done: 0, rows_total: 80_000 } } as Schemas['Import'];
    let said = '';
    stderr.on('data', (text: Buffer) => (said += text.toString()));
    let look = (): void => undefined;
    const client = {
      waitFor: (_run: unknown, { signal, onProgress }: any = {}) =>
        new Promise<never>((_resolve, reject) => {
          look = () => onProgress(run);
          look();
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    };
    const begin = () => watch(screen, client, { what: 'Import', run, leave }, 5);
    const watched = begin();
    watched.catch(() => undefined);
    const says = () => said;
    return { screen, begin, watched, says, look: () => look(), interrupt: () => interrupt() };
  };

  it('stops at Ctrl-C with 130, and says how to continue', async () => {
    const { screen, begin, watched, says, interrupt } = watchStuck('judging', [
      'ledgerline undo an-id',
    ]);
    interrupt();
    expect(await screen.stopped).to.equal(130);
    await eventually(() => expect(says()).to.equal('ledgerline undo an-id\n'));
    expect(await watched.catch(String)).to.contain('Stopped');
    expect(await begin().catch(String), 'begun after it').to.contain('Stopped');
  });

  it('says once that no worker is at it, and nothing while one judges', async () => {
    const [stuck, judged] = [watchStuck(null), watchStuck('judging')];
    await eventually(() => expect(stuck.says()).to.match(/^No worker is working on it\..*\n$/));
    stuck.look();
    judged.look();
    const other = watchStuck(null);
    await eventually(() => expect(other.says()).to.not.equal(''));
    expect(stuck.says().match(/No worker/g)).to.have.length(1);
    expect(judged.says()).to.equal('');
    for (const { interrupt } of [stuck, judged, other]) interrupt();
  });
});
