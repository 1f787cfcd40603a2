import type { ActionEffect } from '#preflight/rules/action-type';
import type { CompiledRule } from './compile-rule.ts';
import type { RowPart } from '#preflight/rules/condition-type';
import type { RuleAttribute, RowState } from '#preflight/rules/row-state';
import { RuleIndex } from './rule-index.ts';

/** What an action did to one row, or would have done if not for a lock. */
export interface Outcome {
  /** Position of the rule, and of the action in it. */
  readonly rule: number;
  readonly action: number;
  readonly attribute: RuleAttribute;
  readonly oldValue: string | null;
  readonly newValue: string;
  readonly locked: boolean;
}

/** An action that pairs rows with others in an account, with the position of its rule and of itself in that rule. */
export interface TransferAction {
  readonly rule: number;
  readonly action: number;
  readonly accountId: string;
}

export interface RuleSetOptions {
  /** Also change attributes that a person edited. */
  readonly ignoreLocks: boolean;
  /** Whether a record that an action refers to still exists; if not, the action changes nothing. */
  readonly exists: (kind: 'category' | 'merchant' | 'tag', id: string) => boolean;
}

/** Rules in order; each sees a row as earlier ones left it. Pure: does not access the database. */
export class RuleSet {
  readonly #rules: readonly CompiledRule[];
  readonly #index: RuleIndex;
  readonly #options: RuleSetOptions;
  /** Actions that change nothing because the record that they refer to is gone. */
  readonly #idle: ReadonlySet<ActionEffect>;

  constructor(rules: readonly CompiledRule[], options: RuleSetOptions) {
    this.#rules = rules;
    this.#index = new RuleIndex(rules);
    this.#options = options;
    const effects = rules.flatMap((rule) => rule.effects);
    this.#idle = new Set(effects.filter((effect) => !namesExisting(effect, options)));
  }

  needs(part: RowPart): boolean {
    return this.#rules.some((rule) => rule.needs.has(part));
  }

  get ignoreLocks(): boolean {
    return this.#options.ignoreLocks;
  }

  /** The transfer actions. Each pairs rows, so all rows must reach its rule before any row passes it. */
  get transfers(): TransferAction[] {
    return this.#rules.flatMap(({ effects }, rule) =>
      effects.flatMap((effect, action) =>
        effect.kind === 'transfer' ? [{ rule, action, accountId: effect.accountId }] : [],
      ),
    );
  }

  get size(): number {
    return this.#rules.length;
  }

  /** Applies the rules from place `from` up to, but not including, `to` to a row. The caller carries out transfers. */
  apply(state: RowState, from = 0, to = this.size, observe?: (outcome: Outcome) => void): void {
    if (state.stopped) return;
    const agenda = new Agenda(from, to);
    this.#index.find(state, agenda.add);
    for (let place = agenda.next(); place !== null; place = agenda.next()) {
      const rule = this.#rules[place];
      if (rule === undefined || !rule.test(state)) continue;
      state.matched.push(place);
      for (const [action, effect] of rule.effects.entries()) {
        const outcome = this.#carryOut(state, effect, place, action);
        if (outcome === null) continue;
        observe?.(outcome);
        if (!outcome.locked) this.#index.findChanged(state, outcome.attribute, agenda.add);
      }
      if (rule.stop) {
        state.stopped = true;
        return;
      }
    }
  }

  #carryOut(state: RowState, effect: ActionEffect, rule: number, action: number): Outcome | null {
    const { ignoreLocks } = this.#options;
    if (this.#idle.has(effect)) return null;
    switch (effect.kind) {
      case 'set': {
        const { column: attribute, value } = effect;
        const before = state.get(attribute);
        if (before === value) return null;
        const locked = !ignoreLocks && state.isLocked(attribute);
        if (!locked) state.set(attribute, value, rule);
        const oldValue = before === null ? null : String(before);
        return { rule, action, attribute, oldValue, newValue: String(value), locked };
      }
      case 'add_tag': {
        const { tagId } = effect;
        if (state.hasTag(tagId)) return null;
        const before = state.tagIds;
        const locked = !ignoreLocks && state.isLocked('tag_ids');
        if (!locked) state.addTag(tagId, rule);
        const oldValue = before.length === 0 ? null : before.join(',');
        const newValue = [...before, tagId].join(',');
        return { rule, action, attribute: 'tag_ids', oldValue, newValue, locked };
      }
      default:
        return null;
    }
  }
}

const REFERENCES: Readonly<Record<string, 'category' | 'merchant'>> = {
  category_id: 'category',
  merchant_id: 'merchant',
};

function namesExisting(effect: ActionEffect, { exists }: RuleSetOptions): boolean {
  if (effect.kind === 'add_tag') return exists('tag', effect.tagId);
  const kind = effect.kind === 'set' ? REFERENCES[effect.column] : undefined;
  return effect.kind !== 'set' || kind === undefined || exists(kind, String(effect.value));
}

/** The rules still to try on a row, in order. Trying one may add more. */
class Agenda {
  readonly #to: number;
  #places: number[] = [];
  #sorted = true;
  #last: number;

  constructor(from: number, to: number) {
    this.#to = to;
    this.#last = from - 1;
  }

  readonly add = (place: number): void => {
    if (place <= this.#last || place >= this.#to) return;
    this.#places.push(place);
    this.#sorted = false;
  };

  /** The next rule; returns each rule once. */
  next(): number | null {
    if (!this.#sorted) {
      this.#places.sort((a, b) => b - a);
      this.#sorted = true;
    }
    for (let place = this.#places.pop(); place !== undefined; place = this.#places.pop()) {
      if (place === this.#last) continue;
      this.#last = place;
      return place;
    }
    return null;
  }
}
