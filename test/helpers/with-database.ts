import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import postgres from 'postgres';
import { type Config, loadConfig } from '../../shared/platform/config.ts';
import { connect, type Sql } from '../../shared/postgres/connect.ts';

export type TestDatabase = ReturnType<typeof withDatabase>;

function templateUrl(): string {
  const url = process.env['TEST_TEMPLATE_URL'];
  if (url) return url;
  throw new Error('This test needs a database. Run it with: npm test -- <file>');
}

/** The same database through the pooler that `npm run test:long -- pooler` starts. */
function pooled(direct: string): string {
  const url = new URL(direct);
  url.host = process.env['TEST_POOLER'] ?? url.host;
  url.searchParams.set('pool_mode', 'transaction');
  return url.href;
}

/** Runs one statement on the server's maintenance database. */
async function administer(statement: string): Promise<void> {
  const url = new URL(templateUrl());
  url.pathname = '/postgres';
  const sql = postgres(url.href, { max: 1, onnotice: () => undefined });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Removes what this database's queues left on a Redis that outlives the test run. */
async function clearRedis(name: string): Promise<void> {
  const redisUrl = process.env['REDIS_URL'];
  if (!redisUrl) return;
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: 1 });
  redis.on('error', () => undefined);
  try {
    for await (const keys of redis.scanStream({ match: `*${name}*`, count: 1000 })) {
      if ((keys as string[]).length > 0) await redis.unlink(keys as string[]);
    }
  } finally {
    redis.disconnect();
  }
}

function settings(name: string, url: string, env: NodeJS.ProcessEnv): Config {
  const redisUrl = process.env['REDIS_URL'];
  return loadConfig({
    LOG_LEVEL: 'error',
    PORT: '0',
    DATABASE_URL: url,
    DATABASE_SESSION_URL: process.env['DATABASE_SESSION_URL'],
    // A busy machine takes longer over a preflight than any client would wait.
    PREFLIGHT_TIMEOUT_MS: '200000',
    // On Redis all files share one server; on Postgres each has its own database.
    ...(redisUrl ? { REDIS_URL: redisUrl, QUEUE_PREFIX: name } : {}),
    ...env,
  });
}

/**
 * Gives the surrounding `describe` its own migrated database, cloned from a template before
 * its first test and dropped after its last. Call it in the body of `describe`; use `sql` and `url`
 * in hooks and tests.
 */
export function withDatabase() {
  const name = `ledgerline_test_${randomBytes(6).toString('hex')}`;
  let sql: Sql | undefined;
  let url = '';
  const existing = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The test database exists only while tests run.');
    return value;
  };

  before(`clone the database`, async function () {
    const template = new URL(templateUrl());
    // Copying files costs half of what the default costs, which writes a log of each page.
    const from = template.pathname.slice(1);
    await administer(`create database ${name} template ${from} strategy file_copy`);
    template.pathname = `/${name}`;
    url = template.href;
    if (process.env['TEST_POOLER']) {
      // For the processes of a test, too.
      process.env['DATABASE_SESSION_URL'] = url;
      url = pooled(url);
    }
    sql = connect({ databaseUrl: url, poolMax: 5, applicationName: 'test' });
  });
  after('drop the database', async function () {
    if (sql === undefined) return;
    await sql.end({ timeout: 5 });
    sql = undefined;
    await administer(`drop database if exists ${name} with (force)`);
    await clearRedis(name);
  });

  return {
    /** Connection string of this file's own database; migrated, otherwise empty. */
    get url() {
      existing(sql);
      return url;
    },
    /** A pool on it, ended after the block. */
    get sql() {
      return existing(sql);
    },
    /** The settings of a process on this database, the queue included; `env` overrides variables. */
    config: (env: NodeJS.ProcessEnv = {}) => {
      existing(sql);
      return settings(name, url, env);
    },
  };
}
