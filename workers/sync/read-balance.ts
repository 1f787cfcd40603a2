import { normalizeDecimal } from '#preflight/money';
import { learnCurrency, setBalance } from '../../shared/sync/store/provider-accounts.ts';
import type { LinkedAccount } from '../../shared/sync/store/provider-accounts.ts';
import { updateSyncAccount } from '../../shared/sync/store/sync-accounts.ts';
import type { SyncAccount } from '../../shared/sync/store/sync-accounts.ts';
import { normalizeCurrency } from './normalize.ts';
import { note, withNote } from './notes.ts';
import type { SyncScope } from './sync-scope.ts';

/**
 * Step 1. Stores the balance as sent, sign included: zero is a balance, null is none. A balance in
 * another currency than the account's is not stored under the account's.
 */
export async function readBalance(
  scope: SyncScope,
  account: SyncAccount,
  link: LinkedAccount,
): Promise<void> {
  const balance = await scope.client.getBalance(link.providerAccountId, scope.signal);
  const amount = balance.amount === null ? null : normalizeDecimal(balance.amount);
  const currency = normalizeCurrency(balance.currency);
  const own = link.currency ?? account.listCurrency ?? currency;
  const mismatch = currency !== null && own !== null && currency !== own;
  await scope.write(async (tx) => {
    const now = scope.context.clock.now();
    let { errors, warnings } = account;
    if (currency !== null) await learnCurrency(tx, scope.householdId, link.accountId, currency);
    if (amount === null) warnings = withNote(warnings, note('balance_missing'));
    else if (mismatch) errors = withNote(errors, note('account_currency_changed'));
    else await setBalance(tx, scope.householdId, link.accountId, { amount, at: now });
    const change = { balanceCurrency: currency, errors, warnings, step: 'transactions' } as const;
    await updateSyncAccount(tx, scope.householdId, account, change, now);
  });
}
