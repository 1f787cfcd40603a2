import { expect } from 'chai';
import {
  importChunks,
  publish,
  readSession,
  record,
  replaceChunk,
  storeSession,
  workerContext,
} from '../../helpers/import-sessions.ts';
import { recordQueues, runImport } from '../../helpers/run-import-job.ts';
import { importLease } from '../../../shared/store/imports/import-sessions.ts';
import { acquireLease } from '../../../shared/store/leases.ts';
import { RateLimitedError, StoppingError } from '../../../workers/errors.ts';
import { withDatabase } from '../../helpers/with-database.ts';

const account = record('Account', {
  id: 'a1',
  name: 'Everyday',
  balance: '250.00',
  currency: 'EUR',
  accountable_type: 'Depository',
  accountable: { subtype: 'checking' },
});
const depot = record('Account', {
  id: 'a2',
  name: 'Depot',
  balance: 1000,
  accountable_type: 'Investment',
});
const category = record('Category', { id: 'c1', name: 'Food', parent_id: 'c0' });
const parentCategory = record('Category', { id: 'c0', name: 'Living', color: '#112233' });
const merchant = record('Merchant', { id: 'm1', name: 'Corner Shop' });
const tag = record('Tag', { id: 't1', name: 'Shared' });

function transaction(data: object = {}): string {
  return record('Transaction', {
    id: 'x1',
    account_id: 'a1',
    date: '2025-06-03',
    amount: '18.40',
    name: 'Basket',
    ...data,
  });
}

describe('publish-session job', () => {
  const database = withDatabase();
  const counts = (created: number, updated = 0, skipped = 0, failed = 0) => ({
    created,
    updated,
    skipped,
    failed,
  });

  describe('records', () => {
    it('imports all fifteen types, whatever the order of the lines', async () => {
      const lines = [
        record('Rule', {
          id: 'r1',
          name: 'Bakery',
          active: true,
          conditions: [
            {
              condition_type: 'compound',
              operator: 'or',
              sub_conditions: [
                { condition_type: 'transaction_name', operator: 'like', value: 'bake' },
                { condition_type: 'transaction_merchant', operator: '=', value: 'Corner Shop' },
              ],
            },
          ],
          actions: [
            {
              action_type: 'set_transaction_category',
              value_ref: { type: 'Category', name: 'Bakery' },
            },
          ],
        }),
        record('BudgetCategory', { budget_id: 'b1', category_id: 'c1', budgeted_spending: '50' }),
        record('Budget', {
          id: 'b1',
          start_date: '2025-06-01',
          end_date: '2025-06-30',
          budgeted_spending: '900.5',
          currency: 'EUR',
        }),
        record('Valuation', { id: 'v1', account_id: 'a2', date: '2025-01-01', amount: '990' }),
        record('Holding', {
          account_id: 'a2',
          date: '2025-06-30',
          qty: '3',
          price: '10',
          amount: '30',
          ticker: 'abc',
        }),
        record('Trade', {
          id: 'tr1',
          account_id: 'a2',
          date: '2025-06-02',
          qty: '3',
          price: '10',
          amount: '30',
          ticker: 'ABC',
        }),
        record('RejectedTransfer', { inflow_transaction_id: 'x3', outflow_transaction_id: 'x1' }),
        record('Transfer', {
          inflow_transaction_id: 'x3',
          outflow_transaction_id: 'x2',
          status: 'confirmed',
        }),
        transaction({ category_id: 'c1', merchant_id: 'm1', tag_ids: ['t1'] }),
        transaction({ id: 'x2', amount: '100' }),
        transaction({ id: 'x3', account_id: 'a2', amount: '-100' }),
        record('RecurringTransaction', {
          id: 're1',
          account_id: 'a1',
          merchant_id: 'm1',
          amount: '9.99',
          expected_day_of_month: 3,
          last_occurrence_date: '2025-06-03',
          next_expected_date: '2025-07-03',
        }),
        merchant,
        tag,
        category,
        parentCategory,
        record('Balance', { account_id: 'a1', date: '2025-06-03', balance: '250' }),
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
        group by t.id, c.name, p.name, m.name`;
      expect(row).to.deep.equal({
        amount: '-18.4',
        currency: 'EUR',
        name: 'Basket',
        source: `native_session:${session.id}`,
        externalId: 'Transaction:x1',
        category: 'Food',
        parent: 'Living',
        merchant: 'Corner Shop',
        tags: ['Shared'],
      });
      const kinds = await sql`
        select external_id, kind from transactions where household_id = ${householdId} order by 1`;
      expect(kinds.map((each) => each['kind'])).to.deep.equal([
        'standard',
        'investment_contribution',
        'funds_movement',
      ]);
      const [trade] = await sql`
        select t.name, t.amount, t.currency, s.ticker
        from trades t
        join securities s on s.id = t.security_id
        where t.household_id = ${householdId}`;
      expect(trade).to.deep.equal({
        name: 'Buy 3 shares of ABC',
        amount: '-30',
        currency: 'USD',
        ticker: 'ABC',
      });
      const [rule] = await sql`select conditions from rules where household_id = ${householdId}`;
      const [corner] = await sql`
        select id from merchants where household_id = ${householdId} and name = 'Corner Shop'`;
      const [group] = rule!['conditions'];
      expect(
        [group, ...group.sub_conditions].map((c) => [c.condition_type, c.value]),
      ).to.deep.equal([
        ['compound', null],
        ['transaction_name', 'bake'],
        ['transaction_merchant', corner!['id']],
      ]);
    });

    it('keeps every digit of an amount, written as a number or as text', async () => {
      const { householdId, session } = await importChunks(database, [
        [
          account,
          '{"type":"Transaction","data":{"id":"n","account_id":"a1","date":"2025-01-01","amount":-12345678901234567.891}}',
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
          parentCategory,
          transaction({
            amount: '18.40',
            merchant_id: 'm1',
            tag_ids: ['t1'],
            split_lines: [
              { id: 's1', amount: '10', category_id: 'c0' },
              { amount_money: '8.4', merchant_id: null, tag_ids: [], name: 'Rest' },
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
      const base = { name: 'Basket', category: null, parent: 'Transaction:x1' };
      expect([...rows]).to.deep.equal([
        {
          ...base,
          externalId: 'Transaction:x1',
          amount: '-18.4',
          excluded: true,
          merchant: 'Corner Shop',
          tags: 1,
          parent: null,
        },
        {
          ...base,
          externalId: 'Transaction:s1',
          amount: '-10',
          excluded: false,
          merchant: 'Corner Shop',
          category: 'Living',
          tags: 1,
        },
        {
          ...base,
          externalId: 'Transaction:x1/2',
          amount: '-8.4',
          excluded: false,
          merchant: null,
          name: 'Rest',
          tags: 0,
        },
      ]);
    });

    it('updates in place when a later chunk repeats an id', async () => {
      const { householdId, session } = await importChunks(database, [
        [account, tag, transaction({ tag_ids: ['t1'] })],
        [record('Tag', { id: 't2', name: 'Other' }), transaction({ name: 'New', tag_ids: ['t2'] })],
        [
          account.replace('Everyday', 'Renamed'),
          transaction({ name: 'a' }),
          transaction({ name: 'b' }),
        ],
      ]);
      expect(session.error).to.equal(null);
      expect(session.summary).to.deep.include({
        accounts: counts(1, 1),
        transactions: counts(1, 3),
      });
      const rows = await database.sql`
        select t.name, a.name as account, array(
          select g.name from transaction_tags tt join tags g on g.id = tt.tag_id where tt.transaction_id = t.id
        ) as tags
        from transactions t join accounts a on a.id = t.account_id
        where t.household_id = ${householdId}`;
      expect([...rows]).to.deep.equal([{ name: 'b', account: 'Renamed', tags: [] }]);
    });

    it('passes over lines that are no records and tells which', async () => {
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

  describe('opening balances', () => {
    const opening = async (householdId: string) => {
      const rows = await database.sql`
        select v.date, v.amount, a.name
        from valuations v
        join accounts a on a.id = v.account_id
        where v.household_id = ${householdId}
          and v.kind = 'opening_anchor'
        order by a.name`;
      return [...rows];
    };

    it('anchors the day before the oldest record of the whole session', async () => {
      const { householdId } = await importChunks(database, [
        [account, transaction()],
        [transaction({ id: 'x2', date: '2019-03-01' })],
      ]);
      expect(await opening(householdId)).to.deep.equal([
        { date: '2019-02-28', amount: '250', name: 'Everyday' },
      ]);
    });

    it('anchors on the first day of all when a record is of that day', async () => {
      const first = transaction({ date: '1900-01-01' });
      const { householdId } = await importChunks(database, [[account, first]]);
      expect((await opening(householdId)).map(({ date }) => date)).to.deep.equal(['1900-01-01']);
    });

    it('anchors two years ago when the account has no records', async () => {
      const clock = { now: () => new Date('2026-02-28T12:00:00Z') };
      const { householdId } = await importChunks(database, [[account]], { clock });
      expect(await opening(householdId)).to.deep.equal([
        { date: '2024-02-28', amount: '250', name: 'Everyday' },
      ]);
    });

    it('leaves accounts alone whose export says so or brings an anchor', async () => {
      const skipped = {
        ...JSON.parse(account).data,
        id: 'a3',
        authoritative_balance_history: true,
      };
      const { householdId } = await importChunks(database, [
        [
          account,
          record('Account', skipped),
          record('Valuation', {
            id: 'v',
            account_id: 'a1',
            date: '2020-01-01',
            amount: '5',
            kind: 'opening_anchor',
          }),
        ],
      ]);
      expect(await opening(householdId)).to.deep.equal([
        { date: '2020-01-01', amount: '5', name: 'Everyday' },
      ]);
    });
  });

  describe('failures', () => {
    const fail = async (...chunks: string[][]) => (await importChunks(database, chunks)).session;

    it('names the line, the record and every missing reference', async () => {
      const session = await fail([account, transaction({ category_id: 'nope', tag_ids: ['t9'] })]);
      expect(session.status).to.equal('failed');
      expect(session.error).to.deep.include({
        code: 'missing_source_reference',
        record_type: 'Transaction',
        source_type: 'Category',
        source_id: 'nope',
        line: 2,
        chunk_sequence: 1,
      });
      expect(session.chunks[0]).to.deep.include({
        status: 'failed',
        summary: { transactions: counts(0, 0, 0, 1) },
      });
      const { count } = (
        await database.sql`
        select count(*)::int as count from accounts where household_id = ${session.householdId}`
      )[0]!;
      expect(count).to.equal(0);
    });

    const faults: [string, string, object][] = [
      [
        'an account type',
        record('Account', { id: 'z', name: 'Z', balance: 1, accountable_type: 'Boat' }),
        {
          code: 'invalid_import_record',
          record_type: 'Account',
          field: 'accountable_type',
          value: 'Boat',
        },
      ],
      [
        'a date',
        transaction({ date: '2025-02-30' }),
        { code: 'import_failed', reason: 'invalid_date', field: 'date', value: '2025-02-30' },
      ],
      [
        'an amount',
        transaction({ amount: 'lots' }),
        { code: 'import_failed', reason: 'invalid_amount', value: 'lots' },
      ],
      [
        'a blank id',
        transaction({ id: ' ' }),
        { code: 'missing_source_reference', source_type: 'Transaction', source_id: '(blank)' },
      ],
      [
        'a split',
        transaction({ splits: [{ amount: '1' }] }),
        { code: 'import_failed', reason: 'split_amount_mismatch', value: '1' },
      ],
      [
        'a rule without actions',
        record('Rule', { id: 'r', conditions: [] }),
        { code: 'import_failed', reason: 'invalid_rule', field: 'actions' },
      ],
      [
        'a transfer',
        record('Transfer', { inflow_transaction_id: 'q', outflow_transaction_id: 'w' }),
        {
          code: 'missing_source_reference',
          record_type: 'Transfer',
          source_type: 'Transaction',
          source_id: 'q',
        },
      ],
      [
        'a grandchild category',
        [
          parentCategory,
          category,
          record('Category', { id: 'c2', name: 'Deep', parent_id: 'c1' }),
        ].join('\n'),
        { code: 'import_failed', reason: 'invalid_parent', value: 'c1' },
      ],
      [
        'a repeated name',
        [tag, record('Tag', { id: 't2', name: 'Shared' })].join('\n'),
        { code: 'import_failed', reason: 'name_taken', value: 'Shared' },
      ],
      [
        'two valuations of a day',
        [1, 2]
          .map((n) =>
            record('Valuation', { id: `v${n}`, account_id: 'a1', date: '2025-01-01', amount: n }),
          )
          .join('\n'),
        { code: 'import_failed', reason: 'duplicate_valuation' },
      ],
    ];
    for (const [name, line, error] of faults) {
      it(`explains ${name} that cannot be imported`, async () => {
        const session = await fail([account, ...line.split('\n')]);
        expect(session.status).to.equal('failed');
        expect(session.error).to.deep.include({ ...error, line: 1 + line.split('\n').length });
      });
    }

    it('resumes after the failed chunk is replaced, and imports nothing twice', async () => {
      const { sql } = database;
      let stored = await publish(
        sql,
        await storeSession(database, [
          [account],
          [transaction({ account_id: 'q' })],
          [transaction({ id: 'x2' })],
        ]),
      );
      await runImport(workerContext(database), stored);
      let session = await readSession(sql, stored);
      expect(session.chunks.map((chunk) => chunk.status)).to.deep.equal([
        'complete',
        'failed',
        'pending',
      ]);
      expect(session.summary).to.deep.equal({
        accounts: counts(1),
        transactions: counts(0, 0, 0, 1),
      });
      await replaceChunk(database, stored, 2, [transaction()]);
      stored = await publish(sql, stored);
      await runImport(workerContext(database), stored);
      session = await readSession(sql, stored);
      expect(session).to.include({ status: 'complete', error: null, rowsDone: 3 });
      expect(session.summary).to.deep.equal({ accounts: counts(1), transactions: counts(2) });
    });
  });

  describe('one worker at a time', () => {
    const chunks = [[account], [transaction()]];

    it('waits while another worker holds the session', async () => {
      const stored = await publish(database.sql, await storeSession(database, chunks));
      const key = importLease(stored.householdId, stored.sessionId);
      await acquireLease(database.sql, key, 'other', 600_000);
      const refused = await runImport(workerContext(database), stored).catch(
        (error: unknown) => error,
      );
      expect(refused).to.be.instanceOf(RateLimitedError);
      expect((refused as RateLimitedError).retryAfterMs).to.be.within(1, 601_500);
    });

    it('imports once when its job is delivered twice at the same time', async () => {
      const stored = await publish(database.sql, await storeSession(database, chunks));
      const context = workerContext(database);
      const ends = await Promise.allSettled([
        runImport(context, stored),
        runImport(context, stored),
      ]);
      expect(ends.filter((end) => end.status === 'fulfilled').length).to.be.greaterThan(0);
      const session = await readSession(database.sql, stored);
      expect(session.summary).to.deep.equal({ accounts: counts(1), transactions: counts(1) });
      await runImport(context, stored);
      expect(await readSession(database.sql, stored)).to.deep.equal(session);
    });

    it('hands the session back when the process stops, and another goes on', async () => {
      const stored = await publish(database.sql, await storeSession(database, chunks));
      const stop = new AbortController();
      stop.abort();
      const context = workerContext(database);
      const stopped = await runImport(context, stored, stop.signal).catch(
        (error: unknown) => error,
      );
      expect(stopped).to.be.instanceOf(StoppingError);
      const waiting = await readSession(database.sql, stored);
      expect(waiting.status).to.equal('importing');
      expect(waiting.chunks.map((chunk) => chunk.status)).to.deep.equal(['pending', 'pending']);
      await runImport(context, stored);
      expect((await readSession(database.sql, stored)).status).to.equal('complete');
    });

    it('gives the lease back after an error, and ends the session when it comes again and again', async () => {
      const { sql } = database;
      const context = workerContext(database);
      const stored = await publish(sql, await storeSession(database, [[tag]]));
      const signal = new AbortController().signal;
      await sql`alter table tags rename to tags_elsewhere`;
      try {
        for (const attempt of [1, 2]) {
          const error = await runImport(context, stored, signal, attempt).catch(
            (thrown: unknown) => thrown,
          );
          expect(error).to.include({ code: '42P01' });
          expect((await readSession(sql, stored)).status).to.equal('importing');
        }
        await runImport(context, stored, signal, 3);
      } finally {
        await sql`alter table tags_elsewhere rename to tags`;
      }
      const failed = await readSession(sql, stored);
      expect(failed.status).to.equal('failed');
      expect(failed.error).to.include({ code: 'import_failed', reason: 'unexpected' });
      await runImport(context, await publish(sql, stored));
      expect((await readSession(sql, stored)).status).to.equal('complete');
    });
  });

  describe('after the last chunk', () => {
    it('queues the rules of the household', async () => {
      const recorded = recordQueues();
      await importChunks(database, [[account]], { queues: recorded.queues });
      expect(recorded.added).to.have.length(1);
      expect(recorded.added[0]).to.include({ queue: 'rules', job: 'apply-rules' });
    });

    it('stays complete and says so when they cannot be queued', async () => {
      const { queues } = recordQueues({ away: true });
      const { session } = await importChunks(database, [[account]], { queues });
      expect(session.status).to.equal('complete');
      expect(session.error).to.include({ code: 'family_sync_enqueue_failed' });
      expect(JSON.stringify(session.error)).not.to.include('amqp');
    });

    it('drops the uploaded content', async () => {
      const { session } = await importChunks(database, [[account]]);
      expect(session.chunks[0]).to.include({ hasContent: false });
    });
  });
});
