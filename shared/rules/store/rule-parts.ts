import { randomUUID } from 'node:crypto';
import type { AnySql } from '../../postgres/connect.ts';
import { storableText } from '../../postgres/json-parameter.ts';
import type { RuleAction, RuleCondition } from '#preflight/rules/rule';

/** A part as a rule stores it and as the API shows it, in snake_case. */
interface PartDocument {
  readonly id: string;
  readonly value: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface ConditionDocument extends PartDocument {
  readonly condition_type: string;
  readonly operator: string;
  readonly sub_conditions: readonly ConditionDocument[];
}

export interface ActionDocument extends PartDocument {
  readonly action_type: string;
}

/** The start of this transaction in the format of parts: UTC, whole seconds, `Z`. */
export async function partsTime(sql: AnySql): Promise<string> {
  const [{ at }] = await sql<[{ at: Date }]>`select now() as at`;
  return wireTime(at);
}

export function wireTime(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`;
}

/** Conditions in stored form, each with a new id. `at` comes from `partsTime`. */
export function conditionDocuments(
  conditions: readonly RuleCondition[],
  at: string,
): ConditionDocument[] {
  return conditions.map((condition) => ({
    id: randomUUID(),
    condition_type: condition.conditionType,
    operator: condition.operator,
    value: condition.value,
    sub_conditions: conditionDocuments(condition.subConditions, at),
    created_at: at,
    updated_at: at,
  }));
}

/** Actions in stored form, each with a new id. */
export function actionDocuments(actions: readonly RuleAction[], at: string): ActionDocument[] {
  return actions.map((action) => ({
    id: randomUUID(),
    action_type: action.actionType,
    value: action.value,
    created_at: at,
    updated_at: at,
  }));
}

export function readConditions(documents: readonly ConditionDocument[]): RuleCondition[] {
  return documents.map((document) => ({
    conditionType: document.condition_type,
    operator: document.operator,
    value: document.value,
    subConditions: readConditions(document.sub_conditions),
  }));
}

export function readActions(documents: readonly ActionDocument[]): RuleAction[] {
  return documents.map((document) => ({
    actionType: document.action_type,
    value: document.value,
  }));
}

/** A parameter of type json, as text: jsonb would reorder the keys. */
export function partsParameter(sql: AnySql, documents: readonly PartDocument[]) {
  return sql`${storableText(documents)}::text::json`;
}
