import { randomUUID } from 'node:crypto';
import type { Tx } from '../postgres/connect.ts';
import { valueTable } from '../postgres/value-table.ts';
import { jsonParameter } from '../postgres/json-parameter.ts';
import { NOTHING_GIVEN, TEXTS } from './transaction-attributes.ts';
import type { Given } from './transaction-attributes.ts';

/** What a transaction and each line of a split may hold, by column name. */
export interface NewEntry extends Given {
  readonly amount: string;
  readonly name: string;
}

export interface NewTransaction extends NewEntry {
  readonly account_id: string;
  readonly date: string;
  /** Null: the account's. */
  readonly currency: string | null;
  readonly excluded: boolean;
  readonly external_id: string | null;
  readonly splits: readonly NewEntry[];
}

/** What a person chose deliberately, so that rules leave it alone. A name is not: the source stated it. */
const LOCKING = Object.keys(NOTHING_GIVEN) as (keyof Given)[];

function locksOf(entry: NewEntry, now: Date): Record<string, string> {
  const chosen = LOCKING.filter((name) => (entry[name] ?? '').length > 0);
  return Object.fromEntries(chosen.map((name) => [name, now.toISOString()]));
}

/** Account and external id as one key. */
export const clientKey = (accountId: string, externalId: string): string =>
  `${accountId} ${externalId}`;

/** The transactions that clients added under these ids and that are not deleted: their ids by `clientKey`. */
export async function findByExternalIds(
  tx: Tx,
  householdId: string,
  wanted: readonly { account_id: string; external_id: string }[],
): Promise<Map<string, string>> {
  if (wanted.length === 0) return new Map();
  const rows = await tx<{ id: string; accountId: string; externalId: string }[]>`
    select t.id, t.account_id, t.client_external_id as external_id
    from ${valueTable(tx, 'wanted', wanted, { account_id: 'uuid', external_id: 'text' })}
    join transactions t
      on t.account_id = wanted.account_id
      and t.client_external_id = wanted.external_id
    where t.household_id = ${householdId}
      and t.removed_at is null
    order by t.created_at desc, t.id`;
  return new Map(rows.map((row) => [clientKey(row.accountId, row.externalId), row.id]));
}

/** Adds transactions with their split lines and tags. Returns their ids, in order. */
export async function insertTransactions(
  tx: Tx,
  householdId: string,
  added: readonly NewTransaction[],
  now: Date,
): Promise<string[]> {
  const whole = added.map((transaction) => ({
    ...transaction,
    id: randomUUID(),
    parent_id: null as string | null,
    is_split_parent: transaction.splits.length > 0,
    // The lines count in reports instead.
    excluded: transaction.excluded || transaction.splits.length > 0,
  }));
  const lines = whole.flatMap(({ splits, ...parent }, at) =>
    splits.map((line) => ({
      ...parent,
      ...line,
      id: randomUUID(),
      parent_id: parent.id,
      is_split_parent: false,
      excluded: added[at]?.excluded ?? false,
      external_id: null,
    })),
  );
  await insertEntries(tx, householdId, [...whole, ...lines], now);
  return whole.map(({ id }) => id);
}

/** A row of the table, complete except for its source. */
interface EntryRow extends Omit<NewTransaction, 'splits'> {
  readonly id: string;
  readonly parent_id: string | null;
  readonly is_split_parent: boolean;
}

const textsAs = (part: (column: string) => string) => TEXTS.map(part).join(', ');

/** Inserts rows that a person entered, including lines of splits. */
export async function insertEntries(
  tx: Tx,
  householdId: string,
  entries: readonly EntryRow[],
  now: Date,
): Promise<void> {
  const rows = entries.map((entry) => ({ ...entry, locked_attributes: locksOf(entry, now) }));
  await tx`
    insert into transactions (
      id, household_id, account_id, date, amount, currency, name, category_id, merchant_id, excluded, parent_id,
      is_split_parent, client_external_id, locked_attributes, source, created_at, updated_at,
      ${tx.unsafe(textsAs((column) => column))})
    select r.id, ${householdId}::uuid, r.account_id, r.date, r.amount, coalesce(r.currency, a.currency, h.currency), r.name,
      r.category_id, r.merchant_id, r.excluded, r.parent_id, r.is_split_parent, r.external_id,
      r.locked_attributes, 'manual', ${now}::timestamptz, ${now}::timestamptz,
      ${tx.unsafe(textsAs((column) => `r.${column}`))}
    from jsonb_to_recordset(${jsonParameter(tx, rows)}::jsonb) as r (
      id uuid, account_id uuid, date date, amount numeric, currency text, name text, category_id uuid,
      merchant_id uuid, excluded boolean, parent_id uuid, is_split_parent boolean, external_id text,
      locked_attributes jsonb, ${tx.unsafe(textsAs((column) => `${column} text`))})
    join accounts a on a.household_id = ${householdId} and a.id = r.account_id
    join households h on h.id = a.household_id`;
  const tags = entries.flatMap(({ id, tag_ids: ids }) => ids.map((tagId) => ({ id, tagId })));
  await insertTags(tx, householdId, tags);
}

/** Adds tags to transactions that may have them already. */
export async function insertTags(
  tx: Tx,
  householdId: string,
  tags: readonly { id: string; tagId: string }[],
): Promise<void> {
  if (tags.length === 0) return;
  await tx`
    insert into transaction_tags (household_id, transaction_id, tag_id)
    select ${householdId}::uuid, *
    from ${valueTable(tx, 'tagged', tags, { id: 'uuid', tagId: 'uuid' })}
    on conflict do nothing`;
}
