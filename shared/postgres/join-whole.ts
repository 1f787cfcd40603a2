import type { Tx } from './connect.ts';

/**
 * Runs statements that join rows which this transaction has just staged. There are no statistics of those, so the
 * planner takes them for a handful and joins them row by row, in quadratic time; here it has to hash or sort.
 */
export async function joinWhole<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
  await tx`select set_config('enable_nestloop', 'off', true)`;
  const result = await work();
  // When the work fails, the transaction fails, and the setting with it.
  await tx`select set_config('enable_nestloop', 'on', true)`;
  return result;
}
