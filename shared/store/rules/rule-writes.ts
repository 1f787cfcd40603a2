import type { PendingQuery, Row } from 'postgres';
import type { Tx } from '../../db/connect.ts';
import type { FinalChange, RowState } from '../../rules/row-state.ts';
import type { PlannedTransfer } from './rule-transfers.ts';

/** For whom rules write: goes into the change log. */
export interface RuleActor {
  readonly householdId: string;
  readonly runId: string;
  /** Id of the rule at a place. */
  readonly ruleIdAt: (place: number) => string;
}

/**
 * Writes what rules made of rows: each attribute once, with a line in the change log that names the rule which set it
 * last. A row that somebody changed since it was read is left alone. Returns the ids of these.
 */
export async function writeRuleChanges(
  tx: Tx,
  actor: RuleActor,
  states: readonly RowState[],
): Promise<Set<string>> {
  // In the order of ids, so that two writers never wait for one another crosswise.
  const rows = states
    .map((state) => ({ state, changes: state.finalChanges() }))
    .sort((a, b) => (a.state.row.id < b.state.row.id ? -1 : 1));
  const left = await updateRows(tx, actor, rows);
  await insertTags(
    tx,
    actor,
    states.filter(({ row }) => !left.has(row.id)),
  );
  return left;
}

interface ChangedRow {
  readonly state: RowState;
  readonly changes: readonly FinalChange[];
}

/** Updates the rows that are as they were read and logs what changed in them, in one statement. Returns the others. */
async function updateRows(
  tx: Tx,
  actor: RuleActor,
  rows: readonly ChangedRow[],
): Promise<Set<string>> {
  const { householdId } = actor;
  const all = rows.map(({ state }) => state);
  const text = (attribute: Parameters<RowState['get']>[0]): (string | null)[] =>
    all.map((state) => {
      const value = state.get(attribute);
      return value === null ? null : String(value);
    });
  const sets = rows.map(({ changes }) => changes.map((change) => change.attribute).join());
  const left = await tx<{ place: number }[]>`
    with stamps as (
      select attributes, jsonb_object_agg(attribute, now()) as stamped
      from unnest(${[...new Set(sets)]}::text[]) attributes, unnest(string_to_array(attributes, ',')) attribute
      group by attributes
    ), written as (
      update transactions t
      set category_id = change.category_id,
        merchant_id = change.merchant_id,
        name = change.name,
        excluded = change.excluded,
        investment_activity_label = change.label,
        kind = change.kind,
        rule_attributes = t.rule_attributes || stamps.stamped,
        updated_at = now()
      from unnest(
        ${all.map(({ row }) => row.id)}::uuid[], ${all.map(({ row }) => row.version)}::text[],
        ${text('category_id')}::uuid[], ${text('merchant_id')}::uuid[], ${text('name')}::text[],
        ${text('excluded')}::text[]::boolean[], ${text('investment_activity_label')}::text[], ${text('kind')}::text[],
        ${sets}::text[]
      ) with ordinality as change (id, version, category_id, merchant_id, name, excluded, label, kind, attributes, place)
      join stamps using (attributes)
      where t.household_id = ${householdId}
        and t.id = change.id
        -- Said twice: from a function's rows alone the planner reads the whole household.
        and t.id = any(${all.map(({ row }) => row.id)}::uuid[])
        -- A made row has no version: this transaction has just inserted it.
        and (change.version = '' or t.xmin::text = change.version)
      returning t.id, change.place
    ), logged as (
      ${insertLogOf(tx, actor, rows, tx`written`)}
    )
    select place
    from generate_series(1, ${rows.length}::integer) place
    where place not in (select place from written)`;
  return new Set(left.flatMap(({ place }) => all[place - 1]?.row.id ?? []));
}

/** A line of the log for each attribute of those rows that the CTE `written` holds: `id`, and `place`, from 1. */
function insertLogOf(
  tx: Tx,
  { householdId, runId, ruleIdAt }: RuleActor,
  rows: readonly ChangedRow[],
  written: PendingQuery<Row[]>,
): PendingQuery<Row[]> {
  // Ids travel once: a line names its row and its rule by their places.
  const ruleIds = new Map<string, number>();
  const ruleOf = (place: number | undefined): number => {
    const id = ruleIdAt(place ?? 0);
    if (!ruleIds.has(id)) ruleIds.set(id, ruleIds.size + 1);
    return ruleIds.get(id) ?? 0;
  };
  const lines = rows.flatMap(({ changes }, row) =>
    changes.map(({ attribute, oldValue, newValue, rules }) => {
      return { place: row + 1, attribute, rule: ruleOf(rules.at(-1)), oldValue, newValue };
    }),
  );
  return tx`
    insert into transaction_changes (household_id, transaction_id, attribute, source, rule_id, rule_run_id, old_value, new_value)
    select ${householdId}::uuid, id, line.attribute, 'rule', (${[...ruleIds.keys()]}::uuid[])[line.rule], ${runId}::uuid,
      line.old_value, line.new_value
    from unnest(
      ${lines.map(({ place }) => place)}::integer[], ${lines.map(({ attribute }) => attribute)}::text[],
      ${lines.map(({ rule }) => rule)}::integer[], ${lines.map(({ oldValue }) => oldValue)}::text[],
      ${lines.map(({ newValue }) => newValue)}::text[]
    ) as line (place, attribute, rule, old_value, new_value)
    join ${written} using (place)`;
}

async function insertTags(
  tx: Tx,
  { householdId }: RuleActor,
  states: readonly RowState[],
): Promise<void> {
  const tags = states.flatMap(({ row, addedTagIds }) =>
    addedTagIds.map((tagId) => ({ id: row.id, tagId })),
  );
  if (tags.length === 0) return;
  await tx`
    insert into transaction_tags (household_id, transaction_id, tag_id)
    select ${householdId}, added.transaction_id, added.tag_id
    from unnest(${tags.map(({ id }) => id)}::uuid[], ${tags.map(({ tagId }) => tagId)}::uuid[]) as added (transaction_id, tag_id)
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
  const stored = sides.filter(({ mirrorOf }) => mirrorOf === null);
  const locked = await tx<{ id: string }[]>`
    select t.id
    from unnest(
      ${stored.map(({ row }) => row.id)}::uuid[], ${stored.map(({ row }) => row.version)}::text[]
    ) as read (id, version)
    join transactions t on t.household_id = ${householdId} and t.id = read.id and t.xmin::text = read.version
    where t.id = any(${stored.map(({ row }) => row.id)}::uuid[])
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
  await tx`
    insert into transfers (household_id, inflow_transaction_id, outflow_transaction_id, status)
    select ${householdId}, side.inflow_id, side.outflow_id, 'confirmed'
    from unnest(
      ${transfers.map(({ inflow }) => inflow.row.id)}::uuid[], ${transfers.map(({ outflow }) => outflow.row.id)}::uuid[]
    ) as side (inflow_id, outflow_id)`;
}
