import type { Tx } from '../../postgres/connect.ts';
import { countRows } from '../../postgres/page.ts';
import { actionTypes, conditionTypes } from '#preflight/rules/registry';
import type { ReferenceKind } from '#preflight/rules/rule';
import { partsParameter, wireTime } from './rule-parts.ts';
import type { ActionDocument, ConditionDocument } from './rule-parts.ts';

const names = (tx: Tx, id: string) =>
  tx`strpos(lower(conditions::text || actions::text), lower(${id})) > 0`;

export const countRulesNaming = (tx: Tx, householdId: string, id: string): Promise<number> =>
  countRows(tx, tx`from rules where household_id = ${householdId} and ${names(tx, id)}`);

/** Pauses the rules that refer to a record which is about to be deleted: without it they would do something else. */
export async function pauseRulesNaming(
  tx: Tx,
  householdId: string,
  id: string,
  now: Date,
): Promise<void> {
  await tx`
    update rules
    set active = false,
      updated_at = ${now}
    where household_id = ${householdId}
      and active
      and ${names(tx, id)}`;
}

/** Makes every rule that refers to a record refer to another instead. Changed parts keep their ids. */
export async function replaceInRules(
  tx: Tx,
  householdId: string,
  { kind, fromId, intoId }: { kind: ReferenceKind; fromId: string; intoId: string },
  now: Date,
): Promise<void> {
  // A household has at most a few thousand rules: scans them through its index instead of keeping one by reference.
  const rules = await tx<
    { id: string; conditions: ConditionDocument[]; actions: ActionDocument[] }[]
  >`
    select id, conditions, actions
    from rules
    where household_id = ${householdId}
      and ${names(tx, fromId)}
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
