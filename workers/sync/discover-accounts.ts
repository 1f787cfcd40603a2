import type { Tx } from '../../shared/db/connect.ts';
import type { ProviderAccount } from '../../shared/provider/types.ts';
import {
  learnCurrency,
  linkAccount,
  listLinkedAccounts,
  setAccountState,
} from '../../shared/store/provider-accounts.ts';
import type { LinkedAccount, ProviderAccountState } from '../../shared/store/provider-accounts.ts';
import { listRemovedProviderAccounts } from '../../shared/store/removed-provider-accounts.ts';
import { insertSyncAccount } from '../../shared/store/sync-accounts.ts';
import type { SyncNote } from '../../shared/store/syncs.ts';
import { markDiscovered } from '../../shared/store/syncs.ts';
import { cleanText } from '../../shared/provider/clean-text.ts';
import { normalizeCurrency } from '../provider/normalize.ts';
import { note } from './notes.ts';
import { SyncFailedError } from './sync-scope.ts';
import type { SyncScope } from './sync-scope.ts';

/**
 * Asks for the accounts, links new ones, notes which are missing or out of order, and plans the run: one
 * row per account, in the provider's order. Nothing of it is written when the list cannot be believed.
 */
export async function discoverAccounts(scope: SyncScope): Promise<void> {
  const listed = new Map<string, ProviderAccount>();
  for (const account of await scope.client.listAccounts(scope.signal)) {
    listed.set(account.id, account);
  }
  await scope.write(async (tx) => {
    const now = scope.context.clock.now();
    const before = await listLinkedAccounts(tx, scope.householdId, scope.connectionId);
    if (listed.size === 0 && before.some((link) => link.state === 'active')) {
      throw new SyncFailedError('accounts_empty');
    }
    const removed = await listRemovedProviderAccounts(tx, scope.householdId, scope.connectionId);
    const known = [...before, ...removed].map(({ providerAccountId }) => providerAccountId);
    await linkNewAccounts(tx, scope, listed, new Set(known));
    const links = await listLinkedAccounts(tx, scope.householdId, scope.connectionId);
    const order = [...listed.keys()];
    links.sort((a, b) => rankOf(order, a) - rankOf(order, b));
    for (const [position, link] of links.entries()) {
      await planAccount(tx, scope, link, listed.get(link.providerAccountId) ?? null, position);
    }
    await markDiscovered(tx, scope.householdId, scope.syncId, now);
  });
}

function rankOf(order: readonly string[], link: LinkedAccount): number {
  const index = order.indexOf(link.providerAccountId);
  return index < 0 ? order.length : index;
}

async function linkNewAccounts(
  tx: Tx,
  scope: SyncScope,
  listed: ReadonlyMap<string, ProviderAccount>,
  known: ReadonlySet<string>,
): Promise<void> {
  for (const [providerAccountId, account] of listed) {
    if (known.has(providerAccountId)) continue;
    const found = {
      providerAccountId,
      name: cleanText(account.name) ?? 'Account',
      accountableType: accountableType(account.type),
      currency: normalizeCurrency(account.currency),
      institutionName: cleanText(account.institutionName),
      institutionLogo: cleanText(account.institutionLogo),
      aggregator: cleanText(account.provider),
    };
    const now = scope.context.clock.now();
    await linkAccount(tx, scope.householdId, scope.connectionId, found, now);
  }
}

/** A first guess that PATCH /accounts/{id} corrects; the real provider sends no type. */
function accountableType(type: string | null): string {
  const text = type?.toLowerCase() ?? '';
  if (/card/.test(text)) return 'CreditCard';
  if (/loan|mortgage|credit/.test(text)) return 'Loan';
  if (/crypto/.test(text)) return 'Crypto';
  if (/invest|broker|retire|pension/.test(text)) return 'Investment';
  return 'Depository';
}

function stateOf(account: ProviderAccount | null): ProviderAccountState {
  if (account === null) return 'missing';
  const status = account.status?.trim().toUpperCase();
  if (status === 'DISCONNECTED') return 'disconnected';
  return status === 'ERROR' ? 'error' : 'active';
}

const stateNotes = {
  missing: 'account_missing',
  disconnected: 'account_disconnected',
  error: 'account_error',
} as const;

async function planAccount(
  tx: Tx,
  scope: SyncScope,
  link: LinkedAccount,
  account: ProviderAccount | null,
  position: number,
): Promise<void> {
  const { householdId, syncId } = scope;
  const state = stateOf(account);
  await setAccountState(tx, householdId, link.id, state, scope.context.clock.now());
  if (link.ignored) return;
  const listCurrency = normalizeCurrency(account?.currency ?? null);
  const errors: SyncNote[] = state === 'active' ? [] : [note(stateNotes[state])];
  if (listCurrency !== null && link.currency !== null && listCurrency !== link.currency) {
    errors.push(note('account_currency_changed'));
  }
  if (listCurrency !== null) await learnCurrency(tx, householdId, link.accountId, listCurrency);
  await insertSyncAccount(tx, householdId, {
    syncId,
    linkId: link.id,
    accountId: link.accountId,
    position,
    status: state === 'active' ? 'pending' : 'skipped',
    listCurrency,
    errors,
    warnings: [],
  });
}
