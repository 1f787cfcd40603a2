import { runMocha } from './mocha.ts';
import type { TestServer } from './database.ts';
import { compilePrograms } from './programs.ts';

/**
 * Runs mocha with `args` on the server that `start` returns, and ends the process. The last line of the output is `N
 * passed, N failed`; the exit code is 0 only if something ran and nothing failed.
 */
export async function runSuite(args: string[], start: () => Promise<TestServer>): Promise<never> {
  const started = Date.now();
  const compiling = compilePrograms().then((made) => {
    process.once('exit', made.remove);
    return made;
  });
  const [programs, server] = await Promise.all([compiling, start()]);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stop.abort());
  }
  try {
    const env = {
      TEST_TEMPLATE_URL: server.templateUrl,
      TEST_PROGRAMS: programs.dir,
      ...server.env,
    };
    const { passed, failed, pending } = await runMocha(args, env, stop.signal);
    const holds = failed === 0 && passed + pending > 0;
    if (pending > 0) console.log(`${pending} skipped`);
    console.log(`took ${Math.round((Date.now() - started) / 1000)} s`);
    console.log(`${passed} passed, ${failed} failed`);
    process.exitCode = holds ? 0 : 1;
  } finally {
    await server.stop();
  }
  process.exit();
}
