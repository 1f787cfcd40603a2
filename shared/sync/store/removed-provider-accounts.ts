import type { AnySql, Fragment, Tx } from '../../postgres/connect.ts';
import { updateRow } from '../../postgres/household-rows.ts';
import { valueTable } from '../../postgres/value-table.ts';
import { comparedName } from '#preflight/clean-text';
import { contentMark } from '../../imports/match/content-hash.ts';
import type { RowContent } from '../../imports/match/content-hash.ts';
import { contentColumns } from './read-scope.ts';
import { newestPostedDay } from './provider-accounts.ts';

/** This many of the latest rows are enough to recognise an account by its content. */
const MARKED_ROWS = 1000;

/** What remains of an account that a person deleted or merged, so that its connection does not list it again. */
export interface RemovedProviderAccount {
  id: string;
  providerAccountId: string;
  name: string;
  institutionName: string | null;
  currency: string | null;
  /** Hex digests of its latest rows. */
  marks: string[];
  /** Day of the newest of them. */
  lastDay: string | null;
}

/** The accounts that a connection must not bring back. */
export async function listRemovedProviderAccounts(
  sql: AnySql,
  householdId: string,
  connectionId: string,
): Promise<RemovedProviderAccount[]> {
  return sql<RemovedProviderAccount[]>`
    select id, provider_account_id, name, institution_name, currency,
      array(select encode(mark, 'hex') from unnest(marks) as mark) as marks,
      last_day
    from removed_provider_accounts
    where household_id = ${householdId}
      and connection_id = ${connectionId}
    order by created_at, id`;
}

/** Stores the link of an account that is about to be deleted, if it has one. */
export async function insertRemovedProviderAccount(
  tx: Tx,
  householdId: string,
  accountId: string,
  now: Date,
): Promise<void> {
  const marks = [...(await listContentMarks(tx, householdId, accountId))];
  await tx`
    insert into removed_provider_accounts (
      household_id, connection_id, provider_account_id, name, institution_name, currency, marks, last_day,
      created_at
    )
    select p.household_id, p.connection_id, p.provider_account_id, coalesce(p.listed_name, a.name), a.institution_name,
      a.currency, array(select decode(mark, 'hex') from unnest(${marks}::text[]) as mark),
      ${newestPostedDay(tx)},
      ${now}
    from provider_accounts p
    join accounts a on a.household_id = p.household_id and a.id = p.account_id
    where p.household_id = ${householdId}
      and p.account_id = ${accountId}
      and p.connection_id is not null
    on conflict (connection_id, provider_account_id) do update
    set marks = excluded.marks,
      last_day = excluded.last_day`;
}

/** Gives a deleted account the new id under which the provider now lists it. */
export const renameRemovedProviderAccount = (
  sql: AnySql,
  householdId: string,
  id: string,
  providerAccountId: string,
) => updateRow(sql, 'removed_provider_accounts', householdId, id, { providerAccountId });

/**
 * Marks of an account's latest posted rows from the provider, including those that a person deleted. With `like` (newest first)
 * only marks of rows that may equal one of these.
 */
export async function listContentMarks(
  sql: AnySql,
  householdId: string,
  accountId: string,
  like?: readonly { date: string; amount: string }[],
): Promise<string[]> {
  const isAlike =
    like === undefined
      ? sql``
      : sql`
        and date between ${like.at(-1)?.date ?? null} and ${like[0]?.date ?? null}
        and (amount, date) in (
          select distinct * from ${valueTable(sql, 'alike', like, { amount: 'numeric', date: 'date' })}
        )`;
  // Each half is read in the order of its own index.
  const latest = (part: Fragment) => sql`
    select id, ${contentColumns(sql)}
    from transactions
    where household_id = ${householdId}
      and account_id = ${accountId}
      and source = 'provider'
      and not pending
      and ${part}
      ${isAlike}
    order by date desc, id
    limit ${MARKED_ROWS}`;
  const rows = await sql<RowContent[]>`
    select date, amount, currency, merchant, description
    from (
      (${latest(sql`removed_at is null`)})
      union all
      (${latest(sql`removed_at is not null`)})
    ) latest
    order by date desc, id
    limit ${MARKED_ROWS}`;
  return rows.map((row) =>
    contentMark({ ...row, label: comparedName(row.merchant ?? row.description) }),
  );
}
