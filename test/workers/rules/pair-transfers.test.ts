import { expect } from 'chai';
import type { Tx } from '../../../shared/postgres/connect.ts';
import {
  insertRequestedRuleRun,
  insertScheduledRuleRun,
} from '../../../shared/rules/store/rule-runs.ts';
import { insertRuleWork } from '../../../shared/rules/store/rule-work.ts';
import { removeTransaction } from '../../../shared/ledger/transaction-removal.ts';
import { removeAccount } from '../../../shared/removal/account-removal.ts';
import { mergeAccounts } from '../../../shared/removal/account-merge/merge-accounts.ts';
import { rejectTransfer } from '../../../shared/transfers/store/transfers.ts';
import {
  acceptTransferSuggestion,
  listTransferSuggestions,
} from '../../../shared/transfers/store/transfer-suggestions.ts';
import { pairTransfers } from '../../../workers/rules/pair-transfers.ts';
import { changesOf } from '../../helpers/changes-of.ts';
import {
  action,
  condition,
  newAccount,
  newHousehold,
  newRule,
  newTransaction,
  performRuleRun,
  readTransaction,
} from '../../helpers/rule-fixtures.ts';
import { withDatabase } from '../../helpers/with-database.ts';
import { untilWaiting } from '../../helpers/until-waiting.ts';

/** A run that pairs all transactions. */
const ALL = { ruleId: null, ignoreLocks: false, scope: 'transfers' } as const;

describe('transfers without a rule', () => {
  const database = withDatabase();
  let householdId: string;
  let checking: string;
  let savings: string;
  let card: string;

  beforeEach(async () => {
    const { sql } = database;
    householdId = await newHousehold(sql);
    checking = await newAccount(sql, householdId, { name: 'Checking' });
    savings = await newAccount(sql, householdId, { name: 'Savings' });
    card = await newAccount(sql, householdId, { name: 'Visa', accountable_type: 'CreditCard' });
  });

  const add = (account_id: string, amount: string, name: string, fields = {}): Promise<string> =>
    newTransaction(database.sql, householdId, {
      account_id,
      amount,
      name,
      date: '2025-06-02',
      ...fields,
    });
  /** What follows a sync that changed these. */
  async function changed(...ids: string[]): Promise<void> {
    const { sql } = database;
    await insertRuleWork(sql, householdId, null, ids);
    const runId = (await insertScheduledRuleRun(sql, householdId, 'sync'))!;
    await performRuleRun(database, householdId, runId);
  }
  const links = async (): Promise<any[]> =>
    database.sql`
      select outflow_transaction_id as out, inflow_transaction_id as into, status
      from transfers
      where household_id = ${householdId}
      order by created_at, id`;
  const suggested = async (): Promise<any[]> => {
    const page = { page: 1, perPage: 50 };
    const { rows } = await listTransferSuggestions(database.sql, householdId, page);
    return rows.map(({ id, outflow, inflow }) => ({ id, out: outflow.id, into: inflow.id }));
  };
  const kind = async (id: string): Promise<string> =>
    (await readTransaction(database.sql, id)).kind;
  const now = new Date();

  it('links what is certain, once, and rules see its kind', async () => {
    const out = await add(checking, '-812.40', 'Card payment');
    const into = await add(card, '812.40', 'Payment - thank you', { date: '2025-06-04' });
    await newRule(database.sql, householdId, {
      conditions: [condition('transaction_type', '=', 'transfer')],
      actions: [action('exclude_transaction')],
    });
    await changed(into);
    await changed(out, into);
    expect(await links()).to.deep.equal([{ out, into, status: 'confirmed' }]);
    expect(await kind(out)).to.equal('cc_payment');
    expect(await kind(into)).to.equal('funds_movement');
    for (const id of [out, into])
      expect((await readTransaction(database.sql, id)).excluded).to.equal(true);
    const lines = await changesOf(database.sql, householdId, out);
    expect(
      lines
        .filter(({ attribute }) => attribute === 'kind')
        .map(({ source, oldValue, newValue }) => [source, oldValue, newValue]),
    ).to.deep.equal([['transfer', 'standard', 'cc_payment']]);
  });

  it('suggests equally good ones, links the one that is accepted and forgets the other', async () => {
    const out = await add(checking, '-500', 'Transfer');
    const into = await add(savings, '500', 'Transfer');
    const other = await add(card, '500', 'Transfer');
    await changed(out);
    expect(await links()).to.deep.equal([]);
    const open = await suggested();
    expect(open.map((each) => each.into)).to.have.members([into, other]);
    const { id } = open.find((each) => each.into === into);
    await database.sql.begin((tx) => acceptTransferSuggestion(tx, householdId, id, now));
    expect(await links()).to.deep.equal([{ out, into, status: 'confirmed' }]);
    expect(await suggested()).to.deep.equal([]);
    await changed(out, into, other);
    expect(await links()).to.have.length(1);
  });

  for (const [what, fields] of [
    ['pending', { pending: true }],
    ['excluded', { excluded: true }],
    ['split', { is_split_parent: true }],
    ['deleted', { removed_at: now, removed_reason: 'user' }],
    ['five days away', { date: '2025-06-07' }],
    ['of another sum', { amount: '300.01' }],
    ['of another currency, with no word for a transfer', { currency: 'USD', name: 'Shop' }],
    ['a one-time payment', { kind: 'one_time' }],
  ] as const) {
    it(`leaves alone what is ${what}`, async () => {
      const out = await add(checking, '-300', 'Umbuchung');
      await add(savings, '300', 'Umbuchung', fields);
      await changed(out);
      expect([await links(), await suggested()]).to.deep.equal([[], []]);
    });
  }

  it('links a pending transaction once it has posted', async () => {
    const out = await add(checking, '-300', 'Umbuchung');
    const into = await add(savings, '300', 'Umbuchung', { pending: true });
    await changed(out, into);
    expect(await links()).to.have.length(0);
    await database.sql`update transactions set pending = false where id = ${into}`;
    await changed(into);
    expect(await links()).to.have.length(1);
  });

  it('ends its own link when the bank corrects a sum or stops listing a side, and finds the right one', async () => {
    const out = await add(checking, '-300', 'Umbuchung');
    const into = await add(savings, '300', 'Umbuchung');
    await changed(out);
    await database.sql`update transactions set amount = 310 where id = ${into}`;
    const right = await add(savings, '300', 'Umbuchung', { date: '2025-06-03' });
    await changed(into, right);
    expect(await links()).to.deep.equal([{ out, into: right, status: 'confirmed' }]);
    expect(await kind(into)).to.equal('standard');
    await database.sql`
      update transactions set removed_at = now(), removed_reason = 'vanished' where id = ${right}`;
    await changed(right);
    expect(await links()).to.deep.equal([]);
    expect(await kind(out)).to.equal('standard');
  });

  it('leaves what a person accepted, whatever the bank corrects', async () => {
    const out = await add(checking, '-20', 'Anna');
    const into = await add(savings, '20', 'Anna');
    await changed(out);
    const [{ id }] = (await suggested()) as [any];
    await database.sql.begin((tx) => acceptTransferSuggestion(tx, householdId, id, now));
    await database.sql`update transactions set amount = 21 where id = ${into}`;
    await changed(into);
    expect(await links()).to.have.length(1);
  });

  it('gives the other side its kind back when one is deleted, with its account or alone', async () => {
    const first = await add(checking, '-300', 'Umbuchung');
    const second = await add(checking, '-812.40', 'Card payment');
    const gone = await add(savings, '300', 'Umbuchung');
    await add(card, '812.40', 'Payment - thank you');
    await changed(first, second);
    expect(await links()).to.have.length(2);
    await database.sql.begin((tx) => removeTransaction(tx, householdId, gone, now));
    await database.sql.begin((tx) => removeAccount(tx, householdId, card, now));
    expect(await links()).to.deep.equal([]);
    expect([await kind(first), await kind(second)]).to.deep.equal(['standard', 'standard']);
  });

  it('gives each side the kind back that it had before, however it was linked', async () => {
    const { sql } = database;
    const loan = await newAccount(sql, householdId, { name: 'Loan', accountable_type: 'Loan' });
    const paid = await add(checking, '-300', 'Umbuchung', { kind: 'loan_payment' });
    const into = await add(savings, '300', 'Umbuchung');
    const once = await add(checking, '-71', 'Move', { kind: 'one_time' });
    await newRule(sql, householdId, {
      conditions: [condition('transaction_name', '=', 'Move')],
      actions: [action('set_as_transfer_or_payment', loan)],
    });
    await changed(paid, once);
    const made = await sql<{ id: string }[]>`
      select id from transfers where household_id = ${householdId}`;
    expect(made).to.have.length(2);
    const kinds = async () => [await kind(paid), await kind(into), await kind(once)];
    expect(await kinds()).to.deep.equal(['loan_payment', 'funds_movement', 'loan_payment']);
    for (const { id } of made) await sql.begin((tx) => rejectTransfer(tx, householdId, id, now));
    expect(await kinds()).to.deep.equal(['loan_payment', 'standard', 'one_time']);
    const lines = await changesOf(sql, householdId, paid);
    expect(lines.map(({ attribute }) => attribute)).to.not.include('kind');
  });

  it('a merge ends pairs within the one account and keeps the others and their suggestions', async () => {
    const second = await newAccount(database.sql, householdId, { name: 'Savings old' });
    const inside = await add(savings, '-70', 'Umbuchung');
    await add(second, '70', 'Umbuchung');
    const out = await add(checking, '-300', 'Umbuchung');
    const into = await add(second, '300', 'Umbuchung');
    const doubtful = await add(checking, '-20', 'Anna');
    const friend = await add(second, '20', 'Anna');
    await changed(inside, out, doubtful);
    expect(await links()).to.have.length(2);
    await database.sql.begin((tx) =>
      mergeAccounts(tx, { householdId, fromId: second, intoId: savings, now }),
    );
    expect(await links()).to.deep.equal([{ out, into, status: 'confirmed' }]);
    expect(await kind(inside)).to.equal('standard');
    expect((await suggested()).map((each) => each.into)).to.deep.equal([friend]);
  });

  it('measures two currencies by the rate that the household had', async () => {
    const dollars = await newAccount(database.sql, householdId, {
      name: 'Dollars',
      currency: 'USD',
    });
    const usd = (amount: string, name: string, date: string): Promise<string> =>
      add(dollars, amount, name, { currency: 'USD', date });
    const out = await add(checking, '-100', 'Transfer Kim');
    const into = await usd('109', 'Transfer Kim', '2025-06-03');
    await changed(out);
    expect(await links()).to.deep.equal([]);
    const [{ id }] = (await suggested()) as [any];
    await database.sql.begin((tx) => acceptTransferSuggestion(tx, householdId, id, now));
    const next = await add(checking, '-200', 'Transfer Kim', { date: '2025-07-01' });
    const right = await usd('219', 'Transfer Kim', '2025-07-01');
    await usd('300', 'Transfer Kim', '2025-07-01');
    await changed(next);
    expect(await links()).to.deep.equal([
      { out, into, status: 'confirmed' },
      { out: next, into: right, status: 'confirmed' },
    ]);
  });

  it('looks at all transactions when asked to, and applies no rule', async () => {
    const out = await add(checking, '-300', 'Umbuchung');
    await add(savings, '300', 'Umbuchung');
    await newRule(database.sql, householdId, {
      conditions: [condition('transaction_name', 'like', 'umb')],
    });
    const { id } = await insertRequestedRuleRun(database.sql, householdId, ALL);
    await performRuleRun(database, householdId, id);
    expect(await links()).to.have.length(1);
    expect((await readTransaction(database.sql, out)).excluded).to.equal(false);
  });

  it('never links another household’s', async () => {
    const stranger = await newHousehold(database.sql);
    const foreign = await newAccount(database.sql, stranger, { name: 'Savings' });
    await newTransaction(database.sql, stranger, {
      account_id: foreign,
      amount: '300',
      name: 'Umbuchung',
      date: '2025-06-02',
    });
    await changed(await add(checking, '-300', 'Umbuchung'));
    expect([await links(), await suggested()]).to.deep.equal([[], []]);
  });

  it('locks nothing while it reads and judges', async () => {
    const { sql } = database;
    const out = await add(checking, '-300', 'Umbuchung');
    const into = await add(savings, '300', 'Umbuchung');
    await changed(out);
    // The link no longer fits, and another does.
    await sql`update transactions set date = '2025-06-20' where id = ${into}`;
    const right = await add(savings, '300', 'Umbuchung');
    const run = await insertRequestedRuleRun(sql, householdId, ALL);
    let writing = 0;
    const write = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
      writing += 1;
      try {
        return (await sql.begin(work)) as T;
      } finally {
        writing -= 1;
      }
    };
    const check = (): Promise<void> => Promise.resolve();
    let ended: Promise<unknown> = Promise.resolve();
    await sql.begin(async (holding) => {
      await holding`lock table rejected_transfers in access exclusive mode`;
      ended = pairTransfers({ sql, run, now: () => now, write, check });
      await untilWaiting(sql);
      expect(writing).to.equal(0);
    });
    await ended;
    expect(await links()).to.deep.equal([{ out, into: right, status: 'confirmed' }]);
  });
});
