import { listLatestEdits } from '../../changes/list-edits.ts';
import { digestUuid } from '../../platform/crypto.ts';
import type { AnySql, Tx } from '../../postgres/connect.ts';
import type { RuleRow } from '#preflight/rules/row-state';
import type { RowPart } from '#preflight/rules/condition-type';
import { compileRule, UnrunnableRuleError } from '../compile-rule.ts';
import type { CompiledRule } from '../compile-rule.ts';
import { readExamples } from '../suggest/read-examples.ts';
import { suggestRules, type RuleSuggestion } from '../suggest/suggest-rules.ts';
import { readLatestRows, readRows } from './rule-rows.ts';
import {
  actionDocuments,
  conditionDocuments,
  partsParameter,
  partsTime,
  readActions,
  readConditions,
} from './rule-parts.ts';
import type { ActionDocument, ConditionDocument } from './rule-parts.ts';
import { listMissingReferences } from './rule-references.ts';
import { listReferences } from '#preflight/rules/references';

/** How many of the latest edits are used for learning, and how many further rows are checked: this bounds the cost. */
const [EDITS_MAX, ROWS_MAX] = [2000, 2000];

/** A suggestion, with an id derived only from its rule. */
export interface StoredRuleSuggestion extends RuleSuggestion {
  readonly id: string;
}

/** The rules that the household's latest edits suggest, most hits first. */
export async function listRuleSuggestions(
  sql: AnySql,
  householdId: string,
): Promise<StoredRuleSuggestion[]> {
  const edits = await listLatestEdits(sql, householdId, EDITS_MAX);
  if (edits.length === 0) return [];
  const rules = { needs: (part: RowPart) => part === 'tags' };
  const scope = { householdId, rules, disabledAccountIds: [] };
  const ids = [...new Set(edits.map(({ transactionId }) => transactionId))];
  const examples = readExamples(edits, await readRows(sql, scope, ids));
  const edited = new Set(examples.map(({ row }) => row.id));
  const latest: RuleRow[] = await readLatestRows(sql, scope, ROWS_MAX);
  const others = latest.filter(({ id }) => !edited.has(id));
  const known = await listKnownRules(sql, householdId);
  const found = await suggestRules({ examples, others, known });
  const gone = await listMissingReferences(
    sql,
    householdId,
    found.flatMap(({ rule }) => listReferences(rule)),
  );
  const missing = new Set(gone.map(({ value }) => value));
  return found
    .filter(({ rule }) => !listReferences(rule).some(({ value }) => missing.has(value)))
    .map((suggestion) => {
      const { conditions, actions, effectiveDate } = suggestion.rule;
      const id = digestUuid(JSON.stringify([householdId, conditions, actions, effectiveDate]));
      return { ...suggestion, id };
    });
}

/** Records that a person accepted or dismissed a suggestion, so that it is not shown again. False if that was already done. */
export async function decideRuleSuggestion(
  tx: Tx,
  householdId: string,
  { id, rule }: StoredRuleSuggestion,
): Promise<boolean> {
  const at = await partsTime(tx);
  const decided = await tx`
    insert into rule_decisions (household_id, suggestion_id, conditions, actions)
    values (
      ${householdId}, ${id}, ${partsParameter(tx, conditionDocuments(rule.conditions, at))},
      ${partsParameter(tx, actionDocuments(rule.actions, at))}
    )
    on conflict do nothing`;
  return decided.count > 0;
}

/** All runnable rules of the household, including paused ones, and decided suggestions. */
async function listKnownRules(sql: AnySql, householdId: string): Promise<CompiledRule[]> {
  const rows = await sql<
    { conditions: readonly ConditionDocument[]; actions: readonly ActionDocument[] }[]
  >`
    select conditions, actions
    from (
      select conditions, actions, priority, created_at from rules where household_id = ${householdId}
      union all
      select conditions, actions, 0, created_at from rule_decisions where household_id = ${householdId}
    ) known
    order by priority desc, created_at`;
  return rows.flatMap(({ conditions, actions }) => {
    try {
      const parts = { conditions: readConditions(conditions), actions: readActions(actions) };
      return [compileRule({ ...parts, effectiveDate: null, stop: false })];
    } catch (error) {
      if (error instanceof UnrunnableRuleError) return [];
      throw error;
    }
  });
}
