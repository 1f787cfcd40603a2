import { expect } from 'chai';
import { NOTHING_GIVEN } from '../../../shared/ledger/transaction-attributes.ts';
import { replaceSplits } from '../../../shared/ledger/transaction-splits.ts';
import { findTransaction } from '../../../shared/ledger/transactions.ts';
import { compileRule } from '../../../shared/rules/compile-rule.ts';
import { previewRule } from '../../../shared/rules/store/plan-rules.ts';
import { findRule } from '../../../shared/rules/store/rules.ts';
import { joinTransactions } from '../../../shared/sync/store/join-transactions.ts';
import {
  action,
  condition,
  newAccount,
  newHousehold,
  newNamed,
  newRule,
  newTransaction,
  readTransaction,
  runRules,
} from '../../helpers/rule-fixtures.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('set_as_transfer_or_payment', () => {
  const database = withDatabase();
  let householdId: string;
  let checking: string;
  let savings: string;

  beforeEach(async () => {
    householdId = await newHousehold(database.sql);
    checking = await newAccount(database.sql, householdId, { name: 'Checking' });
    savings = await newAccount(database.sql, householdId, { name: 'Savings' });
  });
  const add = (account_id: string, fields: Record<string, unknown> = {}): Promise<string> =>
    newTransaction(database.sql, householdId, { account_id, ...fields });
  const read = (id: string): Promise<any> => readTransaction(database.sql, id);
  const liveIn = async (accountId: string): Promise<any[]> =>
    database.sql`
      select * from transactions
      where account_id = ${accountId} and removed_at is null
      order by date, created_at, id`;
  const transfers = async (): Promise<any[]> =>
    database.sql`
      select inflow_transaction_id as inflow, outflow_transaction_id as outflow, status
      from transfers where household_id = ${householdId}`;
  /** Splits a transaction of 300 in the savings. */
  async function split(id: string): Promise<void> {
    for (const amount of ['100', '200']) await add(savings, { amount, parent_id: id });
    await database.sql`update transactions set is_split_parent = true where id = ${id}`;
  }
  const toTransfer = (accountId: string): Promise<string> =>
    newRule(database.sql, householdId, {
      conditions: [condition('transaction_name', 'like', 'move')],
      actions: [action('set_as_transfer_or_payment', accountId)],
    });

  async function previewOf(ruleId: string, statesMax?: number) {
    const rule = (await findRule(database.sql, householdId, ruleId))!;
    const plan = { ...rule, compiled: compileRule(rule) };
    const options = { ignoreLocks: false, sampleSize: 20, ...(statesMax && { statesMax }) };
    return database.sql.begin((tx) => previewRule(tx, householdId, plan, options));
  }

  it('links the counterpart that is there and makes none', async () => {
    const out = await add(checking, { name: 'Move', amount: '-300', date: '2025-06-02' });
    const into = await add(savings, { amount: '300', date: '2025-06-04' });
    await toTransfer(savings);
    const run = await runRules(database, householdId);
    expect(run).to.include({ queued: 1, modified: 1 });
    expect(await transfers()).to.deep.equal([{ inflow: into, outflow: out, status: 'confirmed' }]);
    expect(await liveIn(savings)).to.have.length(1);
    expect((await read(out)).kind).to.equal('funds_movement');
    expect((await read(into)).kind).to.equal('funds_movement');
  });

  it('previews what a run does when both sides match', async () => {
    const card = await newAccount(database.sql, householdId, { accountable_type: 'CreditCard' });
    await add(checking, { name: 'Move', amount: '-300', date: '2025-06-02' });
    await add(card, { name: 'Move', amount: '300', date: '2025-06-04' });
    await add(checking, { name: 'Move', amount: '40', date: '2025-07-02' });
    await add(card, { name: 'Move', amount: '-40', date: '2025-07-02' });
    await add(card, { name: 'Move alone', amount: '7', date: '2025-06-04' });
    await add(checking, { name: 'Move alone', amount: '-9', date: '2025-06-04' });
    const id = await toTransfer(card);
    const preview = await previewOf(id);
    const run = await runRules(database, householdId, { ruleId: id });
    expect(run).to.include({ queued: 6, modified: 5 });
    expect(preview).to.deep.include({ matchedCount: 6, modifiedCount: 5 });
    for (const { transactionId, newValue } of preview.changes) {
      expect((await read(transactionId)).kind).to.equal(newValue);
    }
  });

  it('previews the latest that match when they are too many to hold, and says so', async () => {
    for (const day of ['01', '02', '03']) {
      await add(checking, { name: 'Move', amount: `-${day}`, date: `2025-06-${day}` });
    }
    const id = await toTransfer(savings);
    const whole = await previewOf(id, 3);
    expect(whole).to.deep.include({ complete: true, matchedCount: 3, modifiedCount: 3 });
    const cut = await previewOf(id, 2);
    expect(cut).to.deep.include({ complete: false, matchedCount: 2, modifiedCount: 2 });
    const days = await Promise.all(cut.sampleIds.map(async (id) => (await read(id)).date));
    expect(days).to.deep.equal(['2025-06-03', '2025-06-02']);
  });

  for (const [title, fields] of [
    ['of another currency', { amount: '300', currency: 'USD' }],
    ['of another amount', { amount: '300.01' }],
    ['of the same direction', { amount: '-300' }],
    ['five days away', { amount: '300', date: '2025-06-15' }],
    ['that a person removed', { amount: '300', removed_at: new Date(), removed_reason: 'user' }],
    ['that is a split parent', { amount: '300', is_split_parent: true }],
  ] as [string, Record<string, unknown>][]) {
    it(`does not take a counterpart ${title}, but makes one`, async () => {
      const out = await add(checking, { name: 'Move', amount: '-300', date: '2025-06-10' });
      const wrong = await add(savings, { date: '2025-06-10', ...fields });
      await toTransfer(savings);
      await runRules(database, householdId);
      const [transfer] = await transfers();
      expect(transfer.outflow).to.equal(out);
      expect(transfer.inflow).to.not.equal(wrong);
      expect(await read(transfer.inflow)).to.include({
        accountId: savings,
        amount: '300',
        currency: 'EUR',
        date: '2025-06-10',
        name: 'Transfer from Checking',
        source: 'rule',
        mirrorOf: out,
      });
    });
  }

  it('does not take a counterpart that a person rejected', async () => {
    const out = await add(checking, { name: 'Move', amount: '-300' });
    const into = await add(savings, { amount: '300' });
    await database.sql`
      insert into rejected_transfers (household_id, inflow_transaction_id, outflow_transaction_id)
      values (${householdId}, ${into}, ${out})`;
    await toTransfer(savings);
    await runRules(database, householdId);
    expect((await transfers())[0].inflow).to.not.equal(into);
  });

  it('makes one mirror, however often it runs', async () => {
    await add(checking, { name: 'Move', amount: '-300' });
    await toTransfer(savings);
    await runRules(database, householdId);
    const again = await runRules(database, householdId);
    expect(again.modified).to.equal(0);
    expect(await liveIn(savings)).to.have.length(1);
  });

  it('replaces the mirror when the real counterpart arrives, with what people said of it', async () => {
    const out = await add(checking, { name: 'Move', amount: '-300', date: '2025-06-10' });
    await toTransfer(savings);
    await runRules(database, householdId);
    const category = await newNamed(database.sql, 'categories', householdId);
    await database.sql`update transactions set category_id = ${category} where mirror_of = ${out}`;
    const into = await add(savings, { amount: '300', date: '2025-06-12', name: 'Incoming' });
    await runRules(database, householdId);
    expect(await transfers()).to.deep.equal([{ inflow: into, outflow: out, status: 'confirmed' }]);
    const rows = await liveIn(savings);
    expect(rows.map((row) => row.id)).to.deep.equal([into]);
    expect(rows[0]).to.include({ kind: 'funds_movement', categoryId: category, name: 'Incoming' });
  });

  it('lets the mirror follow its transaction', async () => {
    const out = await add(checking, { name: 'Move', amount: '-300', pending: true });
    await toTransfer(savings);
    await runRules(database, householdId);
    await database.sql`
      update transactions set amount = -301.5, date = '2025-06-11', pending = false where id = ${out}`;
    await runRules(database, householdId);
    expect((await liveIn(savings))[0]).to.include({ amount: '301.5', date: '2025-06-11' });
  });

  const ends: [string, (out: string) => Promise<unknown>, string[]][] = [
    [
      'is removed',
      (out) => database.sql`
        update transactions set removed_at = now(), removed_reason = 'vanished' where id = ${out}`,
      [],
    ],
    [
      'is split, whose lines get their own',
      async (out) => {
        const whole = (await findTransaction(database.sql, householdId, out))!;
        const lines = ['-100', '-200'].map((amount) => ({
          ...NOTHING_GIVEN,
          amount,
          name: 'Move',
        }));
        await database.sql.begin((tx) => replaceSplits(tx, householdId, whole, lines, new Date()));
      },
      ['100', '200'],
    ],
    [
      'takes the transfer of a transaction that it is merged with',
      async (out) => {
        const [into, twin] = [
          await add(savings, { amount: '300', date: '2025-06-20' }),
          await add(checking, { amount: '-300', date: '2025-06-20' }),
        ];
        await database.sql`
          insert into transfers (household_id, inflow_transaction_id, outflow_transaction_id, status)
          values (${householdId}, ${into}, ${twin}, 'confirmed')`;
        const joining = { householdId, accountId: checking, now: new Date() };
        const pair = { goneId: out, staysId: twin };
        await database.sql.begin((tx) => joinTransactions(tx, joining, [pair]));
      },
      ['300'],
    ],
  ];
  for (const [what, end, left] of ends)
    it(`lets the mirror go when its transaction ${what}`, async () => {
      const out = await add(checking, { name: 'Move', amount: '-300' });
      await toTransfer(savings);
      await runRules(database, householdId);
      await end(out);
      await runRules(database, householdId);
      const amounts = (await liveIn(savings)).map(({ amount }) => amount).sort();
      expect(amounts).to.deep.equal(left);
      expect(await transfers()).to.have.length(left.length);
    });

  it('leaves the mirror of a split transaction where a person deleted those of its lines', async () => {
    const out = await add(checking, { name: 'Move', amount: '-300' });
    await toTransfer(savings);
    await runRules(database, householdId);
    const [mirror] = await liveIn(savings);
    for (const amount of ['100', '200']) {
      const parts = { name: 'Move', amount: `-${amount}`, parent_id: out };
      const mirror_of = await add(checking, parts);
      await add(savings, { amount, mirror_of, removed_at: new Date(), removed_reason: 'user' });
    }
    await database.sql`update transactions set is_split_parent = true where id = ${out}`;
    await runRules(database, householdId);
    expect((await liveIn(savings)).map(({ id }) => id)).to.deep.equal([mirror.id]);
  });

  it('lets the lines of a mirror that a person split follow it', async () => {
    const out = await add(checking, { name: 'Move', amount: '-300' });
    await toTransfer(savings);
    await runRules(database, householdId);
    const [mirror] = await liveIn(savings);
    await split(mirror.id);
    await database.sql`update transactions set amount = -301.5, date = '2025-06-11' where id = ${out}`;
    await runRules(database, householdId);
    const lines = (await liveIn(savings)).filter((row) => row.parentId === mirror.id);
    const shown = lines.map(({ date, amount }) => [date, amount].join(' ')).sort();
    expect(shown).to.deep.equal(['2025-06-11 1.5', '2025-06-11 100', '2025-06-11 200']);
  });

  for (const [what, end] of [
    [
      'its transaction is removed',
      (out: string) => database.sql`
      update transactions set removed_at = now(), removed_reason = 'user' where id = ${out}`,
    ],
    ['the real counterpart arrives', () => add(savings, { amount: '300', name: 'Incoming' })],
  ] as const) {
    it(`the lines of a mirror that a person split go with it when ${what}`, async () => {
      const out = await add(checking, { name: 'Move', amount: '-300' });
      await toTransfer(savings);
      await runRules(database, householdId);
      const [mirror] = await liveIn(savings);
      await split(mirror.id);
      const [line] = (await liveIn(savings)).filter((row) => row.parentId !== null);
      const other = await add(checking, { amount: `-${line.amount}`, kind: 'funds_movement' });
      await database.sql`
        insert into transfers (household_id, inflow_transaction_id, outflow_transaction_id, status)
        values (${householdId}, ${line.id}, ${other}, 'confirmed')`;
      await end(out);
      await runRules(database, householdId);
      expect((await liveIn(savings)).filter((row) => row.parentId !== null)).to.deep.equal([]);
      expect((await transfers()).map(({ inflow }) => inflow)).to.not.include(line.id);
      expect((await read(other)).kind).to.equal('standard');
    });
  }

  for (const [type, kind] of [
    ['Loan', 'loan_payment'],
    ['CreditCard', 'cc_payment'],
    ['OtherLiability', 'cc_payment'],
    ['Investment', 'investment_contribution'],
    ['Crypto', 'investment_contribution'],
    ['Depository', 'funds_movement'],
  ] as const) {
    it(`names money that goes to a ${type} account ${kind}`, async () => {
      const target = await newAccount(database.sql, householdId, { accountable_type: type });
      const out = await add(checking, { name: 'Move', amount: '-300' });
      await toTransfer(target);
      await runRules(database, householdId);
      const [transfer] = await transfers();
      expect((await read(out)).kind).to.equal(kind);
      expect((await read(transfer.inflow)).kind).to.equal('funds_movement');
    });
  }

  it('does nothing for an account of another household', async () => {
    const other = await newHousehold(database.sql);
    const foreign = await newAccount(database.sql, other);
    await add(checking, { name: 'Move', amount: '-5' });
    await toTransfer(foreign);
    expect(await runRules(database, householdId)).to.include({ status: 'completed', modified: 0 });
    expect(await liveIn(foreign)).to.deep.equal([]);
  });
});
