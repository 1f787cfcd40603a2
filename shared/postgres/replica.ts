import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from '../platform/error-code.ts';
import type { Outage } from '../platform/log-once.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import type { Sql } from './connect.ts';
import { isDatabaseAway, isDatabaseTimeout } from '../platform/connection-errors.ts';

export type Replica = ReturnType<typeof createReplica>;

/** How long a read waits for the replica to catch up with the primary. */
const CATCH_UP_MS = 50;
const ASK_AGAIN_MS = 5;
/** A replica that has not reported its position by then is away. */
const SILENT_MS = 500;
/** How long a lagging replica, or one that failed, is not used. */
const LAGS_MS = 1000;
const FAILED_MS = 5000;

/**
 * Reads from `replica` if it has caught up with `primary`, so that nothing that was committed before is missing. The primary reports how far its log is flushed, which covers every
 * confirmed commit (with `synchronous_commit` on), and the replica whether it has replayed that much. So no process needs to know
 * what another one wrote. If the replica lags, is away, restarts or was promoted, the primary answers.
 */
export function createReplica(primary: Sql, replica: Sql, outage: Outage) {
  let restsUntil = 0;
  const rest = (ms: number): void => void (restsUntil = performance.now() + ms);
  const failed = (error: unknown): void => {
    outage.failed(error);
    rest(FAILED_MS);
  };

  const hasReplayed = async (lsn: string): Promise<boolean> => {
    const [row] = await replica<{ isThere: boolean }[]>`
      select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${lsn}::text::pg_lsn as is_there`;
    return row?.isThere === true;
  };
  const isCurrent = async (): Promise<boolean> => {
    const [row] = await primary<{ lsn: string }[]>`select pg_current_wal_flush_lsn()::text as lsn`;
    if (row === undefined) return false;
    const until = performance.now() + CATCH_UP_MS;
    try {
      for (;;) {
        if (await withTimeout(hasReplayed(row.lsn), SILENT_MS, 'the replica does not answer'))
          return true;
        if (performance.now() >= until) break;
        await delay(ASK_AGAIN_MS);
      }
      rest(LAGS_MS);
    } catch (error) {
      failed(error);
    }
    return false;
  };

  return {
    /** Runs read-only work on the replica or the primary; twice if the replica fails in the middle. */
    async read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
      if (performance.now() < restsUntil || !(await isCurrent())) return work(primary);
      try {
        const result = await work(replica);
        outage.worked();
        return result;
      } catch (error) {
        // 40001: the primary removed rows that the read needed.
        const isGone = errorCode(error) === '40001';
        if (!isGone && !isDatabaseAway(error) && !isDatabaseTimeout(error)) throw error;
        failed(error);
        return work(primary);
      }
    },
    close: () => replica.end({ timeout: 5 }),
  };
}
