import { recordNotFound } from '../../../shared/platform/errors.ts';
import * as rules from '../../../shared/rules/store/rules.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { writeAs } from '../../http/write-as.ts';
import { presentRule } from '../../present/rules.ts';
import { checkLimits, checkOwnership, readRule } from './check-rule.ts';
import { getRule } from './get-rule.ts';

/** PATCH /api/v1/rules/{id} */
export const updateRule = defineRoute({
  method: 'patch',
  path: '/api/v1/rules/{id}',
  scope: 'read_write',
  schema: {
    operationId: 'updateRule',
    summary: 'Change a rule',
    description: 'Absent fields stay. Conditions and actions that are sent replace all of theirs.',
    tag: 'Rules',
    body: { required: true, json: ref('RuleChange'), validate: false },
    example: { body: { name: 'Food', active: true } },
    responses: { 200: { description: 'The rule as it is now.', schema: dataOf(ref('Rule')) } },
  },
  async handler(context, { caller, id, readJson }) {
    const { householdId } = caller;
    await getRule(context.sql, caller, id);
    const change = await readJson();
    const rule = await writeAs(context, caller, async (tx) => {
      await rules.lockRule(tx, householdId, id);
      const current = presentRule(await getRule(tx, caller, id));
      const draft = readRule({ ...current, ...change });
      const parts = {
        conditions: change.conditions !== undefined,
        actions: change.actions !== undefined,
      };
      // What is not sent is not looked up again: its records may be gone, and the rule be paused for that.
      await checkOwnership(tx, householdId, {
        conditions: parts.conditions ? draft.conditions : [],
        actions: parts.actions ? draft.actions : [],
      });
      await rules.updateRule(tx, householdId, id, draft, parts);
      if (parts.conditions || parts.actions) await checkLimits(tx, householdId);
      return rules.findRule(tx, householdId, id);
    });
    if (rule === null) throw recordNotFound();
    return { status: 200, body: { data: presentRule(rule) } };
  },
});
