import { PassThrough, Writable } from 'node:stream';
import { run } from '../../packages/cli/program.ts';

interface CliSurroundings {
  env?: Readonly<Record<string, string>>;
  /** What standard input holds. */
  input?: string;
  /** The width of a terminal; there is none without it. */
  columns?: number;
  /** Ctrl-C once this has been written. */
  interruptAfter?: RegExp;
  /** Ctrl-C once this is so. */
  interruptWhen?: Promise<unknown>;
}

/**
 * Runs `ledgerline` in this process, with its own streams and environment. Returns how it ended, and what it wrote.
 */
export async function cli(args: readonly string[], surroundings: CliSurroundings = {}) {
  const { env = {}, input = '', columns, interruptAfter, interruptWhen } = surroundings;
  const written = { out: '', err: '' };
  let stop: (() => void) | undefined;
  let isInterrupted = false;
  // A command that does not listen yet is stopped as soon as it does.
  const interrupt = (): void => {
    if (!isInterrupted && stop !== undefined) setImmediate(stop);
    isInterrupted = true;
  };
  // Whoever waits for it as well says why it never came.
  interruptWhen?.then(interrupt, () => undefined);
  const sink = (name: keyof typeof written) => {
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        written[name] += chunk.toString();
        if (interruptAfter?.test(written.out + written.err)) interrupt();
        done();
      },
    });
    return Object.assign(stream, columns === undefined ? {} : { isTTY: true, columns });
  };
  const stdin = new PassThrough();
  stdin.end(input);
  const code = await run([...args], {
    stdin,
    stdout: sink('out'),
    stderr: sink('err'),
    // No service of this checkout is meant.
    env: { DATA_DIR: '/nonexistent', ...env },
    onInterrupt(listener) {
      stop = listener;
      if (isInterrupted) setImmediate(stop);
    },
  });
  return { code, ...written };
}
