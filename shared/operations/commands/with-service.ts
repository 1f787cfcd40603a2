import { userInfo } from 'node:os';
import { Failure } from '../../../packages/cli/failure.ts';
import { readReady, readSecrets } from '../../../packages/cli/find-service.ts';
import type { Screen } from '../../../packages/cli/screen.ts';
import { isAway } from '../../platform/away.ts';
import { systemClock } from '../../platform/clock.ts';
import { loadConfig } from '../../platform/config.ts';
import type { Config } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import { createLog } from '../../platform/log.ts';
import { checkMigrations, listMissingTables } from '../../postgres/check-database.ts';
import { connect } from '../../postgres/connect.ts';
import type { Sql } from '../../postgres/connect.ts';
import { describeDatabaseFault } from '../../queue/describe-fault.ts';
import { createQueues } from '../../queue/queues.ts';
import { runOps } from './run-ops.ts';
import type { OpsCommand } from './run-ops.ts';

/** The settings. Without DATABASE_URL, uses the database, queue, provider and secret of the local `npm start`. */
function loadServiceConfig({ streams: { env } }: Screen): Config {
  const { database_url: databaseUrl, redis_url: redisUrl, provider_url: provider } = readReady(env);
  if (databaseUrl === undefined || (env['DATABASE_URL'] || databaseUrl) !== databaseUrl)
    return loadConfig(env);
  return loadConfig({
    ...env,
    DATABASE_URL: databaseUrl,
    REDIS_URL: env['REDIS_URL'] || (redisUrl ?? ''),
    PROVIDER_BASE_URL: env['PROVIDER_BASE_URL'] || provider,
    CREDENTIALS_KEYS: env['CREDENTIALS_KEYS'] || readSecrets(env).credentialsKeys,
  });
}

/**
 * Works with the service's database. Throws what loadConfig throws, or Failure if the database is away or lacks tables, or there is no
 * such record.
 */
export async function withDatabase<Result>(
  screen: Screen,
  work: (sql: Sql, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = loadServiceConfig(screen);
  const { databaseUrl } = config;
  const sql = connect({ databaseUrl, poolMax: 2, applicationName: 'ledgerline-ops' });
  try {
    return await work(sql, config);
  } catch (error) {
    if (isAway(error)) {
      throw new Failure('unreachable', `The database or the queue is away: ${String(error)}`);
    }
    if (error instanceof AppError) throw new Failure('refused', error.publicMessage, error.code);
    throw error instanceof Failure ? error : ((await findLack(sql)) ?? error);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** What the database lacks, and what to do; null: nothing. */
async function findLack(sql: Sql): Promise<Failure | null> {
  const missing = await checkMigrations(sql).then(
    () => listMissingTables(sql),
    (lack: unknown) => [describeDatabaseFault(lack)],
  );
  return missing.length === 0 ? null : new Failure('unreachable', missing.join('\n'));
}

/** Who runs the command, as records of actions name them. */
export function operatorName(): string {
  try {
    return `ops: ${userInfo().username}`;
  } catch {
    // A container may run under an id that has no name.
    return `ops: uid ${process.getuid?.() ?? ''}`;
  }
}

/** Runs a command of `ledgerline ops` with the database and the queue. */
export async function operate(screen: Screen, asked: OpsCommand): Promise<number> {
  return withDatabase(screen, async (sql, config) => {
    const log = createLog({ level: 'error', process: 'ops' });
    const queues = createQueues(config, log);
    try {
      const context = { sql, queues, log, config, clock: systemClock };
      const answer = await runOps(context, asked, operatorName());
      for (const line of answer.text.split('\n')) screen.print(line);
      screen.answer(answer.document);
      return answer.code;
    } finally {
      await queues.close();
    }
  });
}
