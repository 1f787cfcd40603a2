import type { Fragment, Tx } from '../../postgres/connect.ts';
import { valueTable } from '../../postgres/value-table.ts';
import { actionTypes, conditionTypes } from '#preflight/rules/registry';
import { COMPOUND } from '#preflight/rules/rule';
import { OWN_ID } from '../session/adopt-references.ts';

const partReferences = [...conditionTypes.values(), ...actionTypes.values()].flatMap((kind) =>
  kind.reference === undefined ? [] : [{ part: kind.type, reference: kind.reference }],
);

/**
 * The parts of a rule as JSON, each with its type, `more` and its value. Categories, merchants and tags are exported by name, so
 * that another household can substitute its own; a reference without a name points to a deleted record.
 */
function exportedParts(
  tx: Tx,
  list: Fragment,
  kind: 'condition_type' | 'action_type',
  more: Fragment,
): Fragment {
  return tx`coalesce((
    select jsonb_agg(
      jsonb_build_object(${kind}::text, part.${tx(kind)}) || ${more} || case
        when r.kind is null or n.kind = 'account' or part.value is null or part.value !~ ${OWN_ID}
          then jsonb_build_object('value', part.value)
        else jsonb_build_object('value_ref', jsonb_build_object('type', initcap(r.kind), 'id', part.value, 'name', n.name))
      end order by part.position)
    from rows from (
      json_to_recordset(${list}) as (condition_type text, action_type text, operator text, value text, sub_conditions json)
    ) with ordinality as part (condition_type, action_type, operator, value, sub_conditions, position)
    left join reference r on r.part = part.${tx(kind)}
    left join named n on n.kind = r.kind and n.id = lower(part.value)
  ), '[]')`;
}

/** A statement that returns one line of the native export per rule of the household. */
export function exportRules(tx: Tx, householdId: string): Fragment {
  const operator = tx`jsonb_build_object('operator', part.operator)`;
  const members = exportedParts(tx, tx`part.sub_conditions`, 'condition_type', operator);
  const group = tx`${operator} || case
    when part.condition_type = ${COMPOUND} then jsonb_build_object('sub_conditions', ${members})
    else '{}'
  end`;
  return tx`
  with named as (
    select id::text as id, name, 'category' as kind from categories where household_id = ${householdId}
    union all
    select id::text, name, 'merchant' from merchants where household_id = ${householdId}
    union all
    select id::text, name, 'tag' from tags where household_id = ${householdId}
    union all
    select id::text, name, 'account' from accounts where household_id = ${householdId}
  ),
  reference (part, kind) as (
    select * from ${valueTable(tx, 'named', partReferences, { part: 'text', reference: 'text' })}
  )
  select json_build_object('type', 'Rule', 'data', jsonb_build_object(
    'id', rule.id, 'name', rule.name, 'resource_type', rule.resource_type, 'active', rule.active,
    'effective_date', rule.effective_date, 'priority', rule.priority, 'stop', rule.stop,
    'conditions', ${exportedParts(tx, tx`rule.conditions`, 'condition_type', group)},
    'actions', ${exportedParts(tx, tx`rule.actions`, 'action_type', tx`'{}'::jsonb`)}))::text as line
  from rules rule
  where rule.household_id = ${householdId}
  order by rule.created_at, rule.id`;
}
