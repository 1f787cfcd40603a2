import { ACCOUNT_TYPES } from '#preflight/records/account-types';
import { isObject } from '#preflight/is-object';
import { readProfileRecord } from '#preflight/rows/profile-fields';
import { findSubtype } from '#preflight/ndjson/accountable';
import type { RecordData, StagedValue } from '#preflight/records/field-kinds';
import { FLAG, NAME } from '#preflight/records/field-kinds';
import { readRule } from '#preflight/records/read-rule';
import type { RecordTypeName } from '#preflight/records/record-types';
import { BALANCE_COMPONENTS } from '#preflight/records/fields';
import { findRecordType } from '#preflight/records/record-types';
import { SECURITY } from '#preflight/records/record-parts';
import type { RuleDraft } from '#preflight/rules/rule';
import { shown } from '../session-error.ts';
import { readFields, RecordRejected, reject, wrongValue, withSplitLines } from './read-fields.ts';
import type { StagedRow } from './read-fields.ts';

/** A rule that still refers to categories, merchants, tags and accounts by name. */
export interface ImportedRule {
  sourceId: string;
  rule: RuleDraft;
  /** Ids in its values whose records were deleted before the export. The rule keeps them; they match nothing. */
  gone: ReadonlySet<string>;
}

/** Completes the staged fields of a type. Null: the record is skipped. */
type Finish = (row: Record<string, StagedValue>, data: RecordData) => readonly StagedRow[] | null;

/** External ids of imported entries: `<Type>:<source id>`. */
function externalId(type: 'Trade' | 'Valuation', row: StagedRow): string {
  return `${type}:${String(row['external_id'])}`;
}

const FINISH: Partial<Record<RecordTypeName, Finish>> = {
  Account: finishAccount,
  Balance: (row, data) => {
    const components = Object.entries(BALANCE_COMPONENTS).flatMap(([name, { kind }]) => {
      const value = kind.read(data[name]);
      return typeof value === 'string' ? [[name, value]] : [];
    });
    return [{ ...row, components: JSON.stringify(Object.fromEntries(components)) }];
  },
  Category: (row, data) => [
    { ...row, icon: row['icon'] ?? NAME.read(data['lucide_icon']) ?? 'shapes' },
  ],
  Transaction: withSplitLines,
  Trade: (row, data) => {
    const security = readSecurity('Trade', row, data);
    if (security === null) return null;
    const quantity = String(row['quantity']);
    const name = `${quantity.startsWith('-') ? 'Sell' : 'Buy'} ${quantity.replace('-', '')} shares of ${String(security['ticker'] ?? security['security_name'])}`;
    const external_id = externalId('Trade', row);
    return [{ ...row, ...security, name: row['name'] ?? name, external_id }];
  },
  Holding: (row, data) => {
    const security = readSecurity('Holding', row, data);
    return security === null ? null : [{ ...row, ...security }];
  },
  Valuation: (row) => [{ ...row, external_id: externalId('Valuation', row) }],
  ImportProfile: (row, data) => {
    const { settings, faults } = readProfileRecord(data);
    if (faults[0] === undefined) return [{ ...row, settings: JSON.stringify(settings) }];
    throw reject('ImportProfile', 'invalid_value', 'settings', null, faults[0]);
  },
  Budget: (row) => (String(row['end_date']) < String(row['start_date']) ? null : [row]),
};

/** Reads one record into staging rows. Null: skipped, because a required field is blank or unusable. Throws RecordRejected. */
export function readRecord(
  name: Exclude<RecordTypeName, 'Rule'>,
  data: RecordData,
): readonly StagedRow[] | null {
  const row = readFields(name, findRecordType(name)?.fields ?? {}, data);
  if (row === null) return null;
  return FINISH[name]?.(row, data) ?? (FINISH[name] === undefined ? [row] : null);
}

/** Reads a rule, which is written by name rather than staged. Null: skipped. Throws RecordRejected. */
export function readRuleRecord(data: RecordData): ImportedRule | null {
  const row = readFields('Rule', findRecordType('Rule')?.fields ?? {}, data);
  const reading = readRule(data);
  if (row === null || reading.kind === 'skipped') return null;
  if (reading.kind === 'rule') {
    return { sourceId: String(row['source_id']), rule: reading.rule, gone: reading.gone };
  }
  throw reject('Rule', reading.reason, reading.field, reading.value, reading.message);
}

/**
 * The columns that identify the security: `security` exactly as this service exports it, else ticker and exchange in upper case.
 * Null without either.
 */
function readSecurity(
  type: 'Trade' | 'Holding',
  row: StagedRow,
  data: RecordData,
): StagedRow | null {
  const security = data['security'];
  const exact = readFields(type, SECURITY.fields, isObject(security) ? security : {}) ?? {};
  if (typeof (exact['ticker'] ?? exact['security_name']) === 'string') {
    return { ...exact, security_exact: true };
  }
  const upper = (column: string): StagedValue =>
    typeof row[column] === 'string' ? row[column].toUpperCase() : null;
  const [ticker, mic] = [upper('ticker'), upper('mic')];
  return ticker === null
    ? null
    : { ticker, mic, security_currency: row['currency'] ?? null, security_exact: false };
}

/**
 * The balance is not a flow, so it keeps its sign. `opening_*` tell how to anchor the account's opening balance when the session
 * ends; `opening_skipped` is set if the export says that its own records do that.
 */
function finishAccount(row: Record<string, StagedValue>, data: RecordData): StagedRow[] {
  const type = row['accountable_type'];
  if (typeof type !== 'string' || !ACCOUNT_TYPES.has(type)) {
    throw new RecordRejected({
      code: 'invalid_import_record',
      record_type: 'Account',
      field: 'accountable_type',
      value: shown(typeof type === 'string' ? type : null),
    });
  }
  const { field, value } = findSubtype(data);
  const subtype = value === false ? null : NAME.read(value);
  if (subtype === undefined) throw wrongValue('Account', field, NAME, value);
  const flag = (name: string) => FLAG.read(data[name]) === true;
  return [
    {
      ...row,
      subtype,
      // Null: unknown. Falls back to the balance only if the record lacks the field.
      cash_balance:
        (Object.hasOwn(data, 'cash_balance') ? row['cash_balance'] : row['balance']) ?? null,
      opening_skipped:
        row['balance'] === null ||
        flag('skip_opening_balance_import') ||
        flag('authoritative_balance_history'),
    },
  ];
}
