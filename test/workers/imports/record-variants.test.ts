import { expect } from 'chai';
import { entityCounts, type EntityCounts } from '../../../shared/imports/session/summary.ts';
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
  rejected,
  trade,
  holding,
  budget,
  budgeted,
  rule,
  condition,
} from '../../helpers/sample-records.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('records of a session that are taken', () => {
  const database = withDatabase();
  /** What becomes of kinds of record in a session of these chunks. */
  const takes = (
    title: string,
    counts: Record<string, Partial<EntityCounts>>,
    ...chunks: string[][]
  ): void => {
    it(`takes or skips ${title}`, async () => {
      const { session } = await importChunks(database, chunks);
      expect(session.error).to.equal(null);
      for (const [entity, expected] of Object.entries(counts)) {
        expect(session.summary, entity).to.deep.include({ [entity]: entityCounts(expected) });
      }
    });
  };

  takes('an account without balance or currency', { accounts: { created: 1 } }, [
    record('Account', { id: 1, name: 'X', accountable_type: 'OtherAsset' }),
  ]);
  takes('an id twice in a chunk', { accounts: { created: 1, updated: 1 } }, [account, account]);
  takes(
    'an id again in a later chunk',
    { accounts: { created: 1, updated: 1 } },
    [account],
    [account],
  );
  takes('two accounts of a name', { accounts: { created: 2 } }, [
    account,
    account.replace('"a"', '"b"'),
  ]);
  for (const fields of [
    { date: null },
    { date: '2024-02-30' },
    { balance: ' ' },
    { balance: 'much' },
  ]) {
    takes(`a balance with ${JSON.stringify(fields)}`, { balances: { skipped: 1 } }, [
      account,
      balance(fields),
    ]);
  }
  takes(
    'a balance again, and in another currency',
    { balances: { created: 2, updated: 1 } },
    [account, balance({})],
    [balance({ balance: 6 }), balance({ currency: 'usd' })],
  );
  takes('a parent that follows its child', { categories: { created: 2 } }, [
    category('2', 'Child', { parent_id: 1 }),
    category('1', 'Parent'),
  ]);
  takes('names that differ in case', { categories: { created: 2 } }, [
    category('1', 'Food'),
    category('2', 'food'),
  ]);
  for (const day of [0, 32, 'x', null, 1.5] as const) {
    takes(`a recurring transaction on day ${day}`, { recurring_transactions: { skipped: 1 } }, [
      recurring({ expected_day_of_month: day }),
    ]);
  }
  takes(
    'a recurring transaction without its next date',
    { recurring_transactions: { skipped: 1 } },
    [recurring({ next_expected_date: 'soon' })],
  );
  takes(
    'a recurring transaction again',
    { recurring_transactions: { created: 1, updated: 1 } },
    [recurring({})],
    [recurring({ expected_day_of_month: '31' })],
  );
  for (const amount of ['1e3', '+5', ' 5 ', '-0', '0.00000000001', 1e3]) {
    takes(`an amount of ${JSON.stringify(amount)}`, { transactions: { created: 1 } }, [
      account,
      transaction({ amount }),
    ]);
  }
  takes(
    'a time behind the day, unknown kinds and blank references',
    { transactions: { created: 1 } },
    [account, transaction({ date: '2024-03-01T10:00:00Z', kind: 'odd', category_id: '' })],
  );
  takes('a single tag, and blank ones', { transactions: { created: 2 } }, [
    account,
    record('Tag', { id: 'x', name: 'X' }),
    transaction({ tag_ids: 'x' }),
    transaction({ id: 'z', tag_ids: [null, ''] }),
  ]);
  takes('split lines under other names, and with other amounts', { transactions: { created: 2 } }, [
    account,
    transaction({ splits: [{ amount: 15 }, { amount_decimal: '-5' }] }),
    transaction({ id: 'z', splitLines: [{ amount_money: { amount: '10' } }] }),
  ]);
  takes('no split lines', { transactions: { created: 2 } }, [
    account,
    transaction({ split_lines: [] }),
    transaction({ id: 'z', split_lines: null }),
  ]);
  takes('a transfer of a split line', { transfers: { created: 1 } }, [
    account,
    depot,
    transaction({ split_lines: [{ id: 's', amount: 10 }] }),
    incoming,
    transfer({ outflow_transaction_id: 's', status: 'odd' }),
  ]);
  takes(
    'a transfer again',
    { transfers: { created: 1, updated: 2 } },
    [account, depot, transaction(), incoming, transfer(), transfer()],
    [transfer()],
  );
  takes(
    'rejected transfers of unknown transactions',
    { rejected_transfers: { created: 1, skipped: 2 } },
    [
      account,
      depot,
      transaction(),
      incoming,
      rejected(),
      rejected({ inflow_transaction_id: 'q' }),
      rejected({ outflow_transaction_id: null }),
    ],
  );
  takes('a rule with half a character', { rules: { created: 1 } }, [
    condition({ value: 'a\ud800b' }),
  ]);
  takes('a rule that says nothing', { rules: { skipped: 1 } }, [record('Rule', { id: 'r' })]);
  takes(
    'a transaction of an account whose currency is not known',
    { transactions: { created: 1 } },
    [account.replace('"currency":"EUR"', '"currency_unknown":true'), transaction()],
  );
  takes('a trade without ticker', { trades: { skipped: 1 } }, [depot, trade({ ticker: ' ' })]);
  takes('one ticker on several exchanges', { trades: { created: 3 } }, [
    depot,
    trade({ exchange_operating_mic: 'XNAS' }),
    trade({ id: 2, exchange_operating_mic: 'xetr' }),
    trade({ id: 3 }),
  ]);
  takes('a holding without ticker', { holdings: { skipped: 1 } }, [
    depot,
    holding({ ticker: null }),
  ]);
  takes(
    'a holding again',
    { holdings: { created: 1, updated: 1 } },
    [depot, holding()],
    [holding({ qty: 3 })],
  );
  takes('a budget without end', { budgets: { skipped: 1 } }, [budget({ end_date: null })]);
  takes('a budget that ends before it begins', { budgets: { skipped: 1 } }, [
    budget({ end_date: '2023-01-01' }),
  ]);
  takes(
    'two budgets of a period',
    { budgets: { created: 1, updated: 1 } },
    [budget()],
    [budget({ id: 'b2' })],
  );
  takes('a budgeted category again', { budget_categories: { created: 1, updated: 1 } }, [
    budget(),
    category('c', 'C'),
    budgeted(),
    budgeted({ budgeted_spending: 6 }),
  ]);
  takes('a rule without conditions', { rules: { created: 1 } }, [rule()]);
  takes('a rule again', { rules: { created: 1, updated: 2 } }, [rule(), rule()], [rule()]);
  takes('a rule that sends e-mail', { rules: { skipped: 1 } }, [
    rule({ actions: [{ action_type: 'send_email_notification' }] }),
  ]);
});
