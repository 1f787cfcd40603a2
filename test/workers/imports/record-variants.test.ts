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
  valuation,
  budget,
  budgeted,
  rule,
  condition,
} from '../../helpers/sample-records.ts';
import { withDatabase } from '../../helpers/with-database.ts';

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
  ...[{ date: null }, { date: '2024-02-30' }, { balance: ' ' }, { balance: 'much' }].map(
    (fields): Imported => [
      `a balance with ${JSON.stringify(fields)}`,
      [[account, balance(fields)]],
      { balances: { skipped: 1 } },
    ],
  ),
  [
    'a balance again, and in another currency',
    [
      [account, balance({})],
      [balance({ balance: 6 }), balance({ currency: 'usd' })],
    ],
    { balances: { created: 2, updated: 1 } },
  ],
  [
    'a parent that follows its child',
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
    'trades without id, each a separate trade',
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

describe('records of a session that are taken', () => {
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
});
