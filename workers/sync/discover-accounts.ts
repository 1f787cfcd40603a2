import type { AnySql, Tx } from '../../shared/postgres/connect.ts';
import { ProviderError } from '../../shared/sync/client/errors.ts';
import type { ProviderAccount } from '../../shared/sync/client/types.ts';
import { insertAccountSuggestions } from '../../shared/sync/store/account-suggestions.ts';
import {
  learnCurrency,
  linkAccount,
  listLinkedAccounts,
  setAccountState,
} from '../../shared/sync/store/provider-accounts.ts';
import type {
  DiscoveredAccount,
  LinkedAccount,
} from '../../shared/sync/store/provider-accounts.ts';
import {
  listRemovedProviderAccounts,
  renameRemovedProviderAccount,
} from '../../shared/sync/store/removed-provider-accounts.ts';
import { relinkAccount, setListedNames } from '../../shared/sync/store/returning-accounts.ts';
import { insertSyncAccount } from '../../shared/sync/store/sync-accounts.ts';
import type { SyncNote } from '../../shared/ledger/account-link.ts';
import { markDiscovered } from '../../shared/sync/store/sync-progress.ts';
import { setBank } from '../../shared/sync/store/connection-syncs.ts';
import { bankOf } from '../../shared/sync/limit/bank-of.ts';
import { cleanText } from '#preflight/clean-text';
import { normalizeCurrency } from './normalize.ts';
import { recogniseAccounts, stateOf } from './recognise-accounts.ts';
import type { AccountFate } from './recognise-accounts.ts';
import { note, noteOf } from './notes.ts';
import { SyncFailedError } from './sync-scope.ts';
import type { SyncScope } from './sync-scope.ts';

/**
 * Requests the accounts, links new ones, records which are missing or out of order, and plans the run: one row per account, those
 * that have waited longest first, otherwise in the provider's order. Writes nothing if the list is not plausible.
 */
export async function discoverAccounts(scope: SyncScope): Promise<void> {
  const accounts = await scope.client.listAccounts(scope.signal);
  const listed = new Map(accounts.map((account) => [account.id, account]));
  const known = await listKnownIds(scope.context.sql, scope);
  const fates = await recogniseAccounts(scope, listed, known);
  await scope.write(async (tx) => {
    const now = scope.context.clock.now();
    const before = await listLinkedAccounts(tx, scope.householdId, scope.connectionId);
    if (listed.size === 0 && before.some((link) => link.state === 'active')) {
      throw new SyncFailedError('accounts_empty');
    }
    await linkNewAccounts(tx, scope, listed, await listKnownIds(tx, scope), fates);
    await setListedNames(
      tx,
      scope.householdId,
      scope.connectionId,
      [...listed.values()].map(({ id, name }) => ({ providerAccountId: id, name: nameOf(name) })),
    );
    const links = await listLinkedAccounts(tx, scope.householdId, scope.connectionId);
    const order = [...listed.keys()];
    links.sort((a, b) => triedAt(a) - triedAt(b) || rankOf(order, a) - rankOf(order, b));
    for (const [position, link] of links.entries()) {
      const isBack = fates.get(link.providerAccountId)?.kind === 'returned';
      const account = listed.get(link.providerAccountId) ?? null;
      await planAccount(tx, scope, link, account, position, isBack);
    }
    await setBank(tx, scope.householdId, scope.connectionId, bankOf(listed.values()));
    await markDiscovered(tx, { householdId: scope.householdId, id: scope.syncId }, now);
  });
}

function triedAt(link: LinkedAccount): number {
  return link.lastTriedAt?.getTime() ?? 0;
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
  fates: ReadonlyMap<string, AccountFate>,
): Promise<void> {
  for (const [providerAccountId, account] of listed) {
    if (known.has(providerAccountId)) continue;
    const found = {
      providerAccountId,
      name: nameOf(account.name),
      accountableType: accountableType(account.type),
      currency: normalizeCurrency(account.currency),
      institutionName: cleanText(account.institutionName),
      institutionLogo: cleanText(account.institutionLogo),
      aggregator: cleanText(account.provider),
    };
    await linkNewAccount(tx, scope, found, fates.get(providerAccountId));
  }
}

async function linkNewAccount(
  tx: Tx,
  { context, householdId, connectionId }: SyncScope,
  found: DiscoveredAccount,
  fate: AccountFate | undefined,
): Promise<void> {
  const now = context.clock.now();
  const { providerAccountId } = found;
  switch (fate?.kind) {
    case 'later':
      return;
    case 'removed':
      await renameRemovedProviderAccount(tx, householdId, fate.removed.id, providerAccountId);
      return;
    case 'returned':
      await relinkAccount(tx, householdId, fate.link.linkId, connectionId, found, now);
      return;
    case 'new':
    case undefined:
  }
  const accountId = await linkAccount(tx, householdId, connectionId, found, now);
  const candidates = (fate?.candidates ?? []).map(({ accountId }) => accountId);
  if (candidates.length === 0) return;
  await insertAccountSuggestions(tx, householdId, accountId, candidates, now);
}

/** The provider's ids that need no recognition: linked ones, and those of accounts that a person deleted. */
async function listKnownIds(sql: AnySql, { householdId, connectionId }: SyncScope) {
  const links = await listLinkedAccounts(sql, householdId, connectionId);
  const removed = await listRemovedProviderAccounts(sql, householdId, connectionId);
  return new Set([...links, ...removed].map(({ providerAccountId }) => providerAccountId));
}

function nameOf(listed: string | null): string {
  return cleanText(listed) ?? 'Account';
}

/** A first guess, which PATCH /accounts/{id} can correct; the real provider sends no type. */
function accountableType(type: string | null): string {
  const text = type?.toLowerCase() ?? '';
  if (/card/.test(text)) return 'CreditCard';
  if (/loan|mortgage|credit/.test(text)) return 'Loan';
  if (/crypto/.test(text)) return 'Crypto';
  if (/invest|broker|retire|pension/.test(text)) return 'Investment';
  return 'Depository';
}

async function planAccount(
  tx: Tx,
  scope: SyncScope,
  link: LinkedAccount,
  account: ProviderAccount | null,
  position: number,
  isBack: boolean,
): Promise<void> {
  const { householdId, syncId } = scope;
  const state = stateOf(account);
  await setAccountState(tx, householdId, link.id, state, scope.context.clock.now());
  if (link.ignored) return;
  const listCurrency = normalizeCurrency(account?.currency ?? null);
  const errors: SyncNote[] = state === 'active' ? [] : [note(`account_${state}`)];
  const isLimited = link.limitedUntil !== null && link.limitedUntil > scope.context.clock.now();
  if (isLimited) errors.push(noteOf(new ProviderError('rate_limited')));
  if (listCurrency !== null && link.currency !== null && listCurrency !== link.currency) {
    errors.push(note('account_currency_changed'));
  }
  if (listCurrency !== null) await learnCurrency(tx, householdId, link.accountId, listCurrency);
  await insertSyncAccount(tx, householdId, {
    syncId,
    linkId: link.id,
    accountId: link.accountId,
    position,
    status: state === 'active' && !isLimited ? 'pending' : 'skipped',
    listCurrency,
    limitedUntil: isLimited ? link.limitedUntil : null,
    errors,
    warnings: isBack ? [note('account_relinked')] : [],
  });
}
