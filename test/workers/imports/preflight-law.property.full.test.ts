import { expect } from 'chai';
import fc from 'fast-check';
import { preflightNdjson } from '#preflight/ndjson/preflight-ndjson';
import { parseRecord } from '#preflight/ndjson/parse-record';
import { normalizeDecimal } from '#preflight/money';
import { cases } from '../../helpers/cases.ts';
import type { FieldKind } from '#preflight/records/field-kinds';
import * as kinds from '#preflight/records/field-kinds';
import { entry, type Field } from '#preflight/records/fields';
import {
  accountOrigin,
  DIGEST,
  holdingOrigin,
  transactionOrigin,
} from '#preflight/records/provenance';
import { RECORD_TYPES, type NamedRecordType } from '#preflight/records/record-types';
import { RecordRejected } from '../../../shared/imports/session/records/read-fields.ts';
import { readRecord, readRuleRecord } from '../../../shared/imports/session/records/read-record.ts';
import { exportLines } from '../../../shared/imports/export/export.ts';
import { importChunks, record } from '../../helpers/import-sessions.ts';
import { withDatabase } from '../../helpers/with-database.ts';
import { forAll, forAllAsync } from '../../helpers/for-all.ts';

type Data = Record<string, unknown>;

const transaction = { account_id: 'base a', date: '2024-01-01', kind: 'cc_payment' };
/** What the records under test may name; each is called by its id. */
const BASE = [
  record('Account', {
    id: 'base a',
    name: 'base a',
    balance: '1',
    accountable_type: 'Investment',
    currency: 'EUR',
    skip_opening_balance_import: true,
    provider_account_id: 'base p',
  }),
  record('Category', { id: 'base c', name: 'base c' }),
  record('Tag', { id: 'base t', name: 'base t' }),
  record('Merchant', { id: 'base m', name: 'base m' }),
  record('Transaction', { ...transaction, id: 'base x', name: 'base x', amount: 5 }),
  record('Transaction', { ...transaction, id: 'base y', name: 'base y', amount: -5 }),
];
const BASE_BUDGET = record('Budget', {
  id: 'base b',
  start_date: '2020-01-01',
  end_date: '2020-01-31',
});
const NAMED: Record<string, string> = {
  accounts: 'base a',
  categories: 'base c',
  tags: 'base t',
  merchants: 'base m',
  transactions: 'base x',
  budgets: 'base b',
};

const decimal = fc.constantFrom('0', '-0.01', 12.5, ' 7 ', '1e3', '9'.repeat(40), '.5', -3);
const VALID = new Map<FieldKind, fc.Arbitrary<unknown>>([
  [kinds.MONEY, decimal],
  [kinds.QUANTITY, decimal],
  [kinds.PRICE, decimal],
  [kinds.DATE, fc.constantFrom('1900-01-01', ' 2024-02-29', '9999-12-31', '2024-01-02T03:04:05Z')],
  [kinds.CURRENCY, fc.constantFrom('EUR', ' usd ', 'jpy')],
  [kinds.DAY_OF_MONTH, fc.constantFrom(1, '05', 31, '7.0')],
  [kinds.FLAG, fc.constantFrom(true, false, '1', 'TRUE', 0)],
  [kinds.SIGN, fc.constantFrom(1, -1, '-1')],
  [kinds.ATTRIBUTES, fc.constantFrom({}, { a: [1, { b: 'x\u0000y' }] })],
  [
    entry.locked_attributes.kind,
    fc.constantFrom({}, { name: '2025-01-02T03:04:05+00:00' }, { tag_ids: true }),
  ],
  [kinds.ID_LIST, fc.constantFrom([], ['base t', null], 'base t')],
  [DIGEST, fc.constantFrom('0a'.repeat(32))],
  [transactionOrigin.provider_former_ids.kind, fc.constantFrom([], ['k', ' l '])],
  [transactionOrigin.files.kind, fc.constantFrom([], [{ name: 'A', date: '2025-01-01' }])],
  [kinds.NOTE, fc.constantFrom('', ' a ', 'ß'.repeat(10_000), 5, 'tab\t\n')],
]);
/** Values that most kinds refuse, and some take. */
const ODD: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(true, false, 0, -1, 32, 1e300, '1e300', '12,5', '9'.repeat(41), 'EURO', 'XXQ'),
  fc.constantFrom('1899-12-31', '2024-02-30', '2024-01-02 tea', '0001-01-01', 'x'.repeat(10_001)),
  fc.constantFrom({ a: 1 }, ['x'], [], {}, '', ' ', null, '\u0000', 'a\u0000b', 'a\ud800b', '😀'),
  fc.constantFrom('x'.repeat(33), 'x'.repeat(65), '😀'.repeat(256), 'u'.repeat(2001)),
);

/** Values of a field as its kind takes them. */
function validOf(name: string, { kind, names, identifies }: Field): fc.Arbitrary<unknown> {
  if (kind === kinds.ID) {
    if (names === undefined) return fc.constantFrom('i1', 17, ' i2 ');
    return fc.constant(name.startsWith('outflow') ? 'base y' : NAMED[names]);
  }
  if (name === 'accountable_type') return fc.constantFrom('Loan', 'Vehicle');
  if (name === 'subtype') return fc.constantFrom('mortgage', '', null);
  if (name === 'security') return fc.constantFrom({}, { ticker: 'aBc', currency: 'usd' });
  const max = Number(/at most (\d+)/.exec(kind.wanted)?.[1] ?? 10);
  const word = fc.constantFrom(
    'Ünï 中',
    ' a\u0000b ',
    '5',
    '😀'.repeat(Math.min(max, 300)),
    'z\ud800',
  );
  expect(identifies).to.equal(undefined);
  return VALID.get(kind) ?? word;
}

/** A record of the type: its own values, left out or blank where they may be, and at times an odd one. */
function dataOf({ name: type, fields }: NamedRecordType, oddWeight: number): fc.Arbitrary<Data> {
  const entries = Object.entries<Field>(fields).map(([name, field]) => {
    const valid = validOf(name, field);
    const options = [{ weight: 12, arbitrary: valid }];
    if (field.required === undefined) {
      options.push({ weight: 5, arbitrary: fc.constantFrom(undefined, null) });
    }
    // A reference to nothing is no matter of values.
    const named = field.names !== undefined && field.kind === kinds.ID_LIST;
    if (oddWeight > 0 && !named && name !== 'subtype')
      options.push({ weight: oddWeight, arbitrary: ODD });
    return [name, fc.oneof(...options)] as const;
  });
  const more =
    type !== 'Rule'
      ? {}
      : {
          actions: fc.constantFrom(
            [{ action_type: 'exclude_transaction' }],
            ...(oddWeight > 0 ? [[], [{ action_type: 'odd' }], undefined] : []),
          ),
        };
  return fc
    .record({ ...Object.fromEntries(entries), ...more })
    .map((data: Data) => JSON.parse(JSON.stringify(data)) as Data);
}

const contextOf = ({ name }: NamedRecordType) =>
  name === 'BudgetCategory' ? [...BASE, BASE_BUDGET] : BASE;

/** Alone, and as a chunk, of which more is asked. */
function preflight(lines: readonly string[]) {
  const content = Buffer.from(lines.join('\n'));
  const existing = { categories: [], tags: [], merchants: [] };
  const errors = [false, true].flatMap(
    (partial) => preflightNdjson(content, { existing, rowsMax: 1000, partial }).errors,
  );
  return { errors };
}

/** Whether the import reads the record: neither refused nor left out. */
function isRead(type: NamedRecordType, line: string): boolean {
  const parsed = parseRecord(line);
  if (parsed.kind === 'fault') return false;
  try {
    return type.name === 'Rule'
      ? readRuleRecord(parsed.data) !== null
      : readRecord(type.name, parsed.data) !== null;
  } catch (error) {
    if (error instanceof RecordRejected) return false;
    throw error;
  }
}

/** What the preflight asks for although an import does without; see docs/IMPORT.md. */
function isAskedForOnly(type: NamedRecordType, code: string, data: Data): boolean {
  if (code === 'invalid_accountable_subtype') return true;
  if (code !== 'missing_required_fields') return false;
  const isNamed =
    'ticker' in type.fields &&
    !kinds.isBlank((data['security'] as Data | null | undefined)?.['ticker']);
  if ('ticker' in type.fields && !isNamed && kinds.isBlank(data['ticker'])) return false;
  return Object.entries<Field>(type.fields).every(
    ([name, { required }]) =>
      required === undefined || required === 'by_preflight' || !kinds.isBlank(data[name]),
  );
}

/** How a field's value is in the export, found without the reader under test where that is possible. */
function expected({ kind, byDefault }: Field, value: unknown): unknown {
  const isLenient = kind.wanted === '';
  if (isLenient) return kind.read(value) ?? byDefault ?? null;
  if (value === undefined || value === null) return byDefault ?? null;
  const text = (value as string | number).toString().replaceAll('\u0000', '').toWellFormed();
  if (kind.sql === 'numeric') return normalizeDecimal(text.trim());
  if (kind === kinds.DATE) return text.trim().slice(0, 10);
  if (kind === kinds.CURRENCY) return text.trim().toUpperCase();
  if (kind === kinds.NOTE) return text;
  if (kind.fault === 'value_too_long') return text.trim();
  return kind.read(value) ?? byDefault ?? null;
}

/** Fields with a default of the account, the security or the service, or that the export says otherwise. */
const ELSEWHERE = new Set([
  ...['id', 'accountable_type', 'subtype', 'currency', 'cash_balance', 'currency_unknown'],
  ...['opening_balance_date', 'skip_opening_balance_import', 'authoritative_balance_history'],
  'balance_is_opening',
  ...['icon', 'lucide_icon', 'ticker', 'exchange_operating_mic', 'security_name', 'security'],
  ...['is_split_parent', 'extra', 'locked_attributes', 'rule_attributes', 'mirror', 'position'],
  // What the bank knows a record by depends on its account: restored-household.test.ts.
  ...Object.keys({ ...accountOrigin, ...transactionOrigin, ...holdingOrigin }),
  'settings',
]);

const OF_REFERENCES = new Set<string>(['missing_reference', 'parent_cycle']);

describe('what the preflight says of a record', () => {
  const database = withDatabase();

  /** Records of the type in the export, those of the base left out; references by name. */
  async function exported(householdId: string, type: string): Promise<Data[]> {
    const names = new Map<string, string>();
    const found: Data[] = [];
    const signal = new AbortController().signal;
    for await (const batch of exportLines(database.sql, householdId, signal)) {
      for (const line of batch.split('\n').filter((each) => each !== '')) {
        const { type: its, data } = JSON.parse(line) as { type: string; data: Data };
        const isBase = String(data['name']).startsWith('base');
        if (isBase) names.set(String(data['id']), String(data['name']));
        if (its === type && !isBase) found.push(data);
      }
    }
    return found.map((data) =>
      Object.fromEntries(
        Object.entries(data).map(([name, value]) => [name, names.get(String(value)) ?? value]),
      ),
    );
  }

  for (const type of RECORD_TYPES as readonly NamedRecordType[]) {
    it(`holds when it is imported: ${type.name}`, () => {
      forAll(cases(200), dataOf(type, 1), (made) => {
        const line = record(type.name, made);
        const parsed = parseRecord(line);
        const data = parsed.kind === 'record' ? parsed.data : {};
        const { errors } = preflight([...contextOf(type), line]);
        const faults = errors.filter(({ code }) => !isAskedForOnly(type, code, data));
        // What a reference leads to is found by the store; it knows more than the content.
        if (faults.some(({ code }) => OF_REFERENCES.has(code))) return;
        expect(isRead(type, line), JSON.stringify({ line, errors })).to.equal(
          faults.length === 0 && !(type.name === 'Rule' && data['actions'] === undefined),
        );
      });
    });

    it(`holds in the ledger, and in its export: ${type.name}`, async function () {
      await forAllAsync(4, dataOf(type, 0), async (data) => {
        const lines = [...contextOf(type), record(type.name, data)];
        fc.pre(preflight(lines).errors.length === 0);
        const { session, householdId } = await importChunks(database, [lines]);
        expect(session.error).to.equal(null);
        const [found, ...more] = await exported(householdId, type.name);
        // The budget that a BudgetCategory needs has no name.
        expect(more).to.have.length(0);
        for (const [name, field] of Object.entries<Field>(type.fields)) {
          if (ELSEWHERE.has(name) || field.names === 'budgets' || field.column === null) continue;
          if (field.kind === kinds.ID_LIST) continue;
          if (name === 'name' && kinds.isBlank(data['name'])) continue;
          expect(found?.[name], name).to.deep.equal(expected(field, data[name]));
        }
      });
    });
  }
});
