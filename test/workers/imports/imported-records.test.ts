import { expect } from 'chai';
import { counts, importChunks, record } from '../../helpers/import-sessions.ts';
import * as sample from '../../helpers/sample-records.ts';
import { withDatabase } from '../../helpers/with-database.ts';

const { account, depot, transaction } = sample;
const merchant = record('Merchant', { id: 'm', name: 'Corner Shop' });
const tag = record('Tag', { id: 't', name: 'Shared' });

describe('the records of a session', () => {
  const database = withDatabase();

  it('imports all fifteen types, whatever the order of the lines', async () => {
    const bakery = { condition_type: 'transaction_name', operator: 'like', value: 'bake' };
    const corner = { condition_type: 'transaction_merchant', operator: '=', value: 'Corner Shop' };
    const lines = [
      sample.condition({
        condition_type: 'compound',
        operator: 'or',
        sub_conditions: [bakery, corner],
      }),
      sample.budgeted({ budgeted_spending: '50' }),
      sample.budget({ budgeted_spending: '900.5', currency: 'EUR' }),
      sample.valuation(),
      sample.holding(),
      sample.trade(),
      sample.rejected({ outflow_transaction_id: 'z' }),
      sample.transfer({ status: 'confirmed' }),
      transaction({ id: 'z', name: 'Basket', category_id: 'c', merchant_id: 'm', tag_ids: ['t'] }),
      transaction(),
      sample.incoming,
      sample.recurring({ account_id: 'a', merchant_id: 'm' }),
      merchant,
      tag,
      sample.category('c', 'Food', { parent_id: 'c0' }),
      sample.category('c0', 'Living'),
      sample.balance({}),
      account,
      depot,
    ];
    const { session, householdId } = await importChunks(database, [lines]);
    expect(session).to.include({ status: 'complete', error: null });
    expect(session.summary).to.deep.equal({
      accounts: counts(2),
      balances: counts(1),
      categories: counts(2),
      tags: counts(1),
      merchants: counts(1),
      recurring_transactions: counts(1),
      transactions: counts(3),
      transfers: counts(1),
      rejected_transfers: counts(1),
      trades: counts(1),
      holdings: counts(1),
      valuations: counts(1),
      budgets: counts(1),
      budget_categories: counts(1),
      rules: counts(1),
    });
    const { sql } = database;
    const [row] = await sql`
      select t.amount, t.currency, t.name, t.source, t.external_id, c.name as category, p.name as parent,
        m.name as merchant, array_agg(g.name) as tags
      from transactions t
      join categories c on c.id = t.category_id
      join categories p on p.id = c.parent_id
      join merchants m on m.id = t.merchant_id
      join transaction_tags tt on tt.transaction_id = t.id
      join tags g on g.id = tt.tag_id
      where t.household_id = ${householdId}
      group by t.household_id, t.id, c.name, p.name, m.name`;
    expect(row).to.deep.equal({
      amount: '-10',
      currency: 'EUR',
      name: 'Basket',
      source: `native_session:${session.id}`,
      externalId: 'Transaction:z',
      category: 'Food',
      parent: 'Living',
      merchant: 'Corner Shop',
      tags: ['Shared'],
    });
    const kinds = await sql`
      select external_id, kind from transactions where household_id = ${householdId} order by 1`;
    expect(kinds.map((each) => each['kind'])).to.deep.equal([
      'investment_contribution',
      'funds_movement',
      'standard',
    ]);
    const [trade] = await sql`
      select t.name, t.amount, t.currency, s.ticker
      from trades t
      join securities s on s.id = t.security_id
      where t.household_id = ${householdId}`;
    expect(trade).to.deep.equal({
      name: 'Buy 2 shares of ABC',
      amount: '-6',
      currency: 'USD',
      ticker: 'ABC',
    });
    const [rule] = await sql`select conditions from rules where household_id = ${householdId}`;
    const [shop] = await sql`
      select id from merchants where household_id = ${householdId} and name = 'Corner Shop'`;
    const [group] = rule!['conditions'];
    expect([group, ...group.sub_conditions].map((c) => [c.condition_type, c.value])).to.deep.equal([
      ['compound', null],
      ['transaction_name', 'bake'],
      ['transaction_merchant', shop!['id']],
    ]);
  });

  it('keeps every digit of an amount, written as a number or as text', async () => {
    const { householdId, session } = await importChunks(database, [
      [
        account,
        '{"type":"Transaction","data":{"id":"n","account_id":"a","date":"2025-01-01","amount":-12345678901234567.891}}',
        transaction({ id: 't', amount: '0.1234567890123456789' }),
        transaction({ id: 'e', amount: 1e-7 }),
      ],
    ]);
    expect(session.error).to.equal(null);
    const rows = await database.sql`
      select amount from transactions where household_id = ${householdId} order by external_id`;
    expect(rows.map((row) => row['amount'])).to.deep.equal([
      '-0.0000001',
      '12345678901234567.891',
      '-0.1234567890123456789',
    ]);
  });

  it('stores split lines as children of an excluded parent, whose merchant and tags they inherit', async () => {
    const { householdId } = await importChunks(database, [
      [
        account,
        merchant,
        tag,
        sample.category('c', 'Living'),
        transaction({
          name: 'Basket',
          merchant_id: 'm',
          tag_ids: ['t'],
          split_lines: [
            { id: 's', amount: '7', category_id: 'c' },
            { amount_money: '3', merchant_id: null, tag_ids: [], name: 'Rest' },
          ],
        }),
      ],
    ]);
    const rows = await database.sql`
      select t.external_id, t.amount, t.excluded, t.name, m.name as merchant, c.name as category,
        (select count(*)::int from transaction_tags tt where tt.transaction_id = t.id) as tags,
        p.external_id as parent
      from transactions t
      left join merchants m on m.id = t.merchant_id
      left join categories c on c.id = t.category_id
      left join transactions p on p.id = t.parent_id
      where t.household_id = ${householdId}
      order by t.amount`;
    const base = { name: 'Basket', category: null, parent: 'Transaction:x' };
    expect([...rows]).to.deep.equal([
      {
        ...base,
        externalId: 'Transaction:x',
        amount: '-10',
        excluded: true,
        merchant: 'Corner Shop',
        tags: 1,
        parent: null,
      },
      {
        ...base,
        externalId: 'Transaction:s',
        amount: '-7',
        excluded: false,
        merchant: 'Corner Shop',
        category: 'Living',
        tags: 1,
      },
      {
        ...base,
        externalId: 'Transaction:x/2',
        amount: '-3',
        excluded: false,
        merchant: null,
        name: 'Rest',
        tags: 0,
      },
    ]);
  });

  it('keeps the rows of split lines that are sent again, and gives up the ids of those that are not', async () => {
    const split = (id: string, lines: Record<string, number>): string =>
      transaction({
        id,
        amount: Object.values(lines).reduce((sum, amount) => sum + amount, 0),
        split_lines: Object.entries(lines).map(([line, amount]) => ({ id: line, amount })),
      });
    const first = [account, split('s1', { k1: 10, k2: 20 })];
    const second = [split('s1', { k2: 30 }), split('s2', { k1: 5, k3: 25 })];
    for (const chunks of [[first, second], [[...first, ...second]]]) {
      const { householdId, session } = await importChunks(database, chunks);
      expect(session.error).to.equal(null);
      expect(session.summary['transactions']).to.deep.equal(counts(2, 1));
      const rows = await database.sql`
        select t.external_id, t.amount, p.external_id as parent
        from transactions t
        left join transactions p on p.id = t.parent_id
        where t.household_id = ${householdId}
        order by t.external_id`;
      expect(rows.map((row) => Object.values(row).join(' '))).to.deep.equal([
        'Transaction:k1 -5 Transaction:s2',
        'Transaction:k2 -30 Transaction:s1',
        'Transaction:k3 -25 Transaction:s2',
        'Transaction:s1 -30 ',
        'Transaction:s2 -30 ',
      ]);
    }
  });

  it('keeps what a later balance or holding of the place leaves out, in one chunk as in two', async () => {
    const lines = [
      [
        account,
        depot,
        sample.balance({ cash_balance: '2', cash_inflows: '3', start_balance: '1' }),
        sample.holding({ cost_basis: '9', cost_basis_source: 'manual' }),
      ],
      [
        sample.balance({ currency: 'EUR', balance: '7', start_balance: '4' }),
        sample.balance({ date: '2024-01-02', net_market_flows: '8' }),
        sample.holding({ qty: '3' }),
      ],
    ];
    for (const chunks of [lines, [lines.flat()]]) {
      const { householdId, session } = await importChunks(database, chunks);
      expect(session.summary).to.deep.include({ balances: counts(2, 1), holdings: counts(1, 1) });
      const balances = await database.sql`
        select balance, cash_balance, components
        from balances where household_id = ${householdId} order by date`;
      expect([...balances]).to.deep.equal([
        {
          balance: '7',
          cashBalance: '2',
          components: { start_balance: '4', cash_inflows: '3' },
        },
        { balance: '5', cashBalance: null, components: { net_market_flows: '8' } },
      ]);
      const holdings = await database.sql`
        select quantity, cost_basis, cost_basis_source
        from holdings where household_id = ${householdId}`;
      expect([...holdings]).to.deep.equal([
        { quantity: '3', costBasis: '9', costBasisSource: 'manual' },
      ]);
    }
  });

  it('updates in place when a later chunk repeats an id', async () => {
    const { householdId, session } = await importChunks(database, [
      [account, tag, transaction({ tag_ids: ['t'] })],
      [record('Tag', { id: 't2', name: 'Other' }), transaction({ name: 'New', tag_ids: ['t2'] })],
      [account.replace('"A"', '"Renamed"'), transaction({ name: 'a' }), transaction({ name: 'b' })],
    ]);
    expect(session.error).to.equal(null);
    expect(session.summary).to.deep.include({ accounts: counts(1, 1), transactions: counts(1, 3) });
    const rows = await database.sql`
      select t.name, a.name as account, array(
        select g.name from transaction_tags tt join tags g on g.id = tt.tag_id where tt.transaction_id = t.id
      ) as tags
      from transactions t join accounts a on a.id = t.account_id
      where t.household_id = ${householdId}`;
    expect([...rows]).to.deep.equal([{ name: 'b', account: 'Renamed', tags: [] }]);
  });

  it('passes over lines that are no records and reports which', async () => {
    const { session } = await importChunks(database, [
      [account, '', '{broken', record('Mystery', { id: 1 }), transaction()],
    ]);
    expect(session).to.include({ status: 'complete', error: null });
    expect(session.chunks[0]?.error).to.deep.include({
      code: 'lines_skipped',
      lines_count: 2,
      lines: [
        { line: 3, code: 'invalid_json' },
        { line: 4, code: 'unsupported_record_type', type: 'Mystery' },
      ],
    });
  });
});
