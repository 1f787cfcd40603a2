import type { Sql } from '../connect.ts';

const READ_EVERY_MS = 10_000;
/** An answer that takes longer does not tell the time precisely enough. */
const SLOW_MS = 1000;

/**
 * Makes `Date.now()` of this process follow Postgres's clock until the signal aborts. Reads it every ten seconds and extrapolates
 * with the monotonic clock in between, which no jump of the machine's clock affects. It replaces the function itself because BullMQ
 * writes it into the locks and delays of jobs, which other processes compare with theirs; see docs/decisions/one-clock.md. Resolves
 * after the first reading. Never throws: while Postgres is away, it keeps extrapolating.
 */
export async function followDatabaseClock(sql: Sql, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  let known: { ms: number; at: number } | null = null;
  const ownNow = Date.now;
  const read = async (): Promise<void> => {
    const asked = performance.now();
    const [row] = await sql<{ ms: number }[]>`
      select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms`;
    const answered = performance.now();
    if (row === undefined || (known !== null && answered - asked > SLOW_MS)) return;
    known = { ms: row.ms, at: (asked + answered) / 2 };
  };
  Date.now = () =>
    known === null ? ownNow() : Math.round(known.ms + performance.now() - known.at);
  const timer = setInterval(() => void read().catch(() => undefined), READ_EVERY_MS);
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    Date.now = ownNow;
  });
  await read().catch(() => undefined);
}
