import type { SyncNote } from '../../shared/ledger/account-link.ts';
import { ProviderError } from '../../shared/sync/client/errors.ts';
import {
  getLinkedAccount,
  learnCurrency,
  setAccountState,
  setBalance,
} from '../../shared/sync/store/provider-accounts.ts';
import type { LinkedAccount } from '../../shared/sync/store/provider-accounts.ts';
import { deleteStaged } from '../../shared/sync/store/staged-pages.ts';
import { AccountMovedError, updateSyncAccount } from '../../shared/sync/store/sync-accounts.ts';
import type {
  SyncAccount,
  SyncAccountChange,
  SyncStep,
} from '../../shared/sync/store/sync-accounts.ts';
import { cautiously } from './cautiously.ts';
import { normalizeCurrency } from './normalize.ts';
import { note, noteOf, withNote } from './notes.ts';
import { readHoldings, shouldAskForHoldings } from './read-holdings.ts';
import { readTransactions } from './read-transactions.ts';
import { reconcileAccount } from './reconcile-account.ts';
import { accountsOf, DEATHS_MAX } from './sync-scope.ts';
import type { LeasedRun, SyncScope } from './sync-scope.ts';
import { LONGEST_WAIT_MS } from '../../shared/sync/limit/call-outcome.ts';

type Step = (scope: SyncScope, account: SyncAccount, link: LinkedAccount) => Promise<void>;

const steps: Record<Exclude<SyncStep, 'done'>, Step> = {
  balance: readBalance,
  transactions: readTransactions,
  reconcile: reconcileAccount,
  holdings: readHoldings,
};

/** The step that follows one at which the provider failed: what was read is still reconciled. */
const afterFailure = {
  balance: 'transactions',
  transactions: 'reconcile',
  reconcile: 'holdings',
  holdings: 'done',
} as const satisfies Record<Exclude<SyncStep, 'done'>, SyncStep>;

/**
 * Takes one account from its checkpoint to the end. Failures of the provider are recorded on the account; those that concern the
 * whole run (key refused, rate limit, stop, cancel) are thrown.
 */
async function syncAccount(scope: SyncScope, id: string): Promise<void> {
  for (;;) {
    await scope.checkGoing();
    const account = await findSyncAccount(scope, id);
    if (account === null) return;
    try {
      if (await goOnWith(scope, account)) return;
    } catch (error) {
      // A person deleted or merged the account meanwhile: it has left the run, or starts over.
      if ((await findSyncAccount(scope, id))?.accountId === account.accountId) throw error;
    }
  }
}

/** Does the next step of an account; true when it was the last. */
async function goOnWith(scope: SyncScope, account: SyncAccount): Promise<boolean> {
  const { sql, clock } = scope.context;
  if (account.status === 'pending') await changeAccount(scope, account, { status: 'running' });
  const link = await getLinkedAccount(sql, scope.householdId, account.linkId);
  const { step } = account;
  if (step === 'done' || (step === 'holdings' && !shouldAskForHoldings(link, clock.now()))) {
    await finishAccount(scope, account);
    return true;
  }
  if (account.deaths >= DEATHS_MAX) {
    await giveStepUp(scope, account);
    return false;
  }
  try {
    const cautious = await cautiously(
      scope,
      { ...account, table: 'sync_accounts' },
      step === 'reconcile' ? 'start' : 'request',
    );
    await steps[step](cautious, account, link);
  } catch (error) {
    if (!isOfTheAccount(error)) throw error;
    await recordFailure(scope, account, error);
  }
  return false;
}

/** Reconciles the account that is being read, as far as it was read. */
export async function reconcilePartly(scope: LeasedRun, id: string): Promise<void> {
  const account = await findSyncAccount(scope, id);
  if (account?.step !== 'transactions' || account.pages === 0) return;
  const link = await getLinkedAccount(scope.context.sql, scope.householdId, account.linkId);
  await reconcileAccount(scope, { ...account, readComplete: false }, link);
}

/** Writes only a change of an account. Throws AccountMovedError. */
async function changeAccount(scope: LeasedRun, account: SyncAccount, change: SyncAccountChange) {
  const now = scope.context.clock.now();
  await scope.write((tx) => updateSyncAccount(tx, scope.householdId, account, change, now));
}

/** The current state of an account of the run; null if it has left the run. */
async function findSyncAccount(scope: LeasedRun, id: string): Promise<SyncAccount | null> {
  const accounts = await accountsOf(scope);
  return accounts.find((account) => account.id === id) ?? null;
}

/** Finishes an account that the provider limits separately: tries each remaining step once. */
async function finishLimited(scope: SyncScope, id: string, limit: ProviderError): Promise<void> {
  for (let error = limit; ;) {
    const account = await findSyncAccount(scope, id);
    if (account === null) return;
    await recordFailure(scope, account, error);
    try {
      await syncAccount(scope, id);
      return;
    } catch (caught) {
      // Our own limiter may still block the key for the wait that the refusal stated.
      if (!(caught instanceof ProviderError) || caught.kind !== 'rate_limited') throw caught;
      error = caught;
    }
  }
}

/** A limit that is, or may be, only the account's. */
function isOwnLimit(error: unknown): error is ProviderError {
  return (
    error instanceof ProviderError && error.kind === 'rate_limited' && error.scope !== 'credential'
  );
}

function isOfTheAccount(error: unknown): error is ProviderError {
  if (!(error instanceof ProviderError) || error.stopsTheRun) return false;
  return !['rate_limited', 'host_down', 'cancelled'].includes(error.kind);
}

async function recordFailure(scope: SyncScope, tried: SyncAccount, error: ProviderError) {
  const account = await findSyncAccount(scope, tried.id);
  if (account?.accountId !== tried.accountId) throw new AccountMovedError();
  // For a balance or holdings, 404 means that there are none; for the rows the account itself is unknown.
  if (error.kind === 'not_found') await leaveStep(scope, account, note('account_missing'), true);
  else await leaveStep(scope, account, noteOf(error));
}

/** Skips the step at which workers vanish; the other steps are done. */
async function giveStepUp(scope: SyncScope, account: SyncAccount): Promise<void> {
  scope.context.log.error('workers keep dying on one account of a sync; its step is skipped', {
    run_id: scope.syncId,
    account_id: account.accountId,
    step: account.step,
  });
  await leaveStep(scope, account, note('worker_lost'));
}

/** Continues after the failed step, or ends the account if it is missing. A read that lacks rows is not complete. */
async function leaveStep(
  scope: SyncScope,
  account: SyncAccount,
  found: SyncNote,
  isMissing = false,
): Promise<void> {
  if (account.step === 'done') return;
  const { householdId } = scope;
  const now = scope.context.clock.now();
  const isReading = account.step === 'transactions' || account.step === 'reconcile';
  const change = {
    errors: withNote(account.errors, found),
    step: isMissing ? ('done' as const) : afterFailure[account.step],
    ...(isReading ? { readComplete: false } : {}),
  };
  await scope.write(async (tx) => {
    if (isMissing) await setAccountState(tx, householdId, account.linkId, 'missing', now);
    if (isMissing || account.step === 'reconcile') {
      await deleteStaged(tx, { householdId, syncAccountId: account.id });
    }
    await updateSyncAccount(tx, householdId, account, change, now);
  });
}

async function finishAccount(scope: SyncScope, account: SyncAccount): Promise<void> {
  const read = account.readComplete === true;
  const status =
    account.errors.length === 0 ? 'completed' : read ? 'completed_with_errors' : 'failed';
  const isLimited = account.errors.some(({ code }) => code === 'rate_limited');
  const limit = isLimited ? {} : { limitedUntil: null };
  await changeAccount(scope, account, { status, step: 'done', ...limit });
}

/**
 * Step 1. Stores the balance as sent, including its sign: zero is a balance, null is none. A balance in a currency other than the
 * account's is not stored.
 */
async function readBalance(scope: SyncScope, account: SyncAccount, link: LinkedAccount) {
  const balance = await scope.client.getBalance(link.providerAccountId, scope.signal);
  const { amount } = balance;
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
