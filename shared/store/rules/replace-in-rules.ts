import type { Tx } from '../../db/connect.ts';
import { actionTypes, conditionTypes } from '../../rules/registry.ts';
import type { ReferenceKind } from '../../rules/rule.ts';
import { partsParameter, wireTime } from './rule-parts.ts';
import type { ActionDocument, ConditionDocument } from './rule-parts.ts';

/** A record that takes the place of another in the rules of its household. */
export interface Replacement {
  readonly kind: ReferenceKind;
  readonly fromId: string;
  readonly intoId: string;
}

/** Makes every rule that names a record name another instead. Parts that change keep their ids. */
export async function replaceInRules(
  tx: Tx,
  householdId: string,
  { kind, fromId, intoId }: Replacement,
  now: Date,
): Promise<void> {
  // A household has thousands of rules at most: its index range is read, no index by reference is kept.
  const rules = await tx<
    { id: string; conditions: ConditionDocument[]; actions: ActionDocument[] }[]
  >`
    select id, conditions, actions
    from rules
    where household_id = ${householdId}
      and strpos(lower(conditions::text || actions::text), lower(${fromId})) > 0
    for update`;
  const replace = <Part extends ConditionDocument | ActionDocument>(
    part: Part,
    reference: ReferenceKind | undefined,
  ): Part =>
    reference === kind && part.value?.trim().toLowerCase() === fromId.toLowerCase()
      ? { ...part, value: intoId, updated_at: wireTime(now) }
      : part;
  const replaceCondition = (part: ConditionDocument): ConditionDocument =>
    replace(
      { ...part, sub_conditions: part.sub_conditions.map(replaceCondition) },
      conditionTypes.get(part.condition_type)?.reference,
    );
  for (const rule of rules) {
    const conditions = rule.conditions.map(replaceCondition);
    const actions = rule.actions.map((part) =>
      replace(part, actionTypes.get(part.action_type)?.reference),
    );
    await tx`
      update rules
      set conditions = ${partsParameter(tx, conditions)},
        actions = ${partsParameter(tx, actions)}
      where household_id = ${householdId}
        and id = ${rule.id}`;
  }
}
