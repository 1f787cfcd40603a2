import type { CompiledRule } from './compile-rule.ts';
import type { ExactField } from '#preflight/rules/condition-type';
import { LiteralMatcher } from './literal-matcher.ts';
import type { RowState, TextField } from '#preflight/rules/row-state';

const TEXT_FIELDS: readonly TextField[] = ['name', 'notes', 'details'];

/** Total code units of the literals in an index: some 150 MB at the very most. */
const UNITS_MAX = 500_000;
/** A longer part of a literal rules out no more rows; a shorter part rules out too few. */
const [LITERAL_MIN, LITERAL_MAX] = [4, 64];

/** Finds the rules that a row may match, so that its cost grows with its matches rather than with all rules. */
export class RuleIndex {
  /** Places of rules that any row may match. */
  readonly #always: number[] = [];
  readonly #exact = new Map<ExactField, Map<string, number[]>>();
  readonly #literals = new Map<TextField, LiteralMatcher>();

  constructor(rules: readonly CompiledRule[]) {
    const units = literalUnits(rules);
    rules.forEach(({ triggers }, place) => {
      if (triggers === undefined) this.#always.push(place);
      for (const trigger of triggers ?? []) {
        if ('contains' in trigger) {
          this.#literal(trigger.field).add(trigger.contains.slice(0, units), place);
        } else this.#places(trigger.field, trigger.equals).push(place);
      }
    });
  }

  /** Reports the place of each rule that the row may match, unordered and with repeats. */
  find(state: RowState, found: (place: number) => void): void {
    this.#always.forEach(found);
    for (const field of TEXT_FIELDS) this.#findText(state, field, found);
    for (const field of this.#exact.keys()) this.#findExact(state, field, found);
  }

  /** The same for the rules that may match because one attribute changed. */
  findChanged(state: RowState, attribute: string, found: (place: number) => void): void {
    if (attribute === 'name') this.#findText(state, 'name', found);
    this.#findExact(state, attribute as ExactField, found);
  }

  #findText(state: RowState, field: TextField, found: (place: number) => void): void {
    const matcher = this.#literals.get(field);
    const text = matcher === undefined ? null : state.lowerText(field);
    if (text !== null) matcher?.find(text, found);
  }

  #findExact(state: RowState, field: ExactField, found: (place: number) => void): void {
    const places = this.#exact.get(field);
    if (places === undefined) return;
    for (const value of valuesOf(state, field)) places.get(value)?.forEach(found);
  }

  #literal(field: TextField): LiteralMatcher {
    const matcher = this.#literals.get(field) ?? new LiteralMatcher();
    this.#literals.set(field, matcher);
    return matcher;
  }

  #places(field: ExactField, value: string): number[] {
    const values = this.#exact.get(field) ?? new Map<string, number[]>();
    this.#exact.set(field, values);
    const places = values.get(value) ?? [];
    values.set(value, places);
    return places;
  }
}

/** How many code units of each literal are searched for: the rule itself checks the rest. */
function literalUnits(rules: readonly CompiledRule[]): number {
  const triggers = rules.flatMap((rule) => rule.triggers ?? []);
  const literals = triggers.filter((trigger) => 'contains' in trigger).length;
  const each = Math.floor(UNITS_MAX / Math.max(1, literals));
  return Math.min(LITERAL_MAX, Math.max(LITERAL_MIN, each));
}

function valuesOf(state: RowState, field: ExactField): readonly string[] {
  const only = (value: string | boolean | null): string[] =>
    typeof value === 'string' ? [value] : [];
  switch (field) {
    case 'name':
    case 'notes':
      return only(state.text(field));
    case 'amount':
      return [state.magnitude];
    case 'account':
      return [state.row.accountId];
    case 'category_id':
    case 'merchant_id':
      return only(state.get(field));
    case 'tag_ids':
      return state.tagIds;
  }
}
