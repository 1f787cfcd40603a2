import {
  HOUSEHOLD_RULES_MAX,
  HOUSEHOLD_RULES_MIB_MAX,
} from '../../../shared/rules/store/rule-limits.ts';
import { findRule, insertRule } from '../../../shared/rules/store/rules.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { RULE_EXAMPLE } from '../../contract/rule.ts';
import { defineRoute } from '../../http/route.ts';
import { writeAs } from '../../http/write-as.ts';
import { presentRule } from '../../present/rules.ts';
import { checkLimits, checkOwnership, readRule } from './check-rule.ts';

/** POST /api/v1/rules */
export const createRule = defineRoute({
  method: 'post',
  path: '/api/v1/rules',
  scope: 'read_write',
  schema: {
    operationId: 'createRule',
    summary: 'Create a rule',
    description:
      'Everything is checked now: types, operators, values, and that the records it names are yours. ' +
      'The rule runs after the next sync or import, if it is active, or when you start a run. ' +
      `A household can have ${HOUSEHOLD_RULES_MAX} rules, of ${HOUSEHOLD_RULES_MIB_MAX} MiB together.`,
    tag: 'Rules',
    // The registry of rules describes a fault more precisely than the schema can.
    body: { required: true, json: ref('NewRule'), validate: false },
    responses: { 201: { description: 'The new rule.', schema: dataOf(ref('Rule')) } },
    example: { body: RULE_EXAMPLE },
  },
  async handler(context, { caller, readJson }) {
    const draft = readRule(await readJson());
    const rule = await writeAs(context, caller, async (tx) => {
      await checkOwnership(tx, caller.householdId, draft);
      const id = await insertRule(tx, caller.householdId, draft);
      await checkLimits(tx, caller.householdId);
      return findRule(tx, caller.householdId, id);
    });
    if (rule === null) throw new Error('a rule vanished while it was made');
    return { status: 201, body: { data: presentRule(rule) } };
  },
});
