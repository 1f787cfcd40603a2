import type { AnySql, Fragment, Tx } from '../postgres/connect.ts';
import { logChange } from '../changes/transaction-changes.ts';
import type { NewEntry, NewTransaction } from './new-transactions.ts';
import type { TRANSACTION_KINDS } from '#preflight/records/fields';

export interface Transaction {
  readonly id: string;
  readonly accountId: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** Exact decimal; money in is positive. */
  readonly amount: string;
  readonly currency: string;
  readonly name: string;
  readonly notes: string | null;
  readonly pending: boolean;
  /** Pending and no longer listed by the provider or in files, but kept: a person edited it, or a file brought it. */
  readonly stalePending: boolean;
  readonly excluded: boolean;
  readonly kind: (typeof TRANSACTION_KINDS)[number];
  readonly categoryId: string | null;
  readonly merchantId: string | null;
  readonly tagIds: readonly string[];
  readonly categoryName: string | null;
  readonly merchantName: string | null;
  /** In the order of `tagIds`. */
  readonly tagNames: readonly string[];
  /** The split lines, by amount; snake_case, as on the wire. */
  readonly splits: readonly TransactionSplit[];
  readonly investmentActivityLabel: string | null;
  readonly providerMerchant: string | null;
  readonly providerDescription: string | null;
  readonly parentId: string | null;
  readonly transferId: string | null;
  readonly source: string;
  /** The id of the client that added it. */
  readonly externalId: string | null;
  readonly lockedAttributes: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface TransactionSplit {
  readonly id: string;
  readonly amount: string;
  readonly name: string;
  readonly category_id: string | null;
}

/** The columns of a Transaction, over `t`. */
export function transactionColumns(sql: AnySql): Fragment {
  return sql`
    t.id, t.account_id, t.date, t.amount, t.currency, t.name, t.notes, t.pending,
    t.stale_pending, t.excluded, t.kind, t.category_id, t.merchant_id,
    array(
      select tt.tag_id
      from transaction_tags tt
      where tt.transaction_id = t.id
      order by tt.tag_id
    ) as tag_ids,
    (select name from categories where id = t.category_id) as category_name,
    (select name from merchants where id = t.merchant_id) as merchant_name,
    array(
      select g.name
      from transaction_tags tt
      join tags g on g.id = tt.tag_id
      where tt.transaction_id = t.id
      order by tt.tag_id
    ) as tag_names,
    case
      when t.is_split_parent then coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', s.id,
          'amount', s.amount::text,
          'name', s.name,
          'category_id', s.category_id
        ) order by s.amount, s.id)
          -- In a filter, not in where: there the planner might scan a partial index of all rows for each parent.
          filter (where s.removed_at is null)
        from transactions s
        where s.household_id = t.household_id and s.parent_id = t.id
      ), '[]')
      else '[]'
    end as splits,
    t.investment_activity_label,
    t.provider_merchant, t.provider_description,
    t.parent_id,
    coalesce(
      (select id from transfers where inflow_transaction_id = t.id limit 1),
      (select id from transfers where outflow_transaction_id = t.id limit 1)
    ) as transfer_id,
    t.source,
    t.client_external_id as external_id,
    array(select jsonb_object_keys(t.locked_attributes) order by 1) as locked_attributes,
    t.created_at, t.updated_at`;
}

/** The household's transactions with these ids, in the order of the ids. */
export async function listTransactionsById(
  sql: AnySql,
  householdId: string,
  ids: readonly string[],
): Promise<Transaction[]> {
  if (ids.length === 0) return [];
  return sql<Transaction[]>`
    select ${transactionColumns(sql)}
    from transactions t
    where t.household_id = ${householdId}
      and t.id = any(${ids}::uuid[])
      and t.removed_at is null
    order by array_position(${ids}::uuid[], t.id)`;
}

/** One of the household's transactions, or null when unknown, foreign or removed. */
export async function findTransaction(
  sql: AnySql,
  householdId: string,
  id: string,
): Promise<Transaction | null> {
  const [transaction] = await listTransactionsById(sql, householdId, [id]);
  return transaction ?? null;
}

/** A person's changes; absent attributes stay. The names are those of columns, as locks use them. */
export type TransactionEdit = Partial<
  NewEntry & Pick<NewTransaction, 'account_id' | 'date' | 'excluded'>
>;

/**
 * Applies a person's edit: locks every attribute in it against rules and the provider. The caller has checked that category, merchant and tags belong to the household. False: not found.
 */
export async function editTransaction(
  tx: Tx,
  householdId: string,
  id: string,
  edit: TransactionEdit,
  editedAt: Date,
): Promise<boolean> {
  await tx`select from transactions where household_id = ${householdId} and id = ${id} for update`;
  const before = await findTransaction(tx, householdId, id);
  if (before === null) return false;
  const { tag_ids: tagIds, ...columns } = edit;
  const locks = Object.keys(edit);
  await tx`
    update transactions t
    set ${tx({ ...columns, updated_at: editedAt })},
      locked_attributes = t.locked_attributes || (
        select jsonb_object_agg(attribute, ${editedAt}::timestamptz)
        from unnest(${locks}::text[]) attribute
      )
    where t.household_id = ${householdId} and t.id = ${id}`;
  if (tagIds !== undefined) {
    await replaceTags(tx, householdId, id, tagIds);
    await logTags(tx, householdId, id, before.tagIds);
  }
  if (edit.account_id !== undefined || edit.date !== undefined) {
    // Lines of a split follow it.
    await tx`
      update transactions
      set account_id = ${edit.account_id ?? before.accountId},
        date = ${edit.date ?? before.date},
        updated_at = ${editedAt}
      where household_id = ${householdId} and parent_id = ${id}`;
  }
  return true;
}

async function replaceTags(
  tx: Tx,
  householdId: string,
  id: string,
  tagIds: readonly string[],
): Promise<void> {
  await tx`
    delete from transaction_tags
    where household_id = ${householdId} and transaction_id = ${id} and tag_id <> all(${tagIds}::uuid[])`;
  await tx`
    insert into transaction_tags (household_id, transaction_id, tag_id)
    select distinct ${householdId}::uuid, ${id}::uuid, tag_id
    from unnest(${tagIds}::uuid[]) tag_id
    on conflict do nothing`;
}

/** Logs the tags that a transaction had, where it has others now. */
async function logTags(
  tx: Tx,
  householdId: string,
  id: string,
  before: readonly string[],
): Promise<void> {
  await logChange(
    tx,
    householdId,
    'tag_ids',
    tx`
    select ${id}::uuid, to_json(had.ids), to_json(has.ids)
    from (select ${before as string[]}::uuid[] as ids) had
    cross join (
      select array(select tag_id from transaction_tags where transaction_id = ${id} order by tag_id) as ids
    ) has
    where had.ids <> has.ids`,
  );
}
