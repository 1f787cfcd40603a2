import { setTimeout as delay } from 'node:timers/promises';
import { createBackoff } from '../platform/backoff.ts';
import { checkMigrations, checkWriting } from '../postgres/check-database.ts';
import type { Sql } from '../postgres/connect.ts';
import { describeDatabaseFault, describeQueueFault } from './describe-fault.ts';
import type { Queues } from './queues.ts';
import { createOutage } from '../platform/log-once.ts';
import type { OutageLog } from '../platform/log-once.ts';
import { withTimeout } from '../platform/with-timeout.ts';

export interface Dependencies {
  sql: Sql;
  queues: Pick<Queues, 'ping' | 'isRedis'>;
  log: OutageLog;
}

/** Why each part cannot be used and what to do, in one line; null if it can. */
export interface Faults {
  postgres: string | null;
  queue: string | null;
}

/** A check that takes longer than this counts as failed. */
const CHECK_TIMEOUT_MS = 2_500;
const WAITS = { firstMs: 250, longestMs: 5_000 };

/** Checks every part, including writes and migrations. Answers within seconds, never throws. */
export async function findFaults({ sql, queues }: Omit<Dependencies, 'log'>): Promise<Faults> {
  const checkDatabase = async (): Promise<void> => {
    await checkMigrations(sql);
    await checkWriting(sql);
  };
  const [postgres, queue] = await Promise.all([
    faultOf(checkDatabase, describeDatabaseFault),
    faultOfQueue(queues),
  ]);
  return { postgres, queue };
}

function faultOfQueue(queues: Dependencies['queues']): Promise<string | null> {
  return faultOf(
    () => queues.ping(),
    (error) => describeQueueFault(error, queues.isRedis),
  );
}

async function faultOf(check: () => Promise<unknown>, describe: (error: unknown) => string) {
  try {
    await withTimeout(check(), CHECK_TIMEOUT_MS, 'no answer in time');
    return null;
  } catch (error) {
    return describe(error);
  }
}

/** A process that is starting up. */
export interface StartUp {
  /** What it is waiting for and what to do, in one line; null once everything is available. */
  missing(): string | null;
  /** Resolves after the first check, so that `missing` is a verdict. */
  checked: Promise<void>;
  /** Resolves with true once everything is available, with false if it was aborted. */
  done: Promise<boolean>;
}

/**
 * Checks database, migrations and queue before a process works with them. Logs what is missing in one line and waits for it, with
 * growing delays: a process that is started too early still comes up, and one that is misconfigured neither floods the log nor has
 * to be killed.
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
        if (hasWaited) dependencies.log.info('everything needed to start is available');
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

/** What is still missing before a process can work; null if nothing is. Checks in the order of repair: a queue in the database cannot work without it. */
async function findMissing({ sql, queues }: Dependencies): Promise<string | null> {
  return (
    (await faultOf(() => checkMigrations(sql), describeDatabaseFault)) ??
    (await faultOfQueue(queues))
  );
}
