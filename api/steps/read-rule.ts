import { listReferences } from '#preflight/rules/references';
import { ruleFaultMessages } from '#preflight/rules/rule-fault';
import type { RuleDraft } from '#preflight/rules/rule';
import { validateRule } from '#preflight/rules/validate-rule';
import { recordNotFound, validationFailed } from '../../shared/platform/errors.ts';
import type { AnySql, Tx } from '../../shared/postgres/connect.ts';
import { findRuleExcess } from '../../shared/rules/store/rule-limits.ts';
import { listMissingReferences } from '../../shared/rules/store/rule-references.ts';
import { findRule } from '../../shared/rules/store/rules.ts';
import type { StoredRule } from '../../shared/rules/store/rules.ts';

/** The rule that a path names. Throws record_not_found for an unknown and for a foreign one. */
export async function getRule(sql: AnySql, householdId: string, id: string): Promise<StoredRule> {
  const rule = await findRule(sql, householdId, id);
  if (rule === null) throw recordNotFound();
  return rule;
}

/** More messages than this do not help a reader. */
const MESSAGES_MAX = 20;

/** A rule as it came in, checked and ready to store. Throws validation_failed with every fault. */
export function readRule(body: unknown): RuleDraft {
  const { rule, faults } = validateRule(body);
  if (rule === null) throw invalidRule(ruleFaultMessages(faults));
  return rule;
}

/** Throws validation_failed unless all records that the rule names belong to the household. */
export async function checkOwnership(
  sql: AnySql,
  householdId: string,
  rule: Pick<RuleDraft, 'conditions' | 'actions'>,
): Promise<void> {
  const missing = await listMissingReferences(sql, householdId, listReferences(rule));
  if (missing.length === 0) return;
  throw invalidRule(missing.map(({ path, kind }) => `${path} names no ${kind} of the household`));
}

/** Throws validation_failed when the transaction leaves more rules, or larger ones, than a household can have. */
export async function checkLimits(tx: Tx, householdId: string): Promise<void> {
  const excess = await findRuleExcess(tx, householdId);
  if (excess !== null) throw validationFailed(excess);
}

function invalidRule(messages: readonly string[]): Error {
  return validationFailed(
    `The rule is not valid: ${messages[0] ?? ''}.`,
    messages.slice(0, MESSAGES_MAX),
  );
}
