import { findRule, insertRule } from '../../../shared/store/rules.ts';
import type { ApiContext } from '../../context.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentRule } from '../rules-list/present.ts';
import { checkOwnership, readRule } from './check-rule.ts';

/** POST /api/v1/rules */
export async function createRule(
  { sql }: ApiContext,
  { caller, readJson }: ApiRequest,
): Promise<ApiResponse> {
  const draft = readRule(await readJson());
  const rule = await sql.begin(async (tx) => {
    await checkOwnership(tx, caller.householdId, draft);
    return findRule(tx, caller.householdId, await insertRule(tx, caller.householdId, draft));
  });
  if (rule === null) throw new Error('a rule vanished while it was made');
  return { status: 201, body: { data: presentRule(rule) } };
}
