#!/usr/bin/env node
/** The process of `ledgerline`: its streams, its signals, its exit code. */
import { run } from './program.ts';
import { fileFailure } from './read-content.ts';

const { stdin, stdout, stderr, env } = process;
// There is nowhere left to say it.
stderr.on('error', () => process.exit());
stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader such as `head` may leave before everything is written.
  if (error.code === 'EPIPE') process.exit();
  const { message, code } = fileFailure('The output cannot be written', error);
  process.exitCode = code;
  stderr.write(`${message}\n`, () => process.exit(code));
});
const stopped = new AbortController();
process.exitCode = await run(process.argv.slice(2), {
  stdin,
  stdout,
  stderr,
  env,
  onInterrupt(stop) {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        stopped.abort();
        stop();
      });
    }
  },
});
// Nothing that the command still waits for matters now.
if (stopped.signal.aborted) process.exit();
