import { addDecimals, compareDecimals, negateDecimal } from '../../money.ts';
import {
  SPLIT_AMOUNT_FIELDS,
  SPLIT_LINES_FIELDS,
  TAG_IDS_FIELD,
} from '../../imports/ndjson/record-types.ts';
import type { RecordData, StagedRow } from './fields.ts';
import { attributeStamps, jsonText } from './attribute-stamps.ts';
import {
  boundedText,
  currency,
  decimal,
  flag,
  freeText,
  missing,
  nested,
  oneOf,
  ownId,
  parseDay,
  reject,
  requiredDay,
  requiredDecimal,
  requiredReference,
  sourceId,
  sourceIds,
  text,
  usableDecimal,
} from './fields.ts';

const KINDS = [
  'standard',
  'funds_movement',
  'cc_payment',
  'loan_payment',
  'investment_contribution',
  'one_time',
] as const;

/** How entries of a session are known to it: `<Type>:<source id>`. */
export function externalId(type: 'Transaction' | 'Trade' | 'Valuation', id: string): string {
  return `${type}:${id}`;
}

function splitLines(data: RecordData): RecordData[] | null {
  const field = SPLIT_LINES_FIELDS.find((name) => data[name] !== undefined && data[name] !== null);
  if (field === undefined) return null;
  const lines = data[field];
  if (!Array.isArray(lines)) {
    throw reject('Transaction', 'invalid_split_lines', field, null, `${field} is not a list`);
  }
  for (const line of lines as unknown[]) {
    if (typeof line !== 'object' || line === null || Array.isArray(line)) {
      throw reject('Transaction', 'invalid_split_lines', field, null, `${field} holds no objects`);
    }
  }
  return lines.length === 0 ? null : (lines as RecordData[]);
}

function splitAmount(line: RecordData): string {
  for (const field of SPLIT_AMOUNT_FIELDS) {
    const amount = decimal('Transaction', line, field);
    if (amount !== null) return amount;
    const inner = decimal('Transaction', nested(line, field), 'amount');
    if (inner !== null) return inner;
  }
  throw missing('Transaction', 'split_lines.amount');
}

function splitRow(parent: StagedRow, line: RecordData, index: number): StagedRow {
  const type = 'Transaction';
  const id = sourceId(type, line, 'id');
  const has = (field: string): boolean => Object.hasOwn(line, field);
  return {
    ...parent,
    // A line without an id of its own is known by its place.
    external_id: id === null ? `${String(parent['external_id'])}/${index}` : externalId(type, id),
    parent_external_id: parent['external_id'] ?? null,
    amount: negateDecimal(splitAmount(line)),
    name: boundedText(type, line, 'name') ?? parent['name'] ?? null,
    notes: freeText(type, line, 'notes'),
    category_ref: sourceId(type, line, 'category_id'),
    // Merchant and tags are the parent's unless the line says something, if only null.
    merchant_ref: has('merchant_id')
      ? sourceId(type, line, 'merchant_id')
      : (parent['merchant_ref'] ?? null),
    tag_refs: has(TAG_IDS_FIELD)
      ? (sourceIds(type, line, TAG_IDS_FIELD) ?? [])
      : (parent['tag_refs'] ?? null),
    date: has('date') ? requiredDay(type, line, 'date') : (parent['date'] ?? null),
    pending: has('pending') ? flag(line, 'pending') : (parent['pending'] ?? false),
    investment_activity_label: has('investment_activity_label')
      ? boundedText(type, line, 'investment_activity_label', 255)
      : (parent['investment_activity_label'] ?? null),
    excluded: flag(line, 'excluded'),
    kind: oneOf(line, 'kind', KINDS, 'standard'),
    is_split_parent: false,
    ...ownership(line),
  };
}

/** What a transaction holds beside its values: the provider's own words, and who set which attribute. */
function ownership(data: RecordData): StagedRow {
  const type = 'Transaction';
  const stamps = (field: 'locked_attributes' | 'rule_attributes'): string | null =>
    jsonText(attributeStamps(data, field));
  return {
    provider_merchant: freeText(type, data, 'provider_merchant'),
    provider_description: freeText(type, data, 'provider_description'),
    extra: jsonText(data['extra']),
    locked_attributes: stamps('locked_attributes'),
    rule_attributes: stamps('rule_attributes'),
  };
}

/** A transaction and its split lines are records of their own: no two of them may have the same id. */
function requireOwnIds(rows: readonly StagedRow[]): void {
  const seen = new Set<unknown>();
  for (const { external_id: id } of rows) {
    if (seen.has(id)) {
      const value = String(id).replace(/^Transaction:/, '');
      const message = `the id ${value.slice(0, 100)} is used twice in one transaction`;
      throw reject('Transaction', 'invalid_split_lines', 'split_lines.id', value, message);
    }
    seen.add(id);
  }
}

/**
 * Transaction, followed by its split lines. A flow: the export's money out is positive, ours negative.
 * Split lines must add up to the amount exactly; their parent is excluded.
 */
export function readTransaction(data: RecordData): StagedRow[] {
  const type = 'Transaction';
  const amount = requiredDecimal(type, data, 'amount');
  const lines = splitLines(data);
  const owned = ownership(data);
  const excludedByHand = attributeStamps(data, 'locked_attributes')?.['excluded'] !== undefined;
  const row: StagedRow = {
    external_id: externalId(type, ownId(type, data)),
    parent_external_id: null,
    account_ref: requiredReference(type, data, 'account_id', 'Account'),
    date: requiredDay(type, data, 'date'),
    amount: negateDecimal(amount),
    currency: currency(type, data),
    name: boundedText(type, data, 'name') ?? 'Imported transaction',
    notes: freeText(type, data, 'notes'),
    kind: oneOf(data, 'kind', KINDS, 'standard'),
    // Unless a person said otherwise.
    excluded: (lines !== null && !excludedByHand) || flag(data, 'excluded'),
    pending: flag(data, 'pending'),
    category_ref: sourceId(type, data, 'category_id'),
    merchant_ref: sourceId(type, data, 'merchant_id'),
    tag_refs: sourceIds(type, data, TAG_IDS_FIELD),
    investment_activity_label: boundedText(type, data, 'investment_activity_label', 255),
    is_split_parent: lines !== null || flag(data, 'is_split_parent'),
    ...owned,
  };
  if (lines === null) return [row];
  const children = lines.map((line, index) => splitRow(row, line, index + 1));
  requireOwnIds([row, ...children]);
  const sum = addDecimals(children.map((child) => String(child['amount'])));
  if (compareDecimals(sum, negateDecimal(amount)) !== 0) {
    const shown = negateDecimal(sum);
    throw reject(
      type,
      'split_amount_mismatch',
      'split_lines',
      shown,
      `split lines add up to ${shown}, not to ${amount}`,
    );
  }
  return [row, ...children];
}

/** Transfer between two transactions; an unknown status is pending. `mirror` is the side that a rule made, if one did. */
export function readTransfer(data: RecordData): StagedRow[] {
  const type = 'Transfer';
  return [
    {
      inflow_ref: requiredReference(type, data, 'inflow_transaction_id', 'Transaction'),
      outflow_ref: requiredReference(type, data, 'outflow_transaction_id', 'Transaction'),
      status: oneOf(data, 'status', ['pending', 'confirmed'], 'pending'),
      notes: freeText(type, data, 'notes'),
      mirror: oneOf(data, 'mirror', ['inflow', 'outflow', null], null),
    },
  ];
}

/** RejectedTransfer: its references are soft. Null when one is blank: it is skipped. */
export function readRejectedTransfer(data: RecordData): StagedRow[] | null {
  const type = 'RejectedTransfer';
  const inflow = sourceId(type, data, 'inflow_transaction_id');
  const outflow = sourceId(type, data, 'outflow_transaction_id');
  if (inflow === null || outflow === null) return null;
  return [{ inflow_ref: inflow, outflow_ref: outflow }];
}

/** Valuation; no flow. An unknown kind is a reconciliation. */
export function readValuation(data: RecordData): StagedRow[] {
  const type = 'Valuation';
  return [
    {
      external_id: externalId(type, ownId(type, data)),
      account_ref: requiredReference(type, data, 'account_id', 'Account'),
      date: requiredDay(type, data, 'date'),
      kind: oneOf(
        data,
        'kind',
        ['reconciliation', 'opening_anchor', 'current_anchor'],
        'reconciliation',
      ),
      name: boundedText(type, data, 'name'),
      amount: requiredDecimal(type, data, 'amount'),
      currency: currency(type, data),
      notes: freeText(type, data, 'notes'),
    },
  ];
}

const BALANCE_COMPONENTS = [
  'start_balance',
  'end_balance',
  'start_cash_balance',
  'start_non_cash_balance',
  'end_cash_balance',
  'end_non_cash_balance',
  'cash_inflows',
  'cash_outflows',
  'non_cash_inflows',
  'non_cash_outflows',
  'net_market_flows',
  'cash_adjustments',
  'non_cash_adjustments',
] as const;

/** Balance of a day; no flow. Null without a usable date or a balance: it is skipped. */
export function readBalance(data: RecordData): StagedRow[] | null {
  const type = 'Balance';
  const date = parseDay(text(data, 'date'));
  const account = requiredReference(type, data, 'account_id', 'Account');
  const balance = usableDecimal(data, 'balance');
  if (date === null || balance === null) return null;
  const components: Record<string, string> = {};
  for (const name of BALANCE_COMPONENTS) {
    const value = decimal(type, data, name);
    if (value !== null) components[name] = value;
  }
  return [
    {
      account_ref: account,
      date,
      currency: currency(type, data),
      balance,
      cash_balance: decimal(type, data, 'cash_balance'),
      components: JSON.stringify(components),
      flows_factor: text(data, 'flows_factor') === '-1' ? -1 : 1,
    },
  ];
}
