import type { AnySql, Fragment } from '../../postgres/connect.ts';
import { updateRow } from '../../postgres/household-rows.ts';
import type { HoldingsState, ProviderAccountState } from '../../ledger/account-link.ts';

export interface LinkedAccount {
  id: string;
  providerAccountId: string;
  /** The account id inside its content hashes: the provider's, or the first one if it was relinked. */
  contentScope: string;
  accountId: string;
  state: ProviderAccountState;
  ignored: boolean;
  watermark: string | null;
  historyFloor: string | null;
  holdingsState: HoldingsState;
  holdingsCheckedAt: Date | null;
  /** Until when the provider limits this account alone. */
  limitedUntil: Date | null;
  /** When a run last finished reading it or failed to; null: never. */
  lastTriedAt: Date | null;
  /** The account's own currency; null until the provider names one. */
  currency: string | null;
}

const columns = (sql: AnySql) => sql`
  p.id,
  p.provider_account_id,
  coalesce(p.content_scope, p.provider_account_id) as content_scope,
  p.account_id, p.state, p.ignored, p.watermark, p.history_floor, p.holdings_state,
  p.holdings_checked_at, p.limited_until,
  greatest(p.last_read_at, p.last_error_at) as last_tried_at,
  a.currency`;

const linked = (sql: AnySql, householdId: string) => sql`
  select ${columns(sql)}
  from provider_accounts p
  join accounts a on a.id = p.account_id and a.household_id = p.household_id
  where p.household_id = ${householdId}`;

/** All links of one connection, in order of discovery. */
export async function listLinkedAccounts(sql: AnySql, householdId: string, connectionId: string) {
  return sql<LinkedAccount[]>`
    ${linked(sql, householdId)} and p.connection_id = ${connectionId}
    order by p.created_at, p.id`;
}

/** One link. Throws when it is gone, since the run is then pointless. */
export async function getLinkedAccount(
  sql: AnySql,
  householdId: string,
  id: string,
): Promise<LinkedAccount> {
  const [row] = await sql<LinkedAccount[]>`${linked(sql, householdId)} and p.id = ${id}`;
  if (row === undefined) throw new Error('the linked account is gone');
  return row;
}

/** The values of a new account when the provider first lists it. */
export interface DiscoveredAccount {
  providerAccountId: string;
  name: string;
  accountableType: string;
  currency: string | null;
  institutionName: string | null;
  institutionLogo: string | null;
  aggregator: string | null;
}

/**
 * Links an account that the connection lists for the first time. If its former connection was deleted, the account is found again
 * with its rows and read from the start of its history; otherwise a new one is created. Returns the account's id.
 */
export async function linkAccount(
  sql: AnySql,
  householdId: string,
  connectionId: string,
  found: DiscoveredAccount,
  now: Date,
): Promise<string> {
  const [adopted] = await sql<{ accountId: string }[]>`
    update provider_accounts
    set connection_id = ${connectionId},
      state = 'active',
      watermark = null,
      aggregator = ${found.aggregator},
      updated_at = ${now}
    where id = (
      select p.id
      from provider_accounts p
      join accounts a on a.id = p.account_id and a.household_id = p.household_id
      where p.household_id = ${householdId}
        and p.connection_id is null
        and p.provider_account_id = ${found.providerAccountId}
        and a.institution_name is not distinct from ${found.institutionName}
      order by p.updated_at desc
      limit 1
    )
    returning account_id`;
  if (adopted !== undefined) return adopted.accountId;
  const [created] = await sql<[{ accountId: string }]>`
    with account as (
      insert into accounts (household_id, name, accountable_type, currency, institution_name, created_at, updated_at)
      values (
        ${householdId}, ${found.name}, ${found.accountableType}, ${found.currency},
        ${found.institutionName}, ${now}, ${now}
      )
      returning id
    )
    insert into provider_accounts (
      household_id, connection_id, provider_account_id, account_id, aggregator, institution_logo, created_at, updated_at
    )
    select ${householdId}::uuid, ${connectionId}::uuid, ${found.providerAccountId}, id, ${found.aggregator},
      ${found.institutionLogo}, ${now}, ${now}
    from account
    returning account_id`;
  return created.accountId;
}

/** Stores the state that the provider's list gives for a linked account. */
export async function setAccountState(
  sql: AnySql,
  householdId: string,
  id: string,
  state: ProviderAccountState,
  now: Date,
): Promise<void> {
  const change = { state, updatedAt: now };
  await updateRow(sql, 'provider_accounts', householdId, id, change, sql`and state <> ${state}`);
}

/** Sets an account's currency once it is known; never overwrites it. */
export const learnCurrency = (sql: AnySql, householdId: string, id: string, currency: string) =>
  updateRow(sql, 'accounts', householdId, id, { currency }, sql`and currency is null`);

/** Stores a balance as the provider sent it, with the time at which it was valid. */
export const setBalance = (
  sql: AnySql,
  householdId: string,
  accountId: string,
  { amount, at }: { amount: string; at: Date },
) =>
  updateRow(sql, 'accounts', householdId, accountId, {
    balance: amount,
    balanceAt: at,
    updatedAt: at,
  });

/** Day of the provider's newest posted row, for the link with the alias `p`. */
export function newestPostedDay(sql: AnySql): Fragment {
  // Each half is the first row of one index.
  const newest = (part: Fragment) => sql`(
    select t.date
    from transactions t
    where t.household_id = p.household_id
      and t.account_id = p.account_id
      and t.source = 'provider'
      and not t.pending
      and t.${part}
    order by t.date desc
    limit 1
  )`;
  return sql`greatest(${newest(sql`removed_at is null`)}, ${newest(sql`removed_at is not null`)})`;
}

/** Advances the watermark after a complete read; never moves it back. */
export async function advanceWatermark(
  sql: AnySql,
  householdId: string,
  id: string,
  read: { on: string; floor: string; at: Date },
): Promise<void> {
  await updateRow(sql, 'provider_accounts', householdId, id, {
    watermark: sql`greatest(watermark, ${read.on}::date)`,
    historyFloor: sql`least(history_floor, ${read.floor}::date)`,
    lastReadAt: read.at,
    updatedAt: read.at,
  });
}

/** Day of the oldest open pending row. */
export async function findOldestPending(
  sql: AnySql,
  householdId: string,
  accountId: string,
): Promise<string | null> {
  const [row] = await sql<{ date: string | null }[]>`
    select min(date) as date
    from transactions
    where household_id = ${householdId}
      and account_id = ${accountId}
      and source = 'provider'
      and pending
      and removed_at is null`;
  return row?.date ?? null;
}

/** Excludes an account from syncs, or includes it again, so that its whole history is read. */
export async function setIgnored(
  sql: AnySql,
  householdId: string,
  accountId: string,
  ignored: boolean,
  now: Date,
): Promise<void> {
  await sql`
    update provider_accounts
    set ignored = ${ignored},
      watermark = case when ${ignored} then watermark end,
      updated_at = ${now}
    where household_id = ${householdId}
      and account_id = ${accountId}
      and ignored <> ${ignored}`;
}

/** Stores the outcome of the ended run on each account: its first error, or none. Accounts that it had not begun keep theirs. */
export async function recordAccountResults(
  sql: AnySql,
  householdId: string,
  syncId: string,
  now: Date,
): Promise<void> {
  await sql`
    update provider_accounts account
    set last_error = result.errors -> 0,
      last_error_at = case
        -- The run ended while it read the account, which keeps its turn.
        when result.step <> 'done' and result.limited_until is null then account.last_error_at
        when result.errors <> '[]' or result.limited_until is not null then ${now}::timestamptz
      end,
      limited_until = result.limited_until,
      updated_at = ${now}
    from sync_accounts result
    where result.household_id = ${householdId}
      and result.sync_id = ${syncId}
      and (result.status <> 'skipped' or result.step = 'done')
      and account.household_id = result.household_id
      and account.id = result.provider_account_id`;
}
