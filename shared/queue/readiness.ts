import type { Sql } from '../postgres/connect.ts';
import { outageOf } from '../platform/log-once.ts';
import type { Outage } from '../platform/log-once.ts';
import { findFaults } from './start-up.ts';
import type { Dependencies, Faults, StartUp } from './start-up.ts';

export interface ProcessAnswer {
  status: 200 | 503;
  body: Record<string, unknown>;
}

type Judged = Omit<Dependencies, 'log'>;

/** Metrics and logs accept a judgement of this age: they ask often, and no client waits for them. */
export const JUDGED_LATELY_MS = 2_000;

interface Judgement {
  sql: Sql;
  faults: Promise<Faults>;
  /** By performance.now(); Infinity while it is running. */
  endedAt: number;
}

const judgements = new WeakMap<object, Judgement>();

/**
 * The process's one judgement of its database and queue: for `/readyz`, for metrics, and to detect the end of an outage. Callers
 * share one that is running, and `maxAgeMs` accepts an earlier one. Resolves within seconds, whatever hangs. Never throws.
 */
export function judge({ sql, queues }: Judged, maxAgeMs = 0): Promise<Faults> {
  const last = judgements.get(queues);
  const isOurs = last !== undefined && last.sql === sql;
  if (isOurs && performance.now() - last.endedAt < maxAgeMs) return last.faults;
  const judgement = { sql, faults: findFaults({ sql, queues }), endedAt: Infinity };
  judgements.set(queues, judgement);
  void judgement.faults.then(() => (judgement.endedAt = performance.now()));
  return judgement.faults;
}

/**
 * The outage with that name, for work that needs these parts. It logs which part is judged to be away, or the error itself if none
 * is. It ends once the parts are judged to work: a call may succeed while they do not, such as a read on a full disk.
 */
export function judgedOutage(
  dependencies: Dependencies,
  name: string,
  parts: readonly (keyof Faults)[] = ['postgres', 'queue'],
  outage: Outage = outageOf(dependencies.log, name),
): Outage {
  const findReason = async (): Promise<string | null> => {
    const faults = await judge(dependencies, JUDGED_LATELY_MS);
    return parts.map((part) => faults[part]).find((fault) => fault !== null) ?? null;
  };
  return {
    ...outage,
    failed(error, fields) {
      void findReason().then((reason) => outage.failed(reason ?? error, fields));
    },
    worked() {
      if (!outage.mayEnd()) return;
      void findReason().then((reason) => {
        if (reason === null) outage.worked();
      });
    },
  };
}

/** Whether a process should get work: Postgres and the queue accept writes and migrations are applied; else why not. */
export async function answerReadiness(
  dependencies: Judged,
  starting: Pick<StartUp, 'missing'>,
): Promise<ProcessAnswer> {
  const { postgres, queue } = await judge(dependencies);
  const reason = postgres ?? queue ?? starting.missing();
  return {
    status: reason === null ? 200 : 503,
    body: {
      status: reason === null ? 'ok' : 'unavailable',
      postgres: postgres === null ? 'ok' : 'away',
      queue: queue === null ? 'ok' : 'away',
      ...(reason === null ? {} : { reason }),
    },
  };
}
