import type { AnySql } from '../postgres/connect.ts';
import { hasRow, updateRow } from '../postgres/household-rows.ts';
import { listRows, oldestFirst, withRows } from '../postgres/page.ts';
import type { Page, PageRequest } from '../postgres/page.ts';
import type { AccountLink } from './account-link.ts';

export const ACCOUNT_TYPES = [
  'Depository',
  'Investment',
  'Crypto',
  'Property',
  'Vehicle',
  'OtherAsset',
  'CreditCard',
  'Loan',
  'OtherLiability',
] as const;
export const ACCOUNT_STATUSES = ['active', 'draft', 'disabled'] as const;

export interface Account {
  id: string;
  name: string;
  type: (typeof ACCOUNT_TYPES)[number];
  subtype: string | null;
  currency: string | null;
  balance: string | null;
  balanceAt: Date | null;
  openingBalance: string | null;
  status: (typeof ACCOUNT_STATUSES)[number];
  institutionName: string | null;
  /** IBAN or account number, without blanks, as the bank's files state it. */
  number: string | null;
  /** Its link to the provider; null if the account is not synced. */
  link: AccountLink | null;
  createdAt: Date;
  updatedAt: Date;
}

type Row = Omit<Account, 'link'> & { [Key in keyof AccountLink]: AccountLink[Key] | null };

function fromRow(row: Row): Account {
  const { connectionId, providerAccountId, aggregator, state, ignored, watermark } = row;
  const { lastSyncedAt, lastError, limitedUntil, holdingsState, ...account } = row;
  const link =
    providerAccountId === null || state === null || ignored === null || holdingsState === null
      ? null
      : {
          connectionId,
          providerAccountId,
          aggregator,
          // The row keeps the state that its deleted connection gave it last.
          state: connectionId === null ? 'disconnected' : state,
          ignored,
          watermark,
          lastSyncedAt,
          lastError,
          limitedUntil,
          holdingsState,
        };
  return { ...account, link };
}

/** The valuation that the account `a` begins with. */
const openingOf = (sql: AnySql) => sql`(
  select o.id from valuations o
  where o.household_id = a.household_id and o.account_id = a.id and o.kind = 'opening_anchor'
  order by o.date
  limit 1)`;

const columns = (sql: AnySql) => sql`
  a.id, a.name, a.accountable_type as type, a.subtype, a.currency, a.balance, a.balance_at,
  (select amount from valuations v where v.id = ${openingOf(sql)}) as opening_balance,
  a.status, a.institution_name, a.number, a.created_at, a.updated_at, p.connection_id, p.provider_account_id,
  p.aggregator, p.state, p.ignored, p.watermark, p.last_read_at as last_synced_at, p.last_error,
  p.limited_until, p.holdings_state`;

const linked = (sql: AnySql) => sql`
  accounts a
  left join provider_accounts p on p.household_id = a.household_id and p.account_id = a.id`;

/** One page of the accounts that match, oldest first. */
export async function listAccounts(
  sql: AnySql,
  householdId: string,
  page: PageRequest,
  { connectionId }: { connectionId?: string | undefined } = {},
): Promise<Page<Account>> {
  const matching = sql`
    from ${linked(sql)}
    where a.household_id = ${householdId}
    ${connectionId === undefined ? sql`` : sql`and p.connection_id = ${connectionId}`}`;
  const found = listRows<Row>(sql, page, matching, oldestFirst('a'), columns(sql));
  return withRows(found, (rows) => rows.map(fromRow));
}

/** The account, or null for an unknown or foreign id. */
export async function findAccount(
  sql: AnySql,
  householdId: string,
  id: string,
): Promise<Account | null> {
  const [row] = await sql<Row[]>`
    select ${columns(sql)}
    from ${linked(sql)}
    where a.household_id = ${householdId}
      and a.id = ${id}`;
  return row === undefined ? null : fromRow(row);
}

/** Ids and currencies of the household's accounts that are not disabled, oldest first. */
export async function listOpenAccounts(sql: AnySql, householdId: string) {
  return sql<Pick<Account, 'id' | 'currency'>[]>`
    select id, currency
    from accounts
    where household_id = ${householdId}
      and status <> 'disabled'
    order by created_at, id`;
}

/** Changes an account's name, type, number or, where it has one, opening balance; absent fields stay as they are. */
export async function updateAccount(
  sql: AnySql,
  householdId: string,
  id: string,
  { type: accountableType, openingBalance, ...change }: AccountChange,
  now: Date,
): Promise<void> {
  const set = { ...change, accountableType, updatedAt: now };
  await updateRow(sql, 'accounts', householdId, id, set);
  if (typeof openingBalance !== 'string') return;
  await sql`
    update valuations v
    set amount = ${openingBalance}, updated_at = ${now}
    from accounts a
    where a.household_id = ${householdId} and a.id = ${id} and v.id = ${openingOf(sql)}`;
  // Where no later balance is known, it is the one that exports name.
  const balance = { balance: openingBalance };
  await updateRow(sql, 'accounts', householdId, id, balance, sql`and balance_at is null`);
}

type AccountChange = {
  [Name in 'name' | 'type' | 'subtype' | 'number' | 'openingBalance']?: Account[Name] | undefined;
};

/** Whether the household has an account with that id. `accountId` must be a uuid. */
export const hasAccount = (sql: AnySql, householdId: string, accountId: string) =>
  hasRow(sql, 'accounts', householdId, accountId);
