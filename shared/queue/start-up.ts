import { setTimeout as delay } from 'node:timers/promises';
import { createBackoff } from '../platform/backoff.ts';
import { checkMigrations, checkWriting } from '../postgres/check-database.ts';
import type { Sql } from '../postgres/connect.ts';
import { describeDatabaseFault, describeQueueFault } from './describe-fault.ts';
import type { Queues } from './queues.ts';
import { createOutage } from '../platform/log-once.ts';
import type { OutageLog } from '../platform/log-once.ts';
import { withTimeout } from '../platform/with-timeout.ts';

/** What a process depends on. */
export interface Dependencies {
  sql: Sql;
  queues: Pick<Queues, 'ping' | 'isRedis'>;
  log: OutageLog;
}

/** Why each part cannot be used, in one line with what to do; null: it can. */
export interface Faults {
  postgres: string | null;
  queue: string | null;
}

/** A check that takes longer than this counts as failed. */
const CHECK_TIMEOUT_MS = 2_500;
const WAITS = { firstMs: 250, longestMs: 5_000 };

/** Asks every part, writing too, and for the migrations. Answers within seconds, never throws. */
export async function findFaults({ sql, queues }: Omit<Dependencies, 'log'>): Promise<Faults> {
  const checkDatabase = async (): Promise<void> => {
    await checkMigrations(sql);
    await checkWriting(sql);
  };
  const [postgres, queue] = await Promise.all([
    faultOf(checkDatabase, describeDatabaseFault),
    faultOf(
      () => queues.ping(),
      (error) => describeQueueFault(error, queues.isRedis),
    ),
  ]);
  return { postgres, queue };
}

async function faultOf(
  check: () => Promise<unknown>,
  describe: (error: unknown) => string,
): Promise<string | null> {
  try {
    await withTimeout(check(), CHECK_TIMEOUT_MS, 'no answer in time');
    return null;
  } catch (error) {
    return describe(error);
  }
}

/** A process that comes up. */
export interface StartUp {
  /** What it waits for, in one line with what to do; null when everything is there. */
  missing(): string | null;
  /** Resolves when it has been looked once, so that `missing` is a verdict. */
  checked: Promise<void>;
  /** Resolves with true when everything is there, with false when it was called off. */
  done: Promise<boolean>;
}

/**
 * Checks database, migrations and queue once before a process works with them. What is missing is said in
 * one line and waited for, with growing waits: a process that is started too early still comes up, and
 * one that is started wrongly neither floods the log nor has to be killed.
 */
export function startUp(dependencies: Dependencies, signal: AbortSignal): StartUp {
  let missing: string | null = 'the process is starting';
  let haveChecked: () => void = () => undefined;
  const checked = new Promise<void>((resolve) => (haveChecked = resolve));
  const outage = createOutage(dependencies.log, 'waiting to start');
  const wait = async (): Promise<boolean> => {
    const backoff = createBackoff(WAITS);
    let hasWaited = false;
    while (!signal.aborted) {
      missing = await findMissing(dependencies);
      haveChecked();
      if (missing === null) {
        if (hasWaited) dependencies.log.info('everything it needs to start is there');
        return true;
      }
      hasWaited = true;
      outage.failed(new Error(missing));
      await delay(backoff.next(), undefined, { signal }).catch(() => undefined);
    }
    return false;
  };
  return { missing: () => missing, checked, done: wait() };
}

/** What has to be there before a process works; null: all is. In the order in which one would mend it: a queue in the database cannot be there without it. */
async function findMissing({ sql, queues }: Dependencies): Promise<string | null> {
  return (
    (await faultOf(() => checkMigrations(sql), describeDatabaseFault)) ??
    (await faultOf(
      () => queues.ping(),
      (error) => describeQueueFault(error, queues.isRedis),
    ))
  );
}
