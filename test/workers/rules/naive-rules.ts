import { foldSpaces, lowerCase } from '#preflight/rules/fold-text';
import { actionTypes } from '#preflight/rules/registry';
import type { RuleCondition } from '#preflight/rules/rule';
import {
  CONTRIBUTIONS_CATEGORY,
  isTransferKind,
  transferKind,
  TRANSFER_WINDOW_DAYS,
} from '#preflight/rules/transfer-kinds';
import type { StoredRule } from '../../../shared/rules/store/rules.ts';

/** A transaction. The category of contributions goes by its name, as runs make it. */
export interface NaiveRow {
  id: string;
  accountId: string;
  date: string;
  amount: string;
  currency: string;
  name: string;
  notes: string | null;
  details: string;
  kind: string;
  excluded: boolean;
  categoryId: string | null;
  merchantId: string | null;
  investmentActivityLabel: string | null;
  tags: string[];
  locked: Record<string, unknown>;
  isSplitParent: boolean;
  /** The other side of its transfer. */
  other: string | null;
}

export interface Account {
  id: string;
  name: string;
  type: string;
  status: string;
}

/** One change: rows by id, a mirror by that of the row that it mirrors, and ` mirror`. */
export interface Line {
  transaction: string;
  attribute: string;
  rule: string;
  old: string | null;
  new: string | null;
}

const PROPERTIES = {
  name: 'name',
  kind: 'kind',
  excluded: 'excluded',
  category_id: 'categoryId',
  merchant_id: 'merchantId',
  investment_activity_label: 'investmentActivityLabel',
} as const;
const DAY_MS = 86_400_000;

/** In units of 10^-10: exact, as numeric is. */
function units(amount: string): bigint {
  const [whole = '', part = ''] = amount.trim().replace('-', '').split('.');
  const size = BigInt(whole + part.padEnd(10, '0'));
  return amount.trim().startsWith('-') ? -size : size;
}

/** What the rules mean, row by row and rule by rule, as slowly as that is: what the engine is compared with. */
export class NaiveRules {
  readonly lines: Line[] = [];
  readonly matched: number[] = [];
  readonly #rows: NaiveRow[];
  readonly #accounts: Map<string, Account>;
  readonly #known: Set<string>;
  readonly #ignoreLocks: boolean;

  constructor(rows: NaiveRow[], accounts: Account[], known: string[], ignoreLocks: boolean) {
    this.#rows = rows;
    this.#accounts = new Map(accounts.map((account) => [account.id, account]));
    this.#known = new Set(known);
    this.#ignoreLocks = ignoreLocks;
  }

  run(rule: StoredRule): void {
    const rows = this.#rows.filter(
      (row) =>
        ['active', 'draft'].includes(this.#accounts.get(row.accountId)?.status ?? '') &&
        !row.isSplitParent &&
        (rule.effectiveDate === null || row.date >= rule.effectiveDate) &&
        rule.conditions.every((condition) => matches(row, condition)),
    );
    this.matched.push(rows.length);
    for (const { actionType, value } of rule.actions) {
      const effect = actionTypes.get(actionType)?.compile(value);
      if (effect?.kind === 'transfer') this.#transfer(rule.id, rows, effect.accountId);
      for (const row of rows) {
        if (effect?.kind === 'set') {
          const isReference = ['category_id', 'merchant_id'].includes(effect.column);
          if (!isReference || this.#known.has(String(effect.value)))
            this.#set(rule.id, row, effect.column, effect.value);
        } else if (effect?.kind === 'add_tag') this.#tag(rule.id, row, effect.tagId);
      }
    }
  }

  #isOpen = (row: NaiveRow, attribute: string): boolean =>
    attribute === 'kind' || this.#ignoreLocks || !(attribute in row.locked);

  #set(
    rule: string,
    row: NaiveRow,
    attribute: keyof typeof PROPERTIES,
    value: string | boolean,
  ): void {
    const property = PROPERTIES[attribute];
    const before = row[property];
    if (before === value || !this.#isOpen(row, attribute)) return;
    Object.assign(row, { [property]: value });
    const old = before === null ? null : String(before);
    this.lines.push({ transaction: row.id, attribute, rule, old, new: String(value) });
  }

  #tag(rule: string, row: NaiveRow, tag: string): void {
    if (row.tags.includes(tag) || !this.#known.has(tag) || !this.#isOpen(row, 'tag_ids')) return;
    const old = row.tags.join() || null;
    row.tags = [...row.tags, tag].sort();
    this.lines.push({ transaction: row.id, attribute: 'tag_ids', rule, old, new: row.tags.join() });
  }

  /** Pairs rows with the other side that is there, nearest first, and makes a mirror where there is none. */
  #transfer(rule: string, rows: NaiveRow[], accountId: string): void {
    const account = this.#accounts.get(accountId);
    if (account === undefined) return;
    const sources = rows
      .filter((row) => row.accountId !== accountId && units(row.amount) !== 0n)
      .filter((row) => row.other === null && !isTransferKind(row.kind));
    const apart = (a: NaiveRow, b: NaiveRow): number =>
      Math.abs(Date.parse(a.date) - Date.parse(b.date)) / DAY_MS;
    const fits = (source: NaiveRow, side: NaiveRow): boolean =>
      side.accountId === accountId &&
      units(side.amount) === -units(source.amount) &&
      side.currency === source.currency &&
      side.other === null &&
      !side.isSplitParent &&
      apart(source, side) <= TRANSFER_WINDOW_DAYS;
    const key = ([a, b]: readonly [NaiveRow, NaiveRow]): string =>
      [apart(a, b), a.date, a.id, b.date, b.id].join(' ');
    const pairs = sources
      .flatMap((source) =>
        this.#rows.filter((side) => fits(source, side)).map((side) => [source, side] as const),
      )
      .sort((a, b) => (key(a) < key(b) ? -1 : 1));
    for (const [source, side] of pairs) this.#link(rule, source, side);
    for (const source of sources) {
      if (source.other !== null) continue;
      const from = this.#accounts.get(source.accountId)?.name ?? '';
      const isOut = source.amount.startsWith('-');
      const mirror: NaiveRow = {
        ...source,
        id: `${source.id} mirror`,
        accountId,
        amount: isOut ? source.amount.slice(1) : `-${source.amount}`,
        name: `Transfer ${isOut ? 'from' : 'to'} ${from}`,
        notes: null,
        details: '{}',
        kind: 'standard',
        excluded: false,
        categoryId: null,
        merchantId: null,
        investmentActivityLabel: null,
        tags: [],
        locked: {},
      };
      this.#rows.push(mirror);
      this.#link(rule, source, mirror);
    }
  }

  #link(rule: string, one: NaiveRow, two: NaiveRow): void {
    if (one.other !== null || two.other !== null) return;
    [one.other, two.other] = [two.id, one.id];
    const [inflow, outflow] = units(one.amount) > 0n ? [one, two] : [two, one];
    const destination = this.#accounts.get(inflow.accountId)?.type ?? '';
    this.#set(rule, inflow, 'kind', 'funds_movement');
    this.#set(rule, outflow, 'kind', transferKind(false, destination));
    if (outflow.kind === 'investment_contribution' && outflow.categoryId === null)
      this.#set(rule, outflow, 'category_id', CONTRIBUTIONS_CATEGORY);
  }
}

function matches(row: NaiveRow, { conditionType, ...condition }: RuleCondition): boolean {
  const { operator, value, subConditions } = condition;
  switch (conditionType) {
    case 'compound':
      if (operator === 'or' && subConditions.length > 0)
        return subConditions.some((member) => matches(row, member));
      return subConditions.every((member) => matches(row, member));
    case 'transaction_amount':
      return compares(units(row.amount.replace('-', '')), operator, units(value ?? '0'));
    case 'transaction_type': {
      const isTransfer = isTransferKind(row.kind);
      const sign = units(row.amount) > 0n ? 'income' : 'expense';
      return ((isTransfer ? 'transfer' : sign) === value) === (operator === '=');
    }
    case 'transaction_name':
      return reads(foldSpaces(row.name), operator, foldSpaces(value ?? ''));
    case 'transaction_notes':
      return reads(
        row.notes === null ? null : foldSpaces(row.notes),
        operator,
        foldSpaces(value ?? ''),
      );
    case 'transaction_details': {
      if (operator.startsWith('is_')) return (row.details === '{}') === (operator === 'is_null');
      if (operator.endsWith('like')) return reads(row.details, operator, value ?? '');
      return row.details.includes(value ?? '') === (operator === '=');
    }
    default: {
      const held = {
        transaction_account: [row.accountId],
        transaction_category: [row.categoryId],
        transaction_merchant: [row.merchantId],
        transaction_tag: row.tags,
      }[conditionType]?.filter((id) => id !== null);
      if (held === undefined) throw new Error(`no condition ${conditionType}`);
      if (operator.startsWith('is_')) return (held.length === 0) === (operator === 'is_null');
      return held.includes(value ?? '') === (operator === '=');
    }
  }
}

function compares(amount: bigint, operator: string, bound: bigint): boolean {
  if (operator === '=') return amount === bound;
  if (operator === '!=') return amount !== bound;
  if (amount === bound) return operator.endsWith('=');
  return amount > bound === operator.startsWith('>');
}

/** A text that is missing is not anything, and contains nothing. */
function reads(text: string | null, operator: string, wanted: string): boolean {
  if (operator.startsWith('is_')) return (text === null) === (operator === 'is_null');
  if (operator.endsWith('like')) {
    const holds = text !== null && lowerCase(text).includes(lowerCase(wanted));
    return holds === (operator === 'like');
  }
  return (text === wanted) === (operator === '=');
}
