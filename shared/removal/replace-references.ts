import { typeOfKind } from '#preflight/records/record-types';
import { logChange } from '../changes/transaction-changes.ts';
import type { Fragment, Tx } from '../postgres/connect.ts';
import { countRows } from '../postgres/page.ts';
import { untilNone } from '../postgres/walk.ts';
import {
  countRulesNaming,
  pauseRulesNaming,
  replaceInRules,
} from '../rules/store/replace-in-rules.ts';
import type { NamedTable } from '../ledger/named-records.ts';
import { REFERENCES } from '../ledger/references.ts';
import type { Reference } from '../ledger/references.ts';
import { ofHousehold } from '../postgres/plans.ts';

/** How often each kind of record refers to one; kinds without references are left out. */
export type Uses = Record<string, number>;

/** A record to replace by another one (null: none) everywhere in its household. */
export interface Replaced {
  readonly table: NamedTable;
  readonly householdId: string;
  readonly fromId: string;
  readonly intoId: string | null;
  readonly now: Date;
}

/** A budget has a line for each of the two records, in different currencies: they cannot be added. */
export class BudgetCurrenciesError extends Error {
  override readonly name = 'BudgetCurrenciesError';
}

/** The kinds by which rules refer to the records of a table. */
export const KINDS = { categories: 'category', tags: 'tag', merchants: 'merchant' } as const;

/** How many rows one statement writes: about a second at most. */
const BATCH_ROWS = 2000;

/** Counts what uses a record: transactions that are not deleted, rules, budgets and so on. */
export async function countUses(
  tx: Tx,
  { table, householdId, fromId }: Pick<Replaced, 'table' | 'householdId' | 'fromId'>,
): Promise<Uses> {
  const uses: Uses = {};
  for (const reference of REFERENCES[table]) {
    const using = tx`
      from ${tx(reference.table)} x
      where x.household_id = ${householdId}
        and x.${tx(reference.column)} = ${fromId}
        ${isLive(tx, householdId, reference)}`;
    const count = await countRows(tx, using);
    if (count > 0) uses[reference.use] = count;
  }
  const rules = await countRulesNaming(tx, householdId, fromId);
  return rules > 0 ? { ...uses, rules } : uses;
}

function isLive(tx: Tx, householdId: string, { table }: Reference): Fragment {
  if (table === 'transactions') return tx`and x.removed_at is null`;
  if (table !== 'transaction_tags') return tx``;
  return tx`
    and exists (
      select 1
      from transactions t
      where t.${ofHousehold(tx, householdId)}
        and t.id = x.transaction_id
        and t.removed_at is null
      offset 0
    )`;
}

/**
 * Points everything that refers to a record to another one, or to none if `intoId` is null: children move to the top level, budgets
 * lose the line, and rules that refer to the record are paused. The caller holds locks on both records. Throws
 * BudgetCurrenciesError.
 */
export async function replaceReferences(tx: Tx, replaced: Replaced): Promise<void> {
  const { table, householdId, fromId, intoId, now } = replaced;
  for (const reference of REFERENCES[table]) {
    const move = MOVES[reference.table] ?? moveColumn;
    await move(tx, replaced, reference);
  }
  if (intoId === null) await pauseRulesNaming(tx, householdId, fromId, now);
  else await replaceInRules(tx, householdId, { kind: KINDS[table], fromId, intoId }, now);
  await replaceInImports(tx, replaced);
}

type Move = (tx: Tx, replaced: Replaced, reference: Reference) => Promise<void>;

const moveColumn: Move = async (tx, { householdId, fromId, intoId, now }, { table, column }) => {
  await tx`
    update ${tx(table)}
    set ${tx(column)} = ${intoId},
      updated_at = ${now}
    where household_id = ${householdId}
      and ${tx(column)} = ${fromId}`;
};

const moveTransactions: Move = async (tx, { householdId, fromId, intoId, now }, { column }) => {
  await untilNone(
    async () => tx`
    update transactions
    set ${tx(column)} = ${intoId},
      updated_at = ${now}
    where ${ofHousehold(tx, householdId)}
      and id in (
        select id
        from transactions
        where household_id = ${householdId}
          and ${tx(column)} = ${fromId}
        limit ${BATCH_ROWS}
      )`,
  );
};

const moveTags: Move = async (tx, { householdId, fromId, intoId, now }) => {
  await untilNone(
    async () => tx`
      with gone as (
        delete from transaction_tags
        where ${ofHousehold(tx, householdId)}
          and tag_id = ${fromId}
          and transaction_id in (
            select transaction_id
            from transaction_tags
            where household_id = ${householdId}
              and tag_id = ${fromId}
            limit ${BATCH_ROWS}
          )
        returning transaction_id
      ), added as (
        insert into transaction_tags (household_id, transaction_id, tag_id)
        select ${householdId}::uuid, transaction_id, ${intoId}::uuid
        from gone
        where ${intoId !== null}
        on conflict do nothing
      ), touched as (
        update transactions
        set updated_at = ${now}
        where ${ofHousehold(tx, householdId)}
          and id in (select transaction_id from gone)
      )
      ${logChange(
        tx,
        householdId,
        'tag_ids',
        tx`
        select gone.transaction_id, tags.old, tags.new
        from gone
        -- As they were before this statement.
        cross join lateral (
          select json_agg(tag_id order by tag_id) as old, json_agg(distinct kept.id) filter (where kept.id is not null) as new
          from transaction_tags tt
          cross join lateral (select case when tag_id = ${fromId} then ${intoId}::uuid else tag_id end as id) kept
          where tt.transaction_id = gone.transaction_id
        ) tags`,
      )}`,
  );
};

/** A budget with a line for both gets the sum. */
const moveBudgetLines: Move = async (tx, { householdId, fromId, intoId, now }) => {
  if (intoId !== null) {
    await tx`
      with added as (
        update budget_categories kept
        set budgeted_spending = kept.budgeted_spending + gone.budgeted_spending,
          updated_at = ${now}
        from budget_categories gone
        where kept.household_id = ${householdId}
          and kept.category_id = ${intoId}
          and gone.household_id = ${householdId}
          and gone.category_id = ${fromId}
          and gone.budget_id = kept.budget_id
          and gone.currency = kept.currency
        returning gone.id
      )
      delete from budget_categories
      where household_id = ${householdId}
        and id in (select id from added)`;
    await tx`
      update budget_categories moved
      set category_id = ${intoId},
        updated_at = ${now}
      where household_id = ${householdId}
        and category_id = ${fromId}
        and not exists (
          select 1
          from budget_categories own
          where own.budget_id = moved.budget_id
            and own.category_id = ${intoId}
        )`;
  }
  const left = await tx`
    delete from budget_categories
    where household_id = ${householdId}
      and category_id = ${fromId}`;
  if (intoId !== null && left.count > 0) throw new BudgetCurrenciesError();
};

const MOVES: Readonly<Record<string, Move>> = {
  transactions: moveTransactions,
  transaction_tags: moveTags,
  budget_categories: moveBudgetLines,
};

/** Updates what imports remember: undo restores the remaining record, and open sessions refer to it. */
async function replaceInImports(tx: Tx, replaced: Replaced): Promise<void> {
  const { table, householdId, fromId, intoId } = replaced;
  const [old, put] = [`"${fromId}"`, intoId === null ? 'null' : `"${intoId}"`];
  await tx`
    update changes
    set before = replace(before::text, ${old}, ${put})::json,
      after = replace(after::text, ${old}, ${put})::json
    where household_id = ${householdId}
      and source_id is not null
      and (strpos(before::text, ${old}) > 0 or strpos(after::text, ${old}) > 0)`;
  const known = tx`
    session_id in (select id from import_sessions where household_id = ${householdId})
    and source_type = ${typeOfKind(table)}
    and household_id = ${householdId}
    and record_id = ${fromId}`;
  if (intoId === null) await tx`delete from import_id_map where ${known}`;
  else await tx`update import_id_map set record_id = ${intoId} where ${known}`;
}
