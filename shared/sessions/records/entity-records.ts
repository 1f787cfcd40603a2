import { ACCOUNT_TYPES } from '../../imports/ndjson/account-types.ts';
import { shown } from '../session-error.ts';
import type { RecordData, StagedRow } from './fields.ts';
import {
  boundedText,
  currency,
  decimal,
  flag,
  freeText,
  integer,
  missing,
  NAME_MAX,
  nested,
  oneOf,
  ownId,
  parseDay,
  RecordRejected,
  requiredDecimal,
  requiredReference,
  sourceId,
  text,
} from './fields.ts';
import { negateDecimal } from '../../money.ts';

function requiredName(type: 'Account' | 'Category' | 'Tag' | 'Merchant', data: RecordData): string {
  const name = boundedText(type, data, 'name', NAME_MAX);
  if (name === null) throw missing(type, 'name');
  return name;
}

/**
 * Account. The balance is no flow and keeps its sign. `opening_*` say how the session's end anchors the
 * account's opening balance; `opening_skipped` when the export says that its own records do that.
 */
export function readAccount(data: RecordData): StagedRow[] {
  const type = text(data, 'accountable_type');
  if (type === null || !ACCOUNT_TYPES.has(type)) {
    throw new RecordRejected({
      code: 'invalid_import_record',
      record_type: 'Account',
      field: 'accountable_type',
      value: shown(type),
    });
  }
  const accountable = nested(data, 'accountable');
  const balance = decimal('Account', data, 'balance');
  const cashBalance = decimal('Account', data, 'cash_balance');
  return [
    {
      source_id: ownId('Account', data),
      name: requiredName('Account', data),
      accountable_type: type,
      subtype:
        boundedText('Account', accountable, 'subtype', NAME_MAX) ??
        boundedText('Account', data, 'subtype', NAME_MAX),
      currency: currency('Account', data),
      balance,
      // Null says that it is not known: the balance stands in only for a record that says nothing.
      cash_balance: Object.hasOwn(data, 'cash_balance') ? cashBalance : balance,
      status: oneOf(data, 'status', ['active', 'disabled', 'draft'], 'active'),
      institution_name: boundedText('Account', data, 'institution_name', NAME_MAX),
      institution_domain: boundedText('Account', data, 'institution_domain', NAME_MAX),
      notes: freeText('Account', data, 'notes'),
      currency_unknown: flag(data, 'currency_unknown'),
      opening_date: parseDay(text(data, 'opening_balance_date')),
      opening_skipped:
        balance === null ||
        flag(data, 'skip_opening_balance_import') ||
        flag(data, 'authoritative_balance_history'),
    },
  ];
}

/** Category; the parent is linked in a second pass, at most two levels. */
export function readCategory(data: RecordData): StagedRow[] {
  return [
    {
      source_id: ownId('Category', data),
      name: requiredName('Category', data),
      color: boundedText('Category', data, 'color', 32) ?? '#737373',
      classification: oneOf(data, 'classification', ['expense', 'income'], 'expense'),
      icon:
        boundedText('Category', data, 'icon', 64) ??
        boundedText('Category', data, 'lucide_icon', 64) ??
        'shapes',
      parent_ref: sourceId('Category', data, 'parent_id'),
    },
  ];
}

/** Tag. */
export function readTag(data: RecordData): StagedRow[] {
  return [
    {
      source_id: ownId('Tag', data),
      name: requiredName('Tag', data),
      color: boundedText('Tag', data, 'color', 32) ?? '#e99537',
    },
  ];
}

/** Merchant. */
export function readMerchant(data: RecordData): StagedRow[] {
  return [
    {
      source_id: ownId('Merchant', data),
      name: requiredName('Merchant', data),
      color: boundedText('Merchant', data, 'color', 32) ?? '#6172f3',
      website_url: boundedText('Merchant', data, 'website_url', 2000),
      logo_url: boundedText('Merchant', data, 'logo_url', 2000),
    },
  ];
}

/** RecurringTransaction; a flow. Null when the day or one of the two dates is unusable: it is skipped. */
export function readRecurringTransaction(data: RecordData): StagedRow[] | null {
  const type = 'RecurringTransaction';
  const day = integer(data, 'expected_day_of_month', 1, 31);
  const last = parseDay(text(data, 'last_occurrence_date'));
  const next = parseDay(text(data, 'next_expected_date'));
  if (day === null || last === null || next === null) return null;
  return [
    {
      source_id: ownId(type, data),
      account_ref: sourceId(type, data, 'account_id'),
      merchant_ref: sourceId(type, data, 'merchant_id'),
      name: boundedText(type, data, 'name'),
      amount: negateDecimal(requiredDecimal(type, data, 'amount')),
      currency: currency(type, data),
      expected_day_of_month: day,
      last_occurrence_date: last,
      next_expected_date: next,
      status: oneOf(data, 'status', ['active', 'inactive'], 'active'),
      occurrence_count: integer(data, 'occurrence_count', 0, 2_147_483_647) ?? 0,
    },
  ];
}

/** Budget. Null when a date is unusable or the period ends before it starts: it is skipped. */
export function readBudget(data: RecordData): StagedRow[] | null {
  const start = parseDay(text(data, 'start_date'));
  const end = parseDay(text(data, 'end_date'));
  if (start === null || end === null || end < start) return null;
  return [
    {
      source_id: ownId('Budget', data),
      start_date: start,
      end_date: end,
      budgeted_spending: decimal('Budget', data, 'budgeted_spending'),
      expected_income: decimal('Budget', data, 'expected_income'),
      currency: currency('Budget', data),
    },
  ];
}

/** BudgetCategory. */
export function readBudgetCategory(data: RecordData): StagedRow[] {
  const type = 'BudgetCategory';
  return [
    {
      budget_ref: requiredReference(type, data, 'budget_id', 'Budget'),
      category_ref: requiredReference(type, data, 'category_id', 'Category'),
      budgeted_spending: decimal(type, data, 'budgeted_spending') ?? '0',
      currency: currency(type, data),
    },
  ];
}
