#!/usr/bin/env node
/** The process of `ledgerline`: its streams, its exit code. */
import { run } from './program.ts';

const { stdin, stdout, stderr, env } = process;
// A reader such as `head` may leave before all is written.
for (const stream of [stdout, stderr]) stream.on('error', () => process.exit());
process.exitCode = await run(process.argv.slice(2), {
  stdin,
  stdout,
  stderr,
  env,
  onInterrupt(stop) {
    process.once('SIGINT', stop);
    return () => process.off('SIGINT', stop);
  },
});
