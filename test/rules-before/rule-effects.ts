import type { Tx } from '../../shared/db/connect.ts';
import type { ActionEffect } from './compile-match.ts';
import { fragmentQuery } from './fragment-query.ts';
import { effectTargets } from './rule-matches.ts';
import { applyTransfer, type RuleActor } from './rule-transfers.ts';

/**
 * Does what one action says to the matched transactions, with a line in the change log for each.
 * Locked attributes are left alone unless the run ignores locks. Rows that hold the value already
 * are not touched and not counted.
 */
export async function applyEffect(tx: Tx, actor: RuleActor, effect: ActionEffect): Promise<void> {
  switch (effect.kind) {
    case 'set':
      return applySet(tx, actor, effect);
    case 'add_tag':
      return applyTag(tx, actor, effect);
    case 'transfer':
      return applyTransfer(tx, actor, effect.accountId);
    case 'none':
      return;
  }
}

function applySet(
  tx: Tx,
  actor: RuleActor,
  effect: Extract<ActionEffect, { kind: 'set' }>,
): Promise<void> {
  return changeTargets(tx, actor, effect, {
    assignment: tx`${tx(effect.column)} = ${fragmentQuery(tx, effect.value)},`,
    addition: tx``,
  });
}

function applyTag(
  tx: Tx,
  actor: RuleActor,
  effect: Extract<ActionEffect, { kind: 'add_tag' }>,
): Promise<void> {
  return changeTargets(tx, actor, effect, {
    assignment: tx``,
    addition: tx`
      tagged as (
        insert into transaction_tags (household_id, transaction_id, tag_id)
        select ${actor.householdId}, changed.id, ${effect.tagId}
        from changed
        on conflict do nothing
      ),`,
  });
}

/**
 * Changes what an effect aims at: `assignment` is put before the other columns, `addition` is a further part of the
 * statement that sees the rows as `changed`.
 */
async function changeTargets(
  tx: Tx,
  actor: RuleActor,
  effect: Parameters<typeof effectTargets>[2],
  { assignment, addition }: Record<'assignment' | 'addition', ReturnType<typeof fragmentQuery>>,
): Promise<void> {
  await tx`
    with target as materialized (
      ${effectTargets(tx, actor.householdId, effect)}
    ), changed as (
      update transactions t
      set ${assignment}
        rule_attributes = t.rule_attributes || jsonb_build_object(target.attribute, now()),
        updated_at = now()
      from target
      where t.household_id = ${actor.householdId}
        and t.id = target.transaction_id
        -- Looked at again on the row itself: a person may have locked it a moment ago.
        and (${actor.ignoreLocks} or not t.locked_attributes ? target.attribute)
      returning t.id
    ), ${addition} logged as (
      insert into transaction_changes (household_id, transaction_id, attribute, source, rule_id, rule_run_id, old_value, new_value)
      select ${actor.householdId}, changed.id, target.attribute, 'rule', ${actor.ruleId}, ${actor.runId}, target.old_value, target.new_value
      from changed
      join target on target.transaction_id = changed.id
    )
    update rule_matches m
    set modified = true
    from changed
    where m.transaction_id = changed.id`;
}
