import type { Tx } from '../../shared/postgres/connect.ts';
import { retryDeadlocks } from '../../shared/postgres/retry-deadlocks.ts';
import { signTransaction } from '../../shared/changes/record-changes.ts';
import type { ApiContext } from '../context.ts';
import type { Caller } from './authenticate.ts';

/**
 * Writes in one transaction that is signed with the caller's key: the change log names it. Does it again after a
 * deadlock, so `work` may have no effect but the transaction's.
 */
export async function writeAs<T>(
  { sql }: Pick<ApiContext, 'sql'>,
  { apiKeyId }: Caller,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const signed = async (tx: Tx) => {
    await signTransaction(tx, apiKeyId);
    return [await work(tx)] as const;
  };
  return (await retryDeadlocks(() => sql.begin(signed)))[0];
}
