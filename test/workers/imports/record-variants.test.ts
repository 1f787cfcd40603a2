import { expect } from 'chai';
import { entityCounts } from '../../../shared/sessions/summary.ts';
import type { EntityCounts } from '../../../shared/sessions/summary.ts';
import { importChunks, record } from '../../helpers/import-sessions.ts';
import { withDatabase } from '../../helpers/with-database.ts';

const account = record('Account', {
  id: 'a',
  name: 'A',
  balance: 1,
  accountable_type: 'Depository',
  currency: 'EUR',
});
const depot = record('Account', {
  id: 'd',
  name: 'D',
  balance: 1,
  accountable_type: 'Investment',
});
const category = (id: string, name: string, more: object = {}): string =>
  record('Category', { id, name, ...more });
const balance = (more: object): string =>
  record('Balance', { account_id: 'a', date: '2024-01-01', balance: '5', ...more });
const recurring = (more: object): string =>
  record('RecurringTransaction', {
    id: 're',
    amount: 5,
    expected_day_of_month: 3,
    last_occurrence_date: '2024-01-01',
    next_expected_date: '2024-02-01',
    ...more,
  });
const transaction = (more: object = {}): string =>
  record('Transaction', { id: 'x', account_id: 'a', date: '2024-03-01', amount: '10', ...more });
const incoming = transaction({ id: 'y', account_id: 'd', amount: '-10' });
const transfer = (more: object = {}): string =>
  record('Transfer', { inflow_transaction_id: 'y', outflow_transaction_id: 'x', ...more });
const rejected = (more: object = {}): string =>
  record('RejectedTransfer', { inflow_transaction_id: 'y', outflow_transaction_id: 'x', ...more });
const trade = (more: object = {}): string =>
  record('Trade', {
    id: 't',
    account_id: 'd',
    date: '2024-01-01',
    ticker: 'abc',
    qty: '2',
    price: '3',
    amount: '6',
    ...more,
  });
const holding = (more: object = {}): string =>
  record('Holding', { account_id: 'd', date: '2024-01-01', ticker: 'abc', qty: '2', ...more });
const valuation = (more: object = {}): string =>
  record('Valuation', { id: 'v', account_id: 'a', date: '2024-01-01', amount: '6', ...more });
const budget = (more: object = {}): string =>
  record('Budget', { id: 'b', start_date: '2024-01-01', end_date: '2024-01-31', ...more });
const budgeted = (more: object = {}): string =>
  record('BudgetCategory', { budget_id: 'b', category_id: 'c', ...more });
const rule = (more: object = {}): string =>
  record('Rule', { id: 'r', actions: [{ action_type: 'exclude_transaction' }], ...more });
const condition = (more: object): string =>
  rule({ conditions: [{ condition_type: 'transaction_category', operator: '=', ...more }] });

type Counts = Record<string, Partial<EntityCounts>>;
/** Chunks, and what became of one kind of record. */
type Imported = [title: string, chunks: string[][], counts: Counts];

const IMPORTED: readonly Imported[] = [
  [
    'an account without balance or currency',
    [[record('Account', { id: 1, name: 'X', accountable_type: 'OtherAsset' })]],
    { accounts: { created: 1 } },
  ],
  ['an id twice in a chunk', [[account, account]], { accounts: { created: 1, updated: 1 } }],
  [
    'an id again in a later chunk',
    [[account], [account]],
    { accounts: { created: 1, updated: 1 } },
  ],
  [
    'two accounts of a name',
    [[account, account.replace('"a"', '"b"')]],
    { accounts: { created: 2 } },
  ],
  ['a balance without date', [[account, balance({ date: null })]], { balances: { skipped: 1 } }],
  [
    'a balance of no day',
    [[account, balance({ date: '2024-02-30' })]],
    { balances: { skipped: 1 } },
  ],
  [
    'a balance without amount',
    [[account, balance({ balance: ' ' })]],
    { balances: { skipped: 1 } },
  ],
  [
    'a balance of no number',
    [[account, balance({ balance: 'much' })]],
    { balances: { skipped: 1 } },
  ],
  [
    'a balance again, and in another currency',
    [
      [account, balance({})],
      [balance({ balance: 6 }), balance({ currency: 'usd' })],
    ],
    { balances: { created: 2, updated: 1 } },
  ],
  [
    'a parent that stands behind its child',
    [[category('2', 'Child', { parent_id: 1 }), category('1', 'Parent')]],
    { categories: { created: 2 } },
  ],
  [
    'names that differ in case',
    [[category('1', 'Food'), category('2', 'food')]],
    { categories: { created: 2 } },
  ],
  ...([0, 32, 'x', null, 1.5] as const).map((day): Imported => [
    `a recurring transaction on day ${day}`,
    [[recurring({ expected_day_of_month: day })]],
    { recurring_transactions: { skipped: 1 } },
  ]),
  [
    'a recurring transaction without its next date',
    [[recurring({ next_expected_date: 'soon' })]],
    { recurring_transactions: { skipped: 1 } },
  ],
  [
    'a recurring transaction again',
    [[recurring({})], [recurring({ expected_day_of_month: '31' })]],
    { recurring_transactions: { created: 1, updated: 1 } },
  ],
  ...['1e3', '+5', ' 5 ', '-0', '0.00000000001', 1e3].map((amount): Imported => [
    `an amount of ${JSON.stringify(amount)}`,
    [[account, transaction({ amount })]],
    { transactions: { created: 1 } },
  ]),
  [
    'a time behind the day, unknown kinds and blank references',
    [[account, transaction({ date: '2024-03-01T10:00:00Z', kind: 'odd', category_id: '' })]],
    { transactions: { created: 1 } },
  ],
  [
    'a single tag, and blank ones',
    [
      [
        account,
        record('Tag', { id: 'x', name: 'X' }),
        transaction({ tag_ids: 'x' }),
        transaction({ id: 'z', tag_ids: [null, ''] }),
      ],
    ],
    { transactions: { created: 2 } },
  ],
  [
    'split lines under other names, and with other amounts',
    [
      [
        account,
        transaction({ splits: [{ amount: 15 }, { amount_decimal: '-5' }] }),
        transaction({ id: 'z', splitLines: [{ amount_money: { amount: '10' } }] }),
      ],
    ],
    { transactions: { created: 2 } },
  ],
  [
    'no split lines',
    [[account, transaction({ split_lines: [] }), transaction({ id: 'z', split_lines: null })]],
    { transactions: { created: 2 } },
  ],
  [
    'a transfer of a split line',
    [
      [
        account,
        depot,
        transaction({ split_lines: [{ id: 's', amount: 10 }] }),
        incoming,
        transfer({ outflow_transaction_id: 's', status: 'odd' }),
      ],
    ],
    { transfers: { created: 1 } },
  ],
  [
    'a transfer again',
    [[account, depot, transaction(), incoming, transfer(), transfer()], [transfer()]],
    { transfers: { created: 1, updated: 2 } },
  ],
  [
    'rejected transfers of unknown transactions',
    [
      [
        account,
        depot,
        transaction(),
        incoming,
        rejected(),
        rejected({ inflow_transaction_id: 'q' }),
        rejected({ outflow_transaction_id: null }),
      ],
    ],
    { rejected_transfers: { created: 1, skipped: 2 } },
  ],
  [
    'valuations without id, by account and day',
    [
      [account, valuation({ id: '' })],
      [valuation({ id: null }), valuation({ id: null, date: '2024-02-01' })],
    ],
    { valuations: { created: 2, updated: 1 } },
  ],
  [
    'trades without id, each a trade of its own',
    [[depot, trade({ id: null }), trade({ id: ' ' })]],
    { trades: { created: 2 } },
  ],
  ['a rule with half a character', [[condition({ value: 'a\ud800b' })]], { rules: { created: 1 } }],
  ['a rule that says nothing', [[record('Rule', { id: 'r' })]], { rules: { skipped: 1 } }],
  [
    'a transaction of an account whose currency is not known',
    [[account.replace('"currency":"EUR"', '"currency_unknown":true'), transaction()]],
    { transactions: { created: 1 } },
  ],
  ['a trade without ticker', [[depot, trade({ ticker: ' ' })]], { trades: { skipped: 1 } }],
  [
    'one ticker on several exchanges',
    [
      [
        depot,
        trade({ exchange_operating_mic: 'XNAS' }),
        trade({ id: 2, exchange_operating_mic: 'xetr' }),
        trade({ id: 3 }),
      ],
    ],
    { trades: { created: 3 } },
  ],
  ['a holding without ticker', [[depot, holding({ ticker: null })]], { holdings: { skipped: 1 } }],
  [
    'a holding again',
    [[depot, holding()], [holding({ qty: 3 })]],
    { holdings: { created: 1, updated: 1 } },
  ],
  ['a budget without end', [[budget({ end_date: null })]], { budgets: { skipped: 1 } }],
  [
    'a budget that ends before it begins',
    [[budget({ end_date: '2023-01-01' })]],
    { budgets: { skipped: 1 } },
  ],
  [
    'two budgets of a period',
    [[budget()], [budget({ id: 'b2' })]],
    { budgets: { created: 1, updated: 1 } },
  ],
  [
    'a budgeted category again',
    [[budget(), category('c', 'C'), budgeted(), budgeted({ budgeted_spending: 6 })]],
    { budget_categories: { created: 1, updated: 1 } },
  ],
  ['a rule without conditions', [[rule()]], { rules: { created: 1 } }],
  ['a rule again', [[rule(), rule()], [rule()]], { rules: { created: 1, updated: 2 } }],
  [
    'a rule that sends e-mail',
    [[rule({ actions: [{ action_type: 'send_email_notification' }] })]],
    { rules: { skipped: 1 } },
  ],
];

/** Chunks, and the error of the session. */
type Refused = [title: string, chunks: string[][], error: object];
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
  ...['depository', '', null, 5].map((type): Refused => [
    `an account of type ${JSON.stringify(type)}`,
    [[record('Account', { id: 1, name: 'X', accountable_type: type })]],
    {
      code: 'invalid_import_record',
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
];

describe('records of a session', () => {
  const database = withDatabase();

  for (const [title, chunks, counts] of IMPORTED) {
    it(`takes or skips ${title}`, async () => {
      const { session } = await importChunks(database, chunks);
      expect(session.error).to.equal(null);
      for (const [entity, expected] of Object.entries(counts)) {
        expect(session.summary, entity).to.deep.include({ [entity]: entityCounts(expected) });
      }
    });
  }

  for (const [title, chunks, error] of REFUSED) {
    it(`refuses ${title} and says why`, async () => {
      const { session } = await importChunks(database, chunks);
      expect(session.error).to.deep.include(error);
      expect(session.error?.['line']).to.be.a('number');
      const last = session.chunks[Number(session.error?.['chunk_sequence']) - 1];
      expect(last?.status).to.equal('failed');
      expect(Object.values(last?.summary ?? {})).to.deep.equal([entityCounts({ failed: 1 })]);
    });
  }
});
