#!/usr/bin/env node
/** The process of `ledgerline`: its streams, its signals, its exit code. */
import { run } from './program.ts';

const { stdin, stdout, stderr, env } = process;
// A reader such as `head` may leave before everything is written.
for (const stream of [stdout, stderr]) stream.on('error', () => process.exit());
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
