import { negateDecimal, normalizeDecimal } from '../money.ts';
import { foldSpaces, lowerCase } from './fold-text.ts';
import type { SettableColumn } from './action-type.ts';

/** A transaction as rules see it. Ids are lowercase UUIDs, days YYYY-MM-DD, amounts decimals. */
export interface RuleRow {
  readonly id: string;
  readonly accountId: string;
  readonly date: string;
  readonly amount: string;
  readonly currency: string;
  readonly kind: string;
  readonly name: string;
  readonly notes: string | null;
  /** What the provider sent in addition to the known fields, as JSON text; null: nothing. */
  readonly details: string | null;
  readonly categoryId: string | null;
  readonly merchantId: string | null;
  readonly excluded: boolean;
  readonly activityLabel: string | null;
  /** In their order; null if there are none, or no rule asks for them. */
  readonly tagIds: readonly string[] | null;
  /** Attributes that a person edited; null: none. */
  readonly locked: readonly string[] | null;
  /** Changes at every write to the row. */
  readonly version: string;
}

/** Attributes that a rule can change; also the names of their locks. */
export type RuleAttribute = SettableColumn | 'tag_ids' | 'kind';

/** The fields that text conditions search. */
export type TextField = 'name' | 'notes' | 'details';

/** A row as changed by the rules so far. Nothing is written before the last rule has run. */
export class RowState {
  readonly row: RuleRow;
  /** The value of each attribute that was set, and the place of the rule that set it last. */
  readonly changes = new Map<
    Exclude<RuleAttribute, 'tag_ids'>,
    { value: string | boolean; rule: number }
  >();
  /** The places of the rules that match it. */
  readonly matched: number[] = [];
  /** The places of the rules that added a tag. */
  readonly taggers: number[] = [];
  readonly addedTagIds: string[] = [];
  /** A rule with `stop` has matched: later rules skip the row. */
  stopped = false;
  /** Set for a row that this run creates as the other side of a transfer: the id of the first side. */
  mirrorOf: string | null = null;
  #folded: Partial<Record<TextField, string | null>> = {};
  #lowered: Partial<Record<TextField, string | null>> = {};
  #magnitude: string | undefined;
  #final: readonly FinalChange[] | undefined;

  constructor(row: RuleRow) {
    this.row = row;
  }

  /** The amount without its sign, normalised. */
  get magnitude(): string {
    if (this.#magnitude === undefined) {
      const decimal = normalizeDecimal(this.row.amount) ?? '0';
      this.#magnitude = decimal.startsWith('-') ? negateDecimal(decimal) : decimal;
    }
    return this.#magnitude;
  }

  /** Whether money comes in; zero does not count as that. */
  get isInflow(): boolean {
    return !this.row.amount.startsWith('-') && this.magnitude !== '0';
  }

  get(attribute: Exclude<RuleAttribute, 'tag_ids'>): string | boolean | null {
    return this.changes.get(attribute)?.value ?? stored(this.row, attribute);
  }

  set(attribute: Exclude<RuleAttribute, 'tag_ids'>, value: string | boolean, rule: number): void {
    this.changes.set(attribute, { value, rule });
    this.#final = undefined;
    if (attribute !== 'name') return;
    delete this.#folded.name;
    delete this.#lowered.name;
  }

  hasTag(id: string): boolean {
    return this.tagIds.includes(id);
  }

  get tagIds(): readonly string[] {
    return this.addedTagIds.length === 0
      ? (this.row.tagIds ?? [])
      : [...(this.row.tagIds ?? []), ...this.addedTagIds];
  }

  addTag(id: string, rule: number): void {
    this.addedTagIds.push(id);
    this.#final = undefined;
    this.taggers.push(rule);
  }

  isLocked(attribute: string): boolean {
    return this.row.locked?.includes(attribute) ?? false;
  }

  /** The text in the form in which conditions compare it; null when there is none. */
  text(field: TextField): string | null {
    let text = this.#folded[field];
    if (text === undefined) {
      const raw = field === 'name' ? String(this.get('name')) : this.row[field];
      text = raw === null || field === 'details' ? raw : foldSpaces(raw);
      this.#folded[field] = text;
    }
    return text;
  }

  /** The same in lower case. */
  lowerText(field: TextField): string | null {
    let text = this.#lowered[field];
    if (text === undefined) {
      const folded = this.text(field);
      text = folded === null ? null : lowerCase(folded);
      this.#lowered[field] = text;
    }
    return text;
  }

  /** What differs from the stored row in the end. An attribute that was changed back does not count. */
  finalChanges(): readonly FinalChange[] {
    return (this.#final ??= this.#findFinalChanges());
  }

  #findFinalChanges(): FinalChange[] {
    const found: FinalChange[] = [];
    for (const [attribute, { value, rule }] of this.changes) {
      const before = stored(this.row, attribute);
      if (before === value) continue;
      const oldValue = before === null ? null : String(before);
      found.push({ attribute, oldValue, newValue: String(value), rules: [rule] });
    }
    if (this.addedTagIds.length > 0) {
      found.push({
        attribute: 'tag_ids',
        oldValue: this.row.tagIds?.join(',') || null,
        newValue: this.tagIds.join(','),
        rules: this.taggers,
      });
    }
    return found;
  }
}

/** One attribute to write, with the rules that changed it; the last of them set the value. */
export interface FinalChange {
  readonly attribute: RuleAttribute;
  readonly oldValue: string | null;
  readonly newValue: string;
  readonly rules: readonly number[];
}

/** The property of a row that holds each attribute. */
const STORED = {
  category_id: 'categoryId',
  merchant_id: 'merchantId',
  name: 'name',
  excluded: 'excluded',
  investment_activity_label: 'activityLabel',
  kind: 'kind',
} as const satisfies Record<Exclude<RuleAttribute, 'tag_ids'>, keyof RuleRow>;

function stored(row: RuleRow, attribute: keyof typeof STORED): string | boolean | null {
  return row[STORED[attribute]];
}
