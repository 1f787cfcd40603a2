import { expect } from 'chai';
import { entityCounts } from '../../../shared/imports/session/summary.ts';
import { importChunks, record } from '../../helpers/import-sessions.ts';
import {
  account,
  depot,
  category,
  balance,
  recurring,
  transaction,
  incoming,
  transfer,
  trade,
  holding,
  valuation,
  budget,
  budgeted,
  rule,
  condition,
} from '../../helpers/sample-records.ts';
import { withDatabase } from '../../helpers/with-database.ts';

/** Chunks, the error of the session, and further faults that it lists. */
type Refused = [title: string, chunks: string[][], error: object, further?: object[]];
const failed = (reason: string, more: object = {}): object => ({
  code: 'import_failed',
  reason,
  ...more,
});
const missing = (record_type: string, source_type: string, source_id: string): object => ({
  code: 'missing_source_reference',
  record_type,
  source_type,
  source_id,
});

const REFUSED: readonly Refused[] = [
  ...['depository', 'Boat', '', null, 5].map((type): Refused => [
    `an account of type ${JSON.stringify(type)}`,
    [[record('Account', { id: 1, name: 'X', accountable_type: type })]],
    {
      code: 'invalid_import_record',
      record_type: 'Account',
      field: 'accountable_type',
      value: type === 5 ? '5' : type || '(blank)',
    },
  ]),
  ...(['Account', 'Category', 'Tag', 'Merchant'] as const).map((type): Refused => [
    `${type} without id`,
    [[record(type, { name: 'X', accountable_type: 'Loan' })]],
    missing(type, type, '(blank)'),
  ]),
  ...(['Account', 'Category', 'Tag', 'Merchant'] as const).map((type): Refused => [
    `${type} without name`,
    [[record(type, { id: 1, accountable_type: 'Loan' })]],
    failed('missing_required_field', { field: 'name', record_type: type }),
  ]),
  [
    'an id of 256 characters',
    [[category('x'.repeat(256), 'C')]],
    failed('value_too_long', { field: 'id' }),
  ],
  [
    'a name of 256 characters',
    [[category('c', '😀'.repeat(256))]],
    failed('value_too_long', { field: 'name', value: '😀'.repeat(50) }),
  ],
  [
    'a long value whose hundredth character is an emoji',
    [[account, transaction({ category_id: `${'x'.repeat(99)}😀 and more` })]],
    missing('Transaction', 'Category', 'x'.repeat(99)),
  ],
  ['a currency', [[account.replace('EUR', 'EURO')]], failed('invalid_currency', { value: 'EURO' })],
  ['a balance of an unknown account', [[balance({})]], missing('Balance', 'Account', 'a')],
  [
    'a parent of a later chunk',
    [[category('2', 'Child', { parent_id: 1 })], [category('1', 'Parent')]],
    missing('Category', 'Category', '1'),
  ],
  [
    'a category under itself',
    [[category('1', 'C', { parent_id: 1 })]],
    failed('invalid_parent', { value: '1' }),
  ],
  [
    'a category with children that moves under another',
    [
      [category('1', 'Parent')],
      [category('2', 'Child', { parent_id: 1 })],
      [category('3', 'Top'), category('1', 'Parent', { parent_id: 3 })],
    ],
    failed('invalid_parent', { line: 2, chunk_sequence: 3 }),
  ],
  [
    'a name that an earlier chunk has',
    [[category('1', 'C')], [category('2', 'C')]],
    failed('name_taken', { value: 'C', chunk_sequence: 2 }),
  ],
  [
    'a recurring transaction of an unknown merchant',
    [[recurring({ merchant_id: 9 })]],
    missing('RecurringTransaction', 'Merchant', '9'),
  ],
  [
    'a recurring transaction without amount',
    [[recurring({ amount: null })]],
    failed('missing_required_field', { field: 'amount' }),
  ],
  ...['1,5', '$5', 'NaN', true].map((amount): Refused => [
    `an amount of ${JSON.stringify(amount)}`,
    [[account, transaction({ amount })]],
    failed('invalid_amount', { value: String(amount), line: 2 }),
  ]),
  ...['2024-02-30', '2024-3-1', '01/02/2024', 20240301].map((date): Refused => [
    `a date of ${JSON.stringify(date)}`,
    [[account, transaction({ date })]],
    failed('invalid_date', { value: String(date), line: 2 }),
  ]),
  [
    'a transaction before its account',
    [[transaction()], [account]],
    missing('Transaction', 'Account', 'a'),
  ],
  [
    'an unknown category and tag of one line',
    [[account, transaction({ category_id: 'nope', tag_ids: ['t9'] })]],
    { ...missing('Transaction', 'Category', 'nope'), line: 2, chunk_sequence: 1 },
    [missing('Transaction', 'Tag', 't9')],
  ],
  [
    'an unknown merchant',
    [[account, transaction({ merchant_id: 'm' })]],
    missing('Transaction', 'Merchant', 'm'),
  ],
  [
    'an unknown tag of a split line',
    [[account, transaction({ split_lines: [{ amount: 10, tag_ids: ['t'] }] })]],
    missing('Transaction', 'Tag', 't'),
  ],
  ...[['text'], [1], 'text', {}].map((lines): Refused => [
    `split lines that are ${JSON.stringify(lines)}`,
    [[account, transaction({ split_lines: lines })]],
    failed('invalid_split_lines', { line: 2 }),
  ]),
  [
    'a split line without amount',
    [[account, transaction({ split_lines: [{ name: 'half' }] })]],
    failed('missing_required_field', { field: 'split_lines.amount' }),
  ],
  [
    'a split line with the id of its transaction',
    [[account, transaction({ split_lines: [{ id: 'x', amount: 10 }] })]],
    failed('invalid_split_lines', { value: 'x', line: 2 }),
  ],
  [
    'two split lines of one id',
    [[account, transaction({ split_lines: [1, 2].map(() => ({ id: 's', amount: 5 })) })]],
    failed('invalid_split_lines', { value: 's', line: 2 }),
  ],
  [
    'a transfer before its transactions',
    [[transfer()], [account, depot, transaction(), incoming]],
    missing('Transfer', 'Transaction', 'y'),
    [missing('Transfer', 'Transaction', 'x')],
  ],
  ['a trade on an unknown account', [[trade()]], missing('Trade', 'Account', 'd')],
  ['a trade without price', [[depot, trade({ price: '' })]], failed('missing_required_field')],
  ['a holding of no number', [[depot, holding({ qty: 'x' })]], failed('invalid_amount')],
  [
    'a trade without amount',
    [[depot, trade({ amount: null })]],
    failed('missing_required_field', { field: 'amount' }),
  ],
  [
    'a valuation on a day of an earlier chunk',
    [[account, valuation()], [valuation({ id: 'w' })]],
    failed('duplicate_valuation', { line: 1, chunk_sequence: 2 }),
  ],
  [
    'a budget that moves to the period of another',
    [
      [budget(), budget({ id: 'b2', start_date: '2024-02-01', end_date: '2024-02-29' })],
      [budget({ id: 'b2' })],
    ],
    failed('period_taken', { value: '2024-01-01', line: 1, chunk_sequence: 2 }),
  ],
  [
    'a budgeted category without budget',
    [[category('c', 'C'), budgeted()]],
    missing('BudgetCategory', 'Budget', 'b'),
  ],
  [
    'a budgeted category without category',
    [[budget(), budgeted()]],
    missing('BudgetCategory', 'Category', 'c'),
  ],
  [
    'a rule of an unknown account',
    [[condition({ condition_type: 'transaction_account', value: 'q' })]],
    missing('Rule', 'Account', 'q'),
  ],
  [
    'a rule with an unknown operator',
    [[condition({ operator: 'near', value: 'x' })]],
    failed('invalid_rule', { field: 'conditions[0].operator' }),
  ],
  [
    'a rule that would make a category of 256 characters',
    [[condition({ value: 'x'.repeat(256) })]],
    failed('value_too_long', { field: 'conditions[0].value' }),
  ],
  [
    'a blank id',
    [[account, transaction({ id: ' ' })]],
    missing('Transaction', 'Transaction', '(blank)'),
  ],
  [
    'a split whose lines do not add up',
    [[account, transaction({ splits: [{ amount: '1' }] })]],
    failed('split_amount_mismatch', { value: '1', line: 2 }),
  ],
  [
    'a rule without actions',
    [[rule({ conditions: [], actions: undefined })]],
    failed('invalid_rule', { field: 'actions' }),
  ],
  [
    'a grandchild category',
    [
      [
        category('c0', 'Top'),
        category('c1', 'Child', { parent_id: 'c0' }),
        category('c2', 'Deep', { parent_id: 'c1' }),
      ],
    ],
    failed('invalid_parent', { value: 'c1', line: 3 }),
  ],
  [
    'a name that an earlier line has',
    [[category('1', 'C'), category('2', 'C')]],
    failed('name_taken', { value: 'C', line: 2 }),
  ],
  [
    'a second valuation of a day',
    [[account, valuation(), valuation({ id: 'w' })]],
    failed('duplicate_valuation', { line: 3 }),
  ],
];

describe('records of a session that are refused', () => {
  const database = withDatabase();

  for (const [title, chunks, error, further] of REFUSED) {
    it(`refuses ${title}, says why, and writes nothing of its chunk`, async () => {
      const { session } = await importChunks(database, chunks);
      expect(session.status).to.equal('failed');
      expect(session.error).to.deep.include(error);
      const listed = session.error?.['errors'] as object[] | undefined;
      expect(listed?.length).to.equal(further?.length);
      for (const [at, fault] of (further ?? []).entries()) {
        expect(listed?.[at]).to.deep.include(fault);
      }
      expect(session.error?.['line']).to.be.a('number');
      const last = session.chunks[Number(session.error?.['chunk_sequence']) - 1];
      expect(last?.status).to.equal('failed');
      expect(Object.values(last?.summary ?? {})).to.deep.equal([entityCounts({ failed: 1 })]);
      if (last?.sequence !== 1) return;
      const [{ count }] = await database.sql<[{ count: number }]>`
        select count(*)::int as count from accounts where household_id = ${session.householdId}`;
      expect(count).to.equal(0);
    });
  }
});
