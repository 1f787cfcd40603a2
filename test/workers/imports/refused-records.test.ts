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

describe('records of a session that are refused', () => {
  const database = withDatabase();
  /** The error of a session of these chunks, or that and further faults that it lists. */
  const refuses = (title: string, errors: object | object[], ...chunks: string[][]): void => {
    it(`refuses ${title}, says why, and writes nothing of its chunk`, async () => {
      const { session } = await importChunks(database, chunks);
      const [error = {}, ...further]: object[] = [errors].flat();
      expect(session.status).to.equal('failed');
      expect(session.error).to.deep.include(error);
      expect(session.error?.['line']).to.be.a('number');
      const listed = session.error?.['errors'] as object[] | undefined;
      expect(listed?.length ?? 0).to.equal(further.length);
      for (const [at, fault] of further.entries()) expect(listed?.[at]).to.deep.include(fault);
      const last = session.chunks[Number(session.error?.['chunk_sequence']) - 1];
      expect(last?.status).to.equal('failed');
      expect(Object.values(last?.summary ?? {})).to.deep.equal([entityCounts({ failed: 1 })]);
      if (last?.sequence !== 1) return;
      const [{ count }] = await database.sql<[{ count: number }]>`
        select count(*)::int as count from accounts where household_id = ${session.householdId}`;
      expect(count).to.equal(0);
    });
  };

  for (const type of ['depository', 'Boat', '', null, 5]) {
    refuses(
      `an account of type ${JSON.stringify(type)}`,
      {
        code: 'invalid_import_record',
        record_type: 'Account',
        field: 'accountable_type',
        value: type === 5 ? '5' : type || '(blank)',
      },
      [record('Account', { id: 1, name: 'X', accountable_type: type })],
    );
  }
  for (const type of ['Account', 'Category', 'Tag', 'Merchant'] as const) {
    refuses(`${type} without id`, missing(type, type, '(blank)'), [
      record(type, { name: 'X', accountable_type: 'Loan' }),
    ]);
    refuses(
      `${type} without name`,
      failed('missing_required_field', { field: 'name', record_type: type }),
      [record(type, { id: 1, accountable_type: 'Loan' })],
    );
  }
  refuses('an id of 256 characters', failed('value_too_long', { field: 'id' }), [
    category('x'.repeat(256), 'C'),
  ]);
  refuses(
    'a name of 256 characters',
    failed('value_too_long', { field: 'name', value: '😀'.repeat(50) }),
    [category('c', '😀'.repeat(256))],
  );
  refuses(
    'a long value whose hundredth character is an emoji',
    missing('Transaction', 'Category', 'x'.repeat(99)),
    [account, transaction({ category_id: `${'x'.repeat(99)}😀 and more` })],
  );
  refuses('a currency', failed('invalid_currency', { value: 'EURO' }), [
    account.replace('EUR', 'EURO'),
  ]);
  refuses('a balance of an unknown account', missing('Balance', 'Account', 'a'), [balance({})]);
  refuses(
    'a parent of a later chunk',
    missing('Category', 'Category', '1'),
    [category('2', 'Child', { parent_id: 1 })],
    [category('1', 'Parent')],
  );
  refuses('a category under itself', failed('invalid_parent', { value: '1' }), [
    category('1', 'C', { parent_id: 1 }),
  ]);
  refuses(
    'a category with children that moves under another',
    failed('invalid_parent', { line: 2, chunk_sequence: 3 }),
    [category('1', 'Parent')],
    [category('2', 'Child', { parent_id: 1 })],
    [category('3', 'Top'), category('1', 'Parent', { parent_id: 3 })],
  );
  refuses(
    'a name that an earlier chunk has',
    failed('name_taken', { value: 'C', chunk_sequence: 2 }),
    [category('1', 'C')],
    [category('2', 'C')],
  );
  refuses(
    'a recurring transaction of an unknown merchant',
    missing('RecurringTransaction', 'Merchant', '9'),
    [recurring({ merchant_id: 9 })],
  );
  refuses(
    'a recurring transaction without amount',
    failed('missing_required_field', { field: 'amount' }),
    [recurring({ amount: null })],
  );
  for (const amount of ['1,5', '$5', 'NaN', true]) {
    refuses(
      `an amount of ${JSON.stringify(amount)}`,
      failed('invalid_amount', { value: String(amount), line: 2 }),
      [account, transaction({ amount })],
    );
  }
  for (const date of ['2024-02-30', '2024-3-1', '01/02/2024', 20240301]) {
    refuses(
      `a date of ${JSON.stringify(date)}`,
      failed('invalid_date', { value: String(date), line: 2 }),
      [account, transaction({ date })],
    );
  }
  refuses(
    'a transaction before its account',
    missing('Transaction', 'Account', 'a'),
    [transaction()],
    [account],
  );
  refuses(
    'an unknown category and tag of one line',
    [
      { ...missing('Transaction', 'Category', 'nope'), line: 2, chunk_sequence: 1 },
      missing('Transaction', 'Tag', 't9'),
    ],
    [account, transaction({ category_id: 'nope', tag_ids: ['t9'] })],
  );
  refuses('an unknown merchant', missing('Transaction', 'Merchant', 'm'), [
    account,
    transaction({ merchant_id: 'm' }),
  ]);
  refuses('an unknown tag of a split line', missing('Transaction', 'Tag', 't'), [
    account,
    transaction({ split_lines: [{ amount: 10, tag_ids: ['t'] }] }),
  ]);
  for (const lines of [['text'], [1], 'text', {}]) {
    refuses(
      `split lines that are ${JSON.stringify(lines)}`,
      failed('invalid_split_lines', { line: 2 }),
      [account, transaction({ split_lines: lines })],
    );
  }
  refuses(
    'a split line without amount',
    failed('missing_required_field', { field: 'split_lines.amount' }),
    [account, transaction({ split_lines: [{ name: 'half' }] })],
  );
  refuses(
    'a split line with the id of its transaction',
    failed('invalid_split_lines', { value: 'x', line: 2 }),
    [account, transaction({ split_lines: [{ id: 'x', amount: 10 }] })],
  );
  refuses('two split lines of one id', failed('invalid_split_lines', { value: 's', line: 2 }), [
    account,
    transaction({ split_lines: [1, 2].map(() => ({ id: 's', amount: 5 })) }),
  ]);
  const split = (id: string, ...lines: string[]): string =>
    transaction({
      id,
      amount: 10 * lines.length,
      split_lines: lines.map((line) => ({ id: line, amount: 10 })),
    });
  for (const [title, first, second] of [
    ['a split line with the id of another split’s line', split('x', 'k', 'l'), split('y', 'k')],
    ['a split line with the id of a transaction', transaction({ id: 'k' }), split('x', 'k', 'l')],
    ['a transaction with the id of a split line', split('x', 'k', 'l'), transaction({ id: 'k' })],
    ['a split line with the id of another by place', split('x', ''), transaction({ id: 'x/1' })],
  ] as const) {
    const fault = (line: number, chunk_sequence: number) =>
      failed('invalid_split_lines', { field: 'split_lines.id', line, chunk_sequence });
    refuses(`${title} of the same chunk`, fault(3, 1), [account, first, second]);
    refuses(`${title} of an earlier chunk`, fault(1, 2), [account, first], [second]);
  }
  refuses(
    'a transfer before its transactions',
    [missing('Transfer', 'Transaction', 'y'), missing('Transfer', 'Transaction', 'x')],
    [transfer()],
    [account, depot, transaction(), incoming],
  );
  refuses(
    'a transfer of a transaction to itself',
    failed('invalid_value', { field: 'outflow_transaction_id', value: 'x', line: 3 }),
    [account, transaction(), transfer({ inflow_transaction_id: 'x' })],
  );
  refuses('a trade on an unknown account', missing('Trade', 'Account', 'd'), [trade()]);
  refuses('a trade without price', failed('missing_required_field'), [depot, trade({ price: '' })]);
  refuses('a holding of no number', failed('invalid_amount'), [depot, holding({ qty: 'x' })]);
  refuses('a trade without amount', failed('missing_required_field', { field: 'amount' }), [
    depot,
    trade({ amount: null }),
  ]);
  refuses(
    'a valuation on a day of an earlier chunk',
    failed('duplicate_valuation', { line: 1, chunk_sequence: 2 }),
    [account, valuation()],
    [valuation({ id: 'w' })],
  );
  refuses(
    'a budget that moves to the period of another',
    failed('period_taken', { value: '2024-01-01', line: 1, chunk_sequence: 2 }),
    [budget(), budget({ id: 'b2', start_date: '2024-02-01', end_date: '2024-02-29' })],
    [budget({ id: 'b2' })],
  );
  refuses('a budgeted category without budget', missing('BudgetCategory', 'Budget', 'b'), [
    category('c', 'C'),
    budgeted(),
  ]);
  refuses('a budgeted category without category', missing('BudgetCategory', 'Category', 'c'), [
    budget(),
    budgeted(),
  ]);
  refuses('a rule of an unknown account', missing('Rule', 'Account', 'q'), [
    condition({ condition_type: 'transaction_account', value: 'q' }),
  ]);
  refuses(
    'a rule with an unknown operator',
    failed('invalid_rule', { field: 'conditions[0].operator' }),
    [condition({ operator: 'near', value: 'x' })],
  );
  refuses(
    'a rule that would make a category of 256 characters',
    failed('value_too_long', { field: 'conditions[0].value' }),
    [condition({ value: 'x'.repeat(256) })],
  );
  refuses('a blank id', missing('Transaction', 'Transaction', '(blank)'), [
    account,
    transaction({ id: ' ' }),
  ]);
  for (const id of [null, ' ']) {
    const blank = JSON.stringify(id);
    refuses(`a trade with id ${blank}`, missing('Trade', 'Trade', '(blank)'), [
      depot,
      trade({ id }),
    ]);
    refuses(`a valuation with id ${blank}`, missing('Valuation', 'Valuation', '(blank)'), [
      account,
      valuation({ id }),
    ]);
  }
  refuses(
    'a split whose lines do not add up',
    failed('split_amount_mismatch', { value: '1', line: 2 }),
    [account, transaction({ splits: [{ amount: '1' }] })],
  );
  refuses('a rule without actions', failed('invalid_rule', { field: 'actions' }), [
    rule({ conditions: [], actions: undefined }),
  ]);
  refuses('a grandchild category', failed('invalid_parent', { value: 'c1', line: 3 }), [
    category('c0', 'Top'),
    category('c1', 'Child', { parent_id: 'c0' }),
    category('c2', 'Deep', { parent_id: 'c1' }),
  ]);
  refuses('a name that an earlier line has', failed('name_taken', { value: 'C', line: 2 }), [
    category('1', 'C'),
    category('2', 'C'),
  ]);
  refuses('a second valuation of a day', failed('duplicate_valuation', { line: 3 }), [
    account,
    valuation(),
    valuation({ id: 'w' }),
  ]);
});
