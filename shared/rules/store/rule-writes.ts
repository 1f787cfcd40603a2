import { arrayText } from '../../postgres/driver/array-text.ts';
import type { Fragment, Tx } from '../../postgres/connect.ts';
import { valueTable } from '../../postgres/value-table.ts';
import type { RuleAttribute, RowState } from '#preflight/rules/row-state';
import type { PlannedTransfer } from './rule-transfers.ts';

type Column = Exclude<RuleAttribute, 'tag_ids'>;

/** The columns that rules set, each with the type of an array of its values. */
const COLUMN_ARRAYS: Readonly<Record<Column, string>> = {
  category_id: 'uuid[]',
  merchant_id: 'uuid[]',
  name: 'text[]',
  excluded: 'boolean[]',
  investment_activity_label: 'text[]',
  kind: 'text[]',
};
const COLUMNS = Object.keys(COLUMN_ARRAYS) as Column[];

/** Rows and what is to be written of them, as the texts of arrays that Postgres reads: only the columns that change. */
export interface RuleChanges {
  readonly states: readonly RowState[];
  readonly ids: string;
  readonly versions: string;
  readonly columns: readonly { readonly column: Column; readonly values: string }[];
  /** The attributes of each row that change, as a list with commas. */
  readonly attributes: string;
  readonly attributeSets: string;
  /** For the change log: which rule set which attribute last, by row, as json. */
  readonly rules: string;
}

/** Prepares what rules made of rows for writing, where they changed any. It needs no statement, so others can be written meanwhile. */
export function prepareRuleChanges(
  { ruleIdAt }: { readonly ruleIdAt: (place: number) => string },
  shown: readonly RowState[],
): RuleChanges {
  // In the order of ids, so that two writers never wait for one another crosswise.
  const states = shown
    .filter((state) => state.finalChanges().length > 0)
    .sort((a, b) => (a.row.id < b.row.id ? -1 : 1));
  // Written as text: an object with a key for each row would take longer than all else here.
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
    attributes: arrayText(sets),
    attributeSets: arrayText([...new Set(sets)]),
    rules: `{${states.map(rulesOf).join()}}`,
  };
}

const textOf = (value: string | boolean | null): string | null =>
  value === null ? null : String(value);

/**
 * Writes what rules made of rows, each attribute once. The log of changes names the rule that set it last. Skips rows that were
 * changed since they were read, and returns their ids.
 */
export async function writeRuleChanges(
  tx: Tx,
  householdId: string,
  changes: RuleChanges,
): Promise<Set<string>> {
  if (changes.states.length === 0) return new Set();
  const left = await updateRows(tx, householdId, changes);
  await insertTags(
    tx,
    householdId,
    changes.states.filter(({ row }) => !left.has(row.id)),
  );
  return left;
}

/** Updates the rows that are as they were read. Returns the others. */
async function updateRows(
  tx: Tx,
  householdId: string,
  { states, ids, versions, columns, attributes, attributeSets, rules }: RuleChanges,
): Promise<Set<string>> {
  // An empty list would be taken for a value: with tags alone no column changes.
  const each = (part: (column: (typeof columns)[number]) => Fragment) => [
    tx``,
    ...columns.map(part),
  ];
  const left = await tx<{ place: number }[]>`
    with named as (
      -- For the trigger that logs the rows, and the tags that follow.
      select set_config('ledgerline.rules', ${rules}, true)
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
        -- Said twice: from a function's rows alone the planner reads the whole household.
        and t.id = any(${ids}::uuid[])
        -- A made row has no version: this transaction has just inserted it.
        and (change.version = '' or t.xmin::text = change.version)
      returning t.id, change.place
    )
    select place
    from generate_series(1, ${states.length}::integer) place
    where place not in (select place from written)`;
  return new Set(left.flatMap(({ place }) => states[place - 1]?.row.id ?? []));
}

async function insertTags(tx: Tx, householdId: string, states: readonly RowState[]): Promise<void> {
  const tags = states.flatMap(({ row, addedTagIds }) =>
    addedTagIds.map((tagId) => ({ id: row.id, tagId })),
  );
  if (tags.length === 0) return;
  await tx`
    insert into transaction_tags (household_id, transaction_id, tag_id)
    select ${householdId}, added.id, added.tag_id
    from ${valueTable(tx, 'added', tags, { id: 'uuid', tagId: 'uuid' })}
    on conflict do nothing`;
}

/**
 * Locks the rows of transfers that are as they were read, until the transaction ends. Returns those of the transfers
 * that can be linked: both sides are unchanged, or are made now, and neither has been paired since.
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

/** Links locked rows as confirmed transfers, the mirrors among them being made first. */
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
