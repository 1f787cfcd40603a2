import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { startEmbeddedPostgres, type EmbeddedServer } from '../embedded-postgres/server.ts';
import { nextPort } from '../ports.ts';
import type { StartOptions } from './options.ts';
import { printLine, printLog } from './output.ts';
import type { Secrets } from './secrets.ts';

const databaseName = 'ledgerline';
const label = 'postgres';
const settings = {
  // Enough for the pools and idle queues of all processes.
  max_connections: '300',
  log_checkpoints: 'off',
  // None of our statements should take this long. Their values must not be logged.
  log_min_duration_statement: '2s',
  log_parameter_max_length: '0',
};

async function ensureDatabase(server: EmbeddedServer): Promise<void> {
  const sql = postgres(server.urlOf('postgres'), { max: 1, onnotice: () => undefined });
  try {
    const found = await sql`
      select 1
      from pg_database
      where datname = ${databaseName}`;
    if (found.length === 0) await sql`create database ${sql(databaseName)}`;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '28P01') {
      throw new Error(
        'The password in .data/secrets.json does not open the database in .data/postgres. ' +
          'Put the right file back, or start over with: npm start -- --fresh',
        { cause: error },
      );
    }
    throw error;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/**
 * The database of this start: the user's own, or the embedded one, whose files are kept in the data directory and which
 * is restarted when it ends unexpectedly.
 */
export async function startDatabase(options: StartOptions, secrets: Secrets) {
  if (options.databaseUrl !== null) {
    return { url: options.databaseUrl, stop: () => Promise.resolve() };
  }
  let stopping = false;
  let port = await nextPort(options.ports.postgres);
  const launch = (): Promise<EmbeddedServer> =>
    startEmbeddedPostgres({
      dataDir: join(options.dataDir, 'postgres'),
      password: secrets.postgresPassword,
      port,
      settings,
      onLog: (line) => {
        if (/ (WARNING|FATAL|PANIC): | duration: /.test(line)) printLog(label, line);
      },
      onCrash: (reason) => {
        printLine(label, `ended unexpectedly (${reason}); starting it again`);
        server = relaunch();
      },
    });
  const relaunch = async (): Promise<EmbeddedServer> => {
    for (let backoffMs = 500; ; backoffMs = Math.min(backoffMs * 2, 30_000)) {
      await delay(backoffMs);
      if (stopping) throw new Error('stopped');
      try {
        const again = await launch();
        printLine(label, 'is back');
        return again;
      } catch (error) {
        printLine(label, `does not start: ${String(error)}`);
      }
    }
  };
  const launchAnywhere = async (): Promise<EmbeddedServer> => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await launch();
      } catch (error) {
        // Another process has taken the port since we checked it.
        if (tries === 20 || !String(error).includes('Address already in use')) throw error;
        port = await nextPort(port + 1);
      }
    }
  };
  let server = launchAnywhere();
  const first = await server;
  await ensureDatabase(first).catch(async (error: unknown) => {
    await first.stop();
    throw error;
  });
  return {
    url: first.urlOf(databaseName),
    stop: async () => {
      stopping = true;
      await server.then(
        (current) => current.stop(),
        () => undefined,
      );
    },
  };
}
