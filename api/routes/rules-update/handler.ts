import { recordNotFound } from '../../../shared/errors.ts';
import { findRule, lockRule, updateRule as updateStoredRule } from '../../../shared/store/rules.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { checkOwnership, readRule } from '../rules-create/check-rule.ts';
import { presentRule } from '../rules-list/present.ts';
import { getRule } from '../rules-show/get-rule.ts';

/** PATCH /api/v1/rules/{id} */
export async function updateRule(
  { sql }: ApiContext,
  { caller, params, readJson }: ApiRequest,
): Promise<ApiResponse> {
  const { householdId } = caller;
  const { id } = await getRule(sql, caller, params);
  const change = (await readJson()) as Record<string, unknown>;
  const rule = await sql.begin(async (tx) => {
    await lockRule(tx, householdId, id);
    const current = presentRule(await getRule(tx, caller, params));
    const draft = readRule({ ...current, ...change });
    const parts = {
      conditions: change['conditions'] !== undefined,
      actions: change['actions'] !== undefined,
    };
    // What is not sent is not looked up again: its records may be gone, and the rule be paused for that.
    await checkOwnership(tx, householdId, {
      conditions: parts.conditions ? draft.conditions : [],
      actions: parts.actions ? draft.actions : [],
    });
    await updateStoredRule(tx, householdId, id, draft, parts);
    return findRule(tx, householdId, id);
  });
  if (rule === null) throw recordNotFound();
  return { status: 200, body: { data: presentRule(rule) } };
}
