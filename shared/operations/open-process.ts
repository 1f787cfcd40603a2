import { loadConfig } from '../platform/config.ts';
import type { Config } from '../platform/config.ts';
import { SETTINGS_EXIT_CODE, SettingsError } from '../platform/env.ts';
import { createLog } from '../platform/log.ts';
import { connect } from '../postgres/connect.ts';
import type { DatabaseTimeouts, Sql } from '../postgres/connect.ts';
import { createQueues } from '../queue/queues.ts';
import { startTracing } from './start-tracing.ts';

/**
 * Opens a process of the Procfile: configuration, log, traces and connections. `name` appears in the log and in pg_stat_activity.
 * Ends the process with SETTINGS_EXIT_CODE if a setting is wrong, and with 1 after an uncaught exception: its state is unknown
 * then, and the supervisor starts a new one.
 */
export async function openProcess(name: string, timeoutsOf: (config: Config) => DatabaseTimeouts) {
  const config = readSettings(name);
  const log = createLog({ level: config.logLevel, process: name });
  // The queue library warns of settings of Redis on the console.
  Object.assign(console, { warn: (text: unknown) => log.warn(String(text)) });
  process.once('uncaughtException', (error) => {
    log.error(`${name} exiting after an uncaught exception`, { error });
    process.exit(1);
  });
  const tracing = await startTracing(config, name, log);
  const openPool = (databaseUrl: string): Sql =>
    connect({
      databaseUrl,
      poolMax: config.databasePoolMax,
      applicationName: `ledgerline-${name}`,
      timeouts: timeoutsOf(config),
      traced: tracing.isOn,
    });
  const sql = openPool(config.databaseUrl);
  const queues = createQueues(config, log);
  const stopping = new AbortController();
  const endProcess = async (signal: string, stop: () => Promise<unknown>): Promise<void> => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    log.info(`${name} is stopping`, { signal });
    setTimeout(() => {
      log.error(`${name} did not stop in time and is ended`);
      process.exit(1);
    }, config.shutdownTimeoutMs).unref();
    try {
      await stop();
    } catch (error) {
      log.error(`${name} failed while stopping`, { error });
      process.exit(1);
    }
    await Promise.allSettled([queues.close(), sql.end({ timeout: 5 }), tracing.stop()]);
    process.exit(0);
  };
  return {
    config,
    log,
    sql,
    queues,
    /** Another pool with the settings of `sql`. The caller ends it. */
    openPool,
    /** Aborts on the first signal to stop. */
    stopping: stopping.signal,
    /**
     * Ends the process on the first SIGTERM or SIGINT: runs `stop`, then closes the connections. The exit code is 0, or 1 if that
     * takes longer than SHUTDOWN_TIMEOUT_MS or `stop` fails.
     */
    stopOnSignals(stop: () => Promise<unknown>): void {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        process.once(signal, () => void endProcess(signal, stop));
      }
    },
  };
}

function readSettings(name: string): Config {
  try {
    return loadConfig();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    createLog({ level: 'error', process: name }).error(error.message);
    return process.exit(SETTINGS_EXIT_CODE);
  }
}
