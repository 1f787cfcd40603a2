import type { AnySql, Fragment, Tx } from '../postgres/connect.ts';
import { ofHousehold } from '../postgres/plans.ts';
import { logChange } from '../changes/transaction-changes.ts';
import { insertTags } from './new-transactions.ts';
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
  /** Pending and no longer listed by the provider or in files, but kept because a person edited it or a file brought it. */
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
  /** The id that the client which added it gave it. */
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

/** The split lines of `t`, as JSON. */
const splitLines = (sql: AnySql): Fragment => sql`
  case
    when t.is_split_parent then coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', s.id,
        'amount', s.amount::text,
        'name', s.name,
        'category_id', s.category_id
      ) order by s.amount, s.id)
        -- A filter, not a condition of where: for that the planner might scan a partial index of all rows for each parent.
        filter (where s.removed_at is null)
      from transactions s
      where s.household_id = t.household_id and s.parent_id = t.id
    ), '[]')
    else '[]'
  end`;

type TransferSide = 'inflow_transaction_id' | 'outflow_transaction_id';

/**
 * The transfers that have one of these transactions on a side. The household comes after the look-up: where most have few transfers,
 * the planner would read all of a household with many.
 */
const transferOf = (
  sql: AnySql,
  householdId: string,
  ids: readonly string[],
  side: TransferSide,
): Fragment => sql`
  select transaction_id, id, ${side} as side
  from (
    select ${sql(side)} as transaction_id, id, household_id
    from transfers
    where ${sql(side)} = any(${ids as string[]}::uuid[])
    offset 0
  ) found
  where household_id = ${householdId}`;

/**
 * The household's transactions with these ids, in the order of the ids; removed ones only with `withRemoved`. Searches each table
 * once for all of them.
 */
export async function listTransactionsById(
  sql: AnySql,
  householdId: string,
  ids: readonly string[],
  { withRemoved = false } = {},
): Promise<Transaction[]> {
  if (ids.length === 0) return [];
  const these = sql`any(${ids}::uuid[])`;
  const named = (table: 'categories' | 'merchants', reference: string) => sql`
    select id, name
    from ${sql(table)}
    where ${ofHousehold(sql, householdId)}
      and id = any(array(select ${sql(reference)} from t))`;
  return sql<Transaction[]>`
    with t as materialized (
      select *
      from transactions
      where ${ofHousehold(sql, householdId)}
        and id = ${these}
        ${withRemoved ? sql`` : sql`and removed_at is null`}
    ),
    tagged as materialized (
      select tt.transaction_id, array_agg(g.id order by g.id) as ids, array_agg(g.name order by g.id) as names
      from transaction_tags tt
      join tags g on g.id = tt.tag_id
      where tt.${ofHousehold(sql, householdId)}
        and tt.transaction_id = ${these}
      group by 1
    ),
    category as materialized (${named('categories', 'category_id')}),
    merchant as materialized (${named('merchants', 'merchant_id')}),
    transfer as materialized (
      select distinct on (transaction_id) transaction_id, id
      from (
        ${transferOf(sql, householdId, ids, 'inflow_transaction_id')}
        union all
        ${transferOf(sql, householdId, ids, 'outflow_transaction_id')}
      ) sides
      order by transaction_id, side
    )
    select
      t.id, t.account_id, t.date, t.amount, t.currency, t.name, t.notes, t.pending,
      t.stale_pending, t.excluded, t.kind, t.category_id, t.merchant_id,
      coalesce(tagged.ids, '{}') as tag_ids,
      category.name as category_name,
      merchant.name as merchant_name,
      coalesce(tagged.names, '{}') as tag_names,
      ${splitLines(sql)} as splits,
      t.investment_activity_label,
      t.provider_merchant, t.provider_description,
      t.parent_id,
      transfer.id as transfer_id,
      t.source,
      t.client_external_id as external_id,
      array(select jsonb_object_keys(t.locked_attributes) order by 1) as locked_attributes,
      t.created_at, t.updated_at
    from t
    left join tagged on tagged.transaction_id = t.id
    left join category on category.id = t.category_id
    left join merchant on merchant.id = t.merchant_id
    left join transfer on transfer.transaction_id = t.id
    order by array_position(${ids}::uuid[], t.id)`;
}

/** One of the household's transactions, or null if it is unknown, foreign or removed. */
export async function findTransaction(
  sql: AnySql,
  householdId: string,
  id: string,
): Promise<Transaction | null> {
  const [transaction] = await listTransactionsById(sql, householdId, [id]);
  return transaction ?? null;
}

/** The transaction, locked until the database transaction ends; null if not found. */
export async function lockTransaction(
  tx: Tx,
  householdId: string,
  id: string,
): Promise<Transaction | null> {
  await tx`select from transactions where household_id = ${householdId} and id = ${id} for update`;
  return findTransaction(tx, householdId, id);
}

/** A person's changes; absent attributes stay as they are. Named by column, as in locks. */
export type TransactionEdit = Partial<
  NewEntry & Pick<NewTransaction, 'account_id' | 'date' | 'excluded'>
>;

/** Applies a person's edit and locks it against rules and the provider. The caller checks its references. False: not found. */
export async function editTransaction(
  tx: Tx,
  householdId: string,
  id: string,
  edit: TransactionEdit,
  editedAt: Date,
): Promise<boolean> {
  const before = await lockTransaction(tx, householdId, id);
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
    await replaceTags(tx, householdId, before, tagIds);
  }
  if (edit.account_id !== undefined || edit.date !== undefined) {
    // Lines of a split move along.
    await tx`
      update transactions
      set account_id = ${edit.account_id ?? before.accountId},
        date = ${edit.date ?? before.date},
        updated_at = ${editedAt}
      where household_id = ${householdId} and parent_id = ${id}`;
  }
  return true;
}

/** Unlocks attributes that a person locked, for rules and the provider. Ignores those that are not locked. */
export async function unlockTransaction(
  tx: Tx,
  householdId: string,
  id: string,
  attributes: readonly string[],
  now: Date,
): Promise<void> {
  await tx`
    update transactions
    set locked_attributes = locked_attributes - ${attributes}::text[], updated_at = ${now}
    where household_id = ${householdId}
      and id = ${id}
      and locked_attributes ?| ${attributes}::text[]`;
}

/** Logs the previous tags if that changes them. */
async function replaceTags(
  tx: Tx,
  householdId: string,
  { id, tagIds: before }: Transaction,
  tagIds: readonly string[],
): Promise<void> {
  await tx`
    delete from transaction_tags
    where household_id = ${householdId} and transaction_id = ${id} and tag_id <> all(${tagIds}::uuid[])`;
  const tags = tagIds.map((tagId) => ({ id, tagId }));
  await insertTags(tx, householdId, tags);
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
