import { insertTags } from '../../ledger/new-transactions.ts';
import { arrayText } from '../../postgres/driver/array-text.ts';
import type { Fragment, Tx } from '../../postgres/connect.ts';
import { valueTable } from '../../postgres/value-table.ts';
import type { RuleAttribute, RowState } from '#preflight/rules/row-state';
import type { PlannedTransfer } from './rule-transfers.ts';

type Column = Exclude<RuleAttribute, 'tag_ids'>;

/** The columns that rules set, each with the array type of its values. */
const COLUMN_ARRAYS: Readonly<Record<Column, string>> = {
  category_id: 'uuid[]',
  merchant_id: 'uuid[]',
  name: 'text[]',
  excluded: 'boolean[]',
  investment_activity_label: 'text[]',
  kind: 'text[]',
};
const COLUMNS = Object.keys(COLUMN_ARRAYS) as Column[];

export type RuleChanges = ReturnType<typeof prepareRuleChanges>;

/**
 * Prepares what rules changed in rows for writing, as Postgres array texts: only the columns that change. It needs no statement, so
 * others can be written meanwhile.
 */
export function prepareRuleChanges(
  { ruleIdAt }: { readonly ruleIdAt: (place: number) => string },
  shown: readonly RowState[],
) {
  // Sorted by id, so that two writers cannot deadlock.
  const states = shown
    .filter((state) => state.finalChanges().length > 0)
    .sort((a, b) => (a.row.id < b.row.id ? -1 : 1));
  // Built as text: an object with a key per row would take longer than everything else here.
  const rulesOf = (state: RowState) => {
    const changes = state.finalChanges();
    const last = changes.map(
      ({ attribute, rules }) => `"${attribute}":"${ruleIdAt(rules.at(-1) ?? 0)}"`,
    );
    return `"${state.row.id}":{${last.join()}}`;
  };
  const lists = states.map((state) => state.finalChanges().map(({ attribute }) => attribute));
  const sets = lists.map((attributes) => attributes.join());
  const touched = new Set(lists.flat());
  const columns = COLUMNS.filter((column) => touched.has(column)).map((column) => ({
    column,
    values: arrayText(states.map((state) => textOf(state.get(column)))),
  }));
  return {
    states,
    ids: arrayText(states.map(({ row }) => row.id)),
    versions: arrayText(states.map(({ row }) => row.version)),
    columns,
    /** The changed attributes of each row, as a comma-separated list. */
    attributes: arrayText(sets),
    attributeSets: arrayText([...new Set(sets)]),
    /** For the change log: which rule last set which attribute, by row, as JSON. */
    rules: `{${states.map(rulesOf).join()}}`,
  };
}

const textOf = (value: string | boolean | null): string | null =>
  value === null ? null : String(value);

/**
 * Writes what rules changed in rows, each attribute once. The change log names the rule that set it last. Skips rows that were
 * changed since they were read, and returns their ids.
 */
export async function writeRuleChanges(
  tx: Tx,
  householdId: string,
  changes: RuleChanges,
): Promise<Set<string>> {
  if (changes.states.length === 0) return new Set();
  const left = await updateRows(tx, householdId, changes);
  const written = changes.states.filter(({ row }) => !left.has(row.id));
  const tags = written.flatMap(({ row: { id }, addedTagIds }) =>
    addedTagIds.map((tagId) => ({ id, tagId })),
  );
  await insertTags(tx, householdId, tags);
  return left;
}

/** Updates the rows that are unchanged since they were read. Returns the others. */
async function updateRows(
  tx: Tx,
  householdId: string,
  { states, ids, versions, columns, attributes, attributeSets, rules }: RuleChanges,
): Promise<Set<string>> {
  // The driver would take an empty list for a value: if only tags change, no column does.
  const each = (part: (column: (typeof columns)[number]) => Fragment) => [
    tx``,
    ...columns.map(part),
  ];
  const left = await tx<{ place: number }[]>`
    with named as (
      -- Read by the trigger that logs these rows and the tags inserted after them. An update copies all that it joins for each row: not this text.
      select set_config('ledgerline.rules', ${rules}, true) is not null
    ), stamps as (
      select attributes, jsonb_object_agg(attribute, now()) as stamped
      from unnest(${attributeSets}::text[]) attributes, unnest(string_to_array(attributes, ',')) attribute
      group by attributes
    ), written as (
      update transactions t
      set ${each(({ column }) => tx`${tx(column)} = change.${tx(column)},`)}
        rule_attributes = t.rule_attributes || stamps.stamped,
        updated_at = now()
      from unnest(
        ${ids}::uuid[], ${versions}::text[], ${attributes}::text[]
        ${each(({ column, values }) => tx`, ${values}::${tx.unsafe(COLUMN_ARRAYS[column])}`)}
      ) with ordinality as change (id, version, attributes ${each(({ column }) => tx`, ${tx(column)}`)}, place)
      join stamps using (attributes)
      cross join named
      where t.household_id = ${householdId}
        and t.id = change.id
        -- Repeats the join: with only the rows of a function the planner would read the whole household.
        and t.id = any(${ids}::uuid[])
        -- A row made by a rule has no version: this transaction has just inserted it.
        and (change.version = '' or t.xmin::text = change.version)
      returning t.id, change.place
    )
    select place
    from generate_series(1, ${states.length}::integer) place
    where place not in (select place from written)`;
  return new Set(left.flatMap(({ place }) => states[place - 1]?.row.id ?? []));
}

/**
 * Locks the rows of transfers that are unchanged since they were read, until the transaction ends. Returns the transfers that can
 * be linked: each side is unchanged or new, and has not been paired since.
 */
export async function lockTransfers(
  tx: Tx,
  householdId: string,
  transfers: readonly PlannedTransfer[],
): Promise<PlannedTransfer[]> {
  const sides = transfers.flatMap(({ inflow, outflow }) => [inflow, outflow]);
  const stored = sides.flatMap(({ mirrorOf, row }) => (mirrorOf === null ? [row] : []));
  const locked = await tx<{ id: string }[]>`
    select t.id
    from ${valueTable(tx, 'read', stored, { id: 'uuid', version: 'text' })}
    join transactions t on t.household_id = ${householdId} and t.id = read.id and t.xmin::text = read.version
    where t.id = any(${stored.map(({ id }) => id)}::uuid[])
      and not exists (select 1 from transfers where inflow_transaction_id = t.id)
      and not exists (select 1 from transfers where outflow_transaction_id = t.id)
    order by t.id
    for no key update of t`;
  const free = new Set(locked.map(({ id }) => id));
  return transfers.filter(({ inflow, outflow }) =>
    [inflow, outflow].every(({ mirrorOf, row }) => mirrorOf !== null || free.has(row.id)),
  );
}

/** Links locked rows as confirmed transfers, after creating the mirrors among them. */
export async function insertTransfers(
  tx: Tx,
  householdId: string,
  transfers: readonly PlannedTransfer[],
): Promise<void> {
  const mirrors = transfers
    .flatMap(({ inflow, outflow }) => [inflow, outflow])
    .filter(({ mirrorOf }) => mirrorOf !== null);
  const rows = mirrors.map(({ row, mirrorOf }) => ({
    id: row.id,
    household_id: householdId,
    account_id: row.accountId,
    date: row.date,
    amount: row.amount,
    currency: row.currency,
    name: row.name,
    source: 'rule',
    mirror_of: mirrorOf,
  }));
  if (rows.length > 0) await tx`insert into transactions ${tx(rows)}`;
  const pairs = transfers.map(({ inflow, outflow }) => ({
    inflowId: inflow.row.id,
    outflowId: outflow.row.id,
  }));
  await tx`
    insert into transfers (household_id, inflow_transaction_id, outflow_transaction_id, status)
    select ${householdId}, pair.inflow_id, pair.outflow_id, 'confirmed'
    from ${valueTable(tx, 'pair', pairs, { inflowId: 'uuid', outflowId: 'uuid' })}`;
}
