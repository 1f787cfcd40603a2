import type { TransactionEdit } from '../../changes/list-edits.ts';
import { RowState, type RuleRow } from '#preflight/rules/row-state';
import { LEARNED } from './evidence.ts';
import type { EditedValue, Example, LearnedAttribute } from './evidence.ts';

/**
 * What the latest edits, newest first, tell about rows: each row as it was before people edited it, and what they changed. Values
 * that someone or something else has changed since are no evidence.
 */
export function readExamples(
  edits: readonly TransactionEdit[],
  rows: readonly RuleRow[],
): Example[] {
  const before = new Map<string, Record<string, unknown>>();
  const after = new Map<string, Record<string, unknown>>();
  for (const edit of edits) {
    before.set(edit.transactionId, { ...before.get(edit.transactionId), ...edit.before });
    after.set(edit.transactionId, { ...edit.after, ...after.get(edit.transactionId) });
  }
  return rows.flatMap((row) => {
    const made = after.get(row.id) ?? {};
    const kept = LEARNED.flatMap((attribute): [LearnedAttribute, EditedValue][] => {
      const value = attribute in made ? valueOf(row, attribute) : null;
      return value === null || !isSame(value, made[attribute]) ? [] : [[attribute, value]];
    });
    return kept.length === 0
      ? []
      : [{ row: asBefore(row, before.get(row.id) ?? {}), edits: new Map(kept) }];
  });
}

function asBefore(row: RuleRow, before: Readonly<Record<string, unknown>>): RuleRow {
  const was = <T>(attribute: LearnedAttribute, now: T): T =>
    attribute in before ? (before[attribute] as T) : now;
  return {
    ...row,
    name: was('name', row.name),
    categoryId: was('category_id', row.categoryId),
    merchantId: was('merchant_id', row.merchantId),
    excluded: was('excluded', row.excluded),
    tagIds: was('tag_ids', row.tagIds),
    locked: null,
  };
}

const valueOf = (row: RuleRow, attribute: LearnedAttribute): EditedValue | null =>
  attribute === 'tag_ids' ? (row.tagIds ?? []) : new RowState(row).get(attribute);

function isSame(now: EditedValue, made: unknown): boolean {
  return Array.isArray(made) && Array.isArray(now)
    ? made.length === now.length && made.every((each) => now.includes(each))
    : now === made;
}
