import type { Tx } from '../../postgres/connect.ts';
import { copiedColumns } from '../../ledger/record-columns.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import {
  ID_START,
  meetBankRows,
  rememberOrigins,
  settleOrigins,
  transactionOfSession,
} from './transaction-origins.ts';
import { mapped, requireFit, requireReferences, stagedInAccounts } from './scope.ts';
import type { Apply, ImportScope } from './scope.ts';

/** Merged columns: a later record never removes what a provider or a person said before. */
const MERGED = [
  'provider_merchant',
  'provider_description',
  'extra',
  'locked_attributes',
  'rule_attributes',
] as const;
const copied = copiedColumns('Transaction', MERGED);

/** Refuses staged transactions and split lines that refer to records that the session does not know. */
function requireKnown(tx: Tx, scope: ImportScope): Promise<void> {
  const dangling = tx`
    select s.line, r.place, r.source_type, r.source_id
    from stage_transactions s
    ${mapped(tx, scope, 'Account', 'account_ref', 'a')}
    ${mapped(tx, scope, 'Category', 'category_ref', 'c')}
    ${mapped(tx, scope, 'Merchant', 'merchant_ref')}
    cross join lateral (values
      (1, 'Account', case when a.record_id is null then s.account_ref end),
      (2, 'Category', case when c.record_id is null then s.category_ref end),
      (3, 'Merchant', case when m.record_id is null then s.merchant_ref end))
      as r (place, source_type, source_id)
    where (a.record_id is null
        or (s.category_ref is not null and c.record_id is null)
        or (s.merchant_ref is not null and m.record_id is null))
      and r.source_id is not null
    union all
    select s.line, 4, 'Tag' as source_type, r.ref as source_id
    from stage_transactions s
    cross join lateral unnest(s.tag_refs) as r (ref)
    left join import_id_map m
      on m.session_id = ${scope.sessionId} and m.source_type = 'Tag' and m.source_id = r.ref
    where m.record_id is null`;
  return requireReferences(tx, 'Transaction', dangling);
}

/**
 * Gives staged rows whose source id the session already knows the ids of its transactions. This comes before writing: an insert
 * into a partitioned table cannot tell afterwards which rows it inserted and which it updated. Returns how many are known.
 */
async function markKnown(tx: Tx, scope: ImportScope): Promise<number> {
  // One index probe per row: for a join the planner might choose badly, as it has no statistics on this session.
  const { count } = await tx`
    update stage_transactions s
    set id = seen.id, known = true
    from (
      select o.ctid as place, ${transactionOfSession(tx, scope, tx`substr(o.external_id, ${ID_START})`)} as id
      from stage_transactions o
    ) seen
    where s.ctid = seen.place
      and seen.id is not null
      -- Skips all lookups if the session has no transactions yet.
      and exists (
        select 1
        from transactions
        where ${ofHousehold(tx, scope.householdId)}
          and import_session_id = ${scope.sessionId}
      )`;
  return count;
}

/** What a later record of the session changes in a transaction. */
const updateKnown = (tx: Tx) => tx`
  on conflict (household_id, id) do update
  set account_id = excluded.account_id,
      currency = excluded.currency,
      category_id = excluded.category_id,
      merchant_id = excluded.merchant_id,
      ${tx.unsafe(copied.fromExcluded)},
      parent_id = excluded.parent_id,
      is_split_parent = excluded.is_split_parent,
      provider_merchant = coalesce(excluded.provider_merchant, transactions.provider_merchant),
      provider_description = coalesce(excluded.provider_description, transactions.provider_description),
      extra = transactions.extra || excluded.extra,
      locked_attributes = transactions.locked_attributes || excluded.locked_attributes,
      rule_attributes = transactions.rule_attributes || excluded.rule_attributes,
      updated_at = now()`;

/** Writes staged rows: parents and plain transactions first, then split lines. A known row is updated in place. */
async function writeRows(
  tx: Tx,
  scope: ImportScope,
  splitLines: boolean,
  someKnown: boolean,
): Promise<{ created: number; updated: number }> {
  const written = splitLines
    ? tx`s.parent_external_id is not null`
    : tx`s.parent_external_id is null`;
  const [counts] = await tx<[{ created: number; updated: number }]>`
    with written as (
      insert into transactions (
        id, household_id, account_id, currency, category_id, merchant_id, parent_id, is_split_parent,
        ${tx.unsafe(copied.names)}, provider_merchant, provider_description, extra, locked_attributes, rule_attributes,
        source, external_id, content_hash, import_id, import_name, import_date, import_external_id, import_session_id)
      select s.id, ${scope.householdId}, a.id, coalesce(s.currency, a.currency, h.currency),
        c.record_id, merchant.record_id, parent.id, s.is_split_parent,
        ${tx.unsafe(copied.staged)}, s.provider_merchant, s.provider_description, coalesce(s.extra, '{}'),
        coalesce(s.locked_attributes, '{}'), coalesce(s.rule_attributes, '{}'),
        coalesce(s.source, ${scope.source}),
        case when s.source is null then s.external_id when s.source = 'provider' then s.provider_id end,
        case when s.source = 'provider' then decode(s.provider_digest, 'hex') end,
        s.import_id, s.import_name, s.import_date, s.import_external_id, ${scope.sessionId}
      ${stagedInAccounts(tx, scope, 'Transaction')}
      ${mapped(tx, scope, 'Category', 'category_ref', 'c')}
      ${mapped(tx, scope, 'Merchant', 'merchant_ref', 'merchant')}
      ${
        splitLines
          ? tx`join stage_transactions parent on parent.external_id = s.parent_external_id`
          : tx`cross join (select null::uuid as id) parent`
      }
      where ${written}
      ${someKnown ? updateKnown(tx) : tx``}
    )
    select count(*) filter (where not known)::int as created, count(*) filter (where known)::int as updated
    from stage_transactions s
    where ${written}`;
  return counts;
}

/** Deletes split lines that an updated transaction no longer has; a staged row with the id of one is new. */
async function removeOldSplitLines(tx: Tx, scope: ImportScope): Promise<void> {
  await tx`
    with gone as (
      delete from transactions t
      using stage_transactions s
      where s.known
        and s.parent_external_id is null
        and t.household_id = ${scope.householdId}
        and t.parent_id = s.id
        and not exists (
          select 1
          from stage_transactions line
          where line.external_id = t.external_id
            and line.parent_external_id = s.external_id
        )
      returning t.id
    )
    update stage_transactions s
    set id = default, known = false
    from gone
    where s.id = gone.id`;
}

/** Refuses split lines whose id another transaction or its line has: writing one of the two would take away the other's row. */
function requireOwnRows(tx: Tx, scope: ImportScope): Promise<void> {
  const id = tx`1 as place, 'split_lines.id' as field, substr(s.external_id, ${ID_START}) as value`;
  return requireFit(
    tx,
    'Transaction',
    'invalid_split_lines',
    'another transaction or a line of another one has the id of a split line',
    tx`
    select greatest(s.line, other.line) as line, ${id}
    from stage_transactions s
    join stage_transactions other on other.external_id = s.external_id and other.line <> s.line
    where s.parent_external_id is not null
    union
    select s.line, ${id}
    from stage_transactions s
    left join stage_transactions parent on parent.external_id = s.parent_external_id
    join transactions t on t.${ofHousehold(tx, scope.householdId)} and t.id = s.id
    where s.known
      and t.parent_id is distinct from parent.id`,
  );
}

/** Writes the tags of each record; a record that existed before loses its other tags. */
async function writeTags(tx: Tx, scope: ImportScope, someUpdated: boolean): Promise<void> {
  if (someUpdated) {
    await tx`
      delete from transaction_tags tt
      using stage_transactions s
      where s.known
        and tt.transaction_id = s.id`;
  }
  await tx`
    insert into transaction_tags (household_id, transaction_id, tag_id)
    select ${scope.householdId}, s.id, m.record_id
    from stage_transactions s
    cross join lateral unnest(s.tag_refs) as r (ref)
    join import_id_map m
      on m.session_id = ${scope.sessionId} and m.source_type = 'Tag' and m.source_id = r.ref
    on conflict do nothing`;
}

/** Transactions with their split lines and tags. Counts records: a split line is part of one. */
export const applyTransactions: Apply = async (tx, scope) => {
  const superseded = await tx<{ record: boolean }[]>`
    delete from stage_transactions s
    using stage_transactions later
    where later.external_id = coalesce(s.parent_external_id, s.external_id)
      and later.parent_external_id is null
      and later.line > s.line
    returning s.parent_external_id is null as record`;
  await requireKnown(tx, scope);
  const someKnown = (await markKnown(tx, scope)) + (await meetBankRows(tx, scope)) > 0;
  // Only a record that existed before can have old split lines.
  if (someKnown) await removeOldSplitLines(tx, scope);
  await requireOwnRows(tx, scope);
  const withOrigins = await settleOrigins(tx, scope);
  const records = await writeRows(tx, scope, false, someKnown);
  const splitLines = await writeRows(tx, scope, true, someKnown);
  await writeTags(tx, scope, records.updated + splitLines.updated > 0);
  if (withOrigins) await rememberOrigins(tx, scope);
  const repeated = superseded.filter((row) => row.record).length;
  return { created: records.created, updated: records.updated + repeated };
};
