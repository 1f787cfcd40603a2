import { LONGEST_WAIT_MS } from '../../shared/sync/limit/call-outcome.ts';
import { ProviderError } from '../../shared/sync/client/errors.ts';
import type { SyncAccount } from '../../shared/sync/store/sync-accounts.ts';
import {
  changeAccount,
  findSyncAccount,
  finishLimited,
  isOwnLimit,
  syncAccount,
} from './sync-account.ts';
import { accountsOf } from './sync-scope.ts';
import type { SyncScope } from './sync-scope.ts';

/**
 * Reads the accounts of a run one after another. A rate limit of one account sets that account aside, and the others go on. If the
 * provider does not say whose limit it is, all wait for a short one, and the other accounts go first afterwards. A long one counts
 * as the key's if the next account is refused, too, with no successful call in between. Throws the limit that the whole run has to
 * wait for.
 */
export async function syncAccounts(scope: SyncScope, deadline: Date): Promise<void> {
  const waiting = await unfinished(scope);
  const inTurn = waiting.toSorted((a, b) => setAsideAt(a) - setAsideAt(b));
  let isDoubtful = false;
  for (const account of inTurn) {
    if (account.limitedUntil !== null && account.limitedUntil > scope.context.clock.now()) continue;
    const limit = await tryAccount(scope, account);
    if (limit === null) scope.report.count({ accounts_done: 1 });
    const now = limit === null ? null : await findSyncAccount(scope, account.id);
    const gotThrough = now === null || now.step !== account.step || now.pages !== account.pages;
    isDoubtful &&= !gotThrough;
    if (limit === null || now === null) continue;
    if (isDoubtful && limit.scope === 'unknown') throw limit;
    const waitMs = limit.retryAfterMs ?? 0;
    await changeAccount(scope, now, {
      limitedUntil: new Date(scope.context.clock.now().getTime() + waitMs),
    });
    const isFirst = gotThrough || account.limitedUntil === null;
    if (limit.scope === 'unknown' && waitMs <= LONGEST_WAIT_MS && isFirst) throw limit;
    isDoubtful = limit.scope === 'unknown';
  }
  await settleLimited(scope, deadline);
}

/** Handles accounts that are still limited once all others are done: waits for a short limit; a long one is a failure. */
async function settleLimited(scope: SyncScope, deadline: Date): Promise<void> {
  const left = await unfinished(scope);
  if (left.length === 0) return;
  const now = scope.context.clock.now().getTime();
  const waits = left.map((account) => Math.max(0, setAsideAt(account) - now));
  const waitMs = Math.min(...waits);
  const limit = new ProviderError('rate_limited', { retryAfterMs: waitMs, scope: 'account' });
  const all = await accountsOf(scope);
  const isShort = waitMs <= LONGEST_WAIT_MS && now + waitMs <= deadline.getTime();
  if (isShort || !all.some((account) => account.readComplete === true)) throw limit;
  for (const account of left) await finishLimited(scope, account.id, limit);
}

/** The limit that stopped an account; null when it is done. */
async function tryAccount(scope: SyncScope, account: SyncAccount): Promise<ProviderError | null> {
  await scope.checkGoing();
  try {
    await syncAccount(scope, account.id);
    return null;
  } catch (error) {
    if (!isOwnLimit(error)) throw error;
    return error;
  }
}

const setAsideAt = (account: SyncAccount): number => account.limitedUntil?.getTime() ?? 0;

async function unfinished(scope: SyncScope): Promise<SyncAccount[]> {
  const accounts = await accountsOf(scope);
  return accounts.filter(({ status }) => status === 'pending' || status === 'running');
}
