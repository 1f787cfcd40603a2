import { randomBytes } from 'node:crypto';
import { connect } from '../../shared/postgres/connect.ts';
import type { Sql } from '../../shared/postgres/connect.ts';
import { migrate } from '../../shared/queue/migrate.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/server.ts';
import { UsageError } from '../terminal/command-line.ts';
import { divideTransactions } from './divide-transactions.ts';
import { withConnection } from './with-connection.ts';

export type TestServer = {
  /** Connection string of the template that each test file's database is cloned from. */
  templateUrl: string;
  /** Further settings for the tests on it. */
  env?: NodeJS.ProcessEnv;
  stop: () => Promise<void>;
};

/** A temporary database need not survive a power cut. @internal */
export const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '1GB',
  checkpoint_timeout: '1h',
  shared_buffers: '256MB',
  max_connections: '300',
  jit: 'off',
};

const execute = (url: string, statement: string) =>
  withConnection(url, (sql) => sql.unsafe(statement));

function withName(url: string, database: string): string {
  const result = new URL(url);
  result.pathname = `/${database}`;
  return result.href;
}

interface TestServerOptions {
  /** The caller may connect to the template, but then it cannot be cloned. */
  open?: boolean;
  /** Divides the transactions into this many partitions. */
  partitions?: number;
  /** The folder with the programs of another server than ours. */
  bin?: string;
}

/** Creates the template on the server at `url` and applies every migration to it. */
async function makeTemplate(
  url: string,
  { open = false, partitions }: TestServerOptions,
): Promise<{ templateUrl: string; drop: () => Promise<void> }> {
  const name = `ledgerline_test_${randomBytes(6).toString('hex')}`;
  await execute(url, `create database ${name}`);
  const templateUrl = withName(url, name);
  const drop = async () => {
    await execute(url, `alter database ${name} with is_template false`);
    await execute(url, `drop database ${name} with (force)`);
  };
  try {
    await migrate(templateUrl);
    if (partitions !== undefined) {
      await withConnection(templateUrl, (sql) => divideTransactions(sql, partitions));
    }
    // A connection to the template would make cloning fail, so refuse them.
    if (!open)
      await execute(url, `alter database ${name} with is_template true allow_connections false`);
  } catch (error) {
    await drop();
    throw error;
  }
  return { templateUrl, drop };
}

/**
 * Provides a migrated template database: on the server of `databaseUrl` if there is one (its user must be allowed to
 * create databases), else on an embedded one.
 */
export async function startTestServer(
  databaseUrl: string | undefined,
  options: TestServerOptions = {},
): Promise<TestServer> {
  if (databaseUrl !== undefined && databaseUrl !== '') {
    if (!URL.canParse(databaseUrl)) {
      throw new UsageError('DATABASE_URL must be a URL that starts with postgres://.');
    }
    const { templateUrl, drop } = await makeTemplate(databaseUrl, options);
    return { templateUrl, stop: drop };
  }
  const server = await startEmbeddedPostgres({
    password: randomBytes(16).toString('hex'),
    settings: FAST_SETTINGS,
    // Each of 800 test files clones the template: on disk that takes twenty times as long.
    inMemory: options.open !== true,
    ...(options.bin === undefined ? {} : { bin: options.bin }),
    onCrash: (reason) => console.error(`The test database stopped unexpectedly: ${reason}`),
  });
  try {
    const { templateUrl } = await makeTemplate(server.urlOf('postgres'), options);
    return { templateUrl, stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Calls `work` with a migrated database of its own, which is dropped afterwards. */
export async function withMigratedDatabase<Result>(
  applicationName: string,
  work: (sql: Sql, databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  const server = await startTestServer(process.env.DATABASE_URL, { open: true });
  const sql = connect({ databaseUrl: server.templateUrl, poolMax: 5, applicationName });
  try {
    return await work(sql, server.templateUrl);
  } finally {
    await sql.end({ timeout: 5 });
    await server.stop();
  }
}
