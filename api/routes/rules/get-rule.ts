import type { AnySql } from '../../../shared/postgres/connect.ts';
import { recordNotFound } from '../../../shared/platform/errors.ts';
import { findRule, type StoredRule } from '../../../shared/rules/store/rules.ts';
import type { ApiRequest } from '../../http/route.ts';

/** The rule that a path names. Throws record_not_found for an unknown and for a foreign one. */
export async function getRule(
  sql: AnySql,
  caller: ApiRequest['caller'],
  id: string,
): Promise<StoredRule> {
  const rule = await findRule(sql, caller.householdId, id);
  if (rule === null) throw recordNotFound();
  return rule;
}
