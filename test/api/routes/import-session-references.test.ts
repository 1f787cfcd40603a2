import { expect } from 'chai';
import { withImports } from '../../helpers/csv-imports.ts';
import { readSession, record } from '../../helpers/import-sessions.ts';
import { newAccount, newNamed, newTransaction } from '../../helpers/rule-fixtures.ts';
import * as sample from '../../helpers/sample-records.ts';
import { answered } from '../../helpers/start-api.ts';

/** One id of the household for each kind that a session can name. */
interface Own {
  account: string;
  category: string;
  merchant: string;
  tag: string;
  budget: string;
  inflow: string;
  outflow: string;
}

describe('what a session names and does not carry', () => {
  const { database, api, imports } = withImports();
  const { createSession: create } = imports;

  const upload = async (id: string, sequence: number, ...lines: string[]): Promise<any> => {
    const answer = await answered(201, imports.uploadChunk(id, sequence, ...lines));
    return answer.body.data.chunks.find((chunk: any) => chunk.sequence === sequence).error;
  };
  const publish = async (id: string): Promise<any> =>
    (await imports.askSession(id, 'publish')).body.data;
  const work = async (id: string) => {
    await imports.performSession(id);
    const { householdId } = api.tenant;
    return readSession(database.sql, { householdId, sessionId: id, runId: '' });
  };
  const fill = async (householdId: string): Promise<Own> => {
    const { sql } = database;
    const account = await newAccount(sql, householdId, { name: 'Synced' });
    const other = await newAccount(sql, householdId, { name: 'Other' });
    const [budget] = await sql<{ id: string }[]>`
      insert into budgets (household_id, start_date, end_date, currency)
      values (${householdId}, '2025-01-01', '2025-01-31', 'EUR')
      on conflict (household_id, start_date, end_date) do update set updated_at = now()
      returning id`;
    return {
      account,
      category: await newNamed(sql, 'categories', householdId),
      merchant: await newNamed(sql, 'merchants', householdId),
      tag: await newNamed(sql, 'tags', householdId),
      budget: budget?.id ?? '',
      inflow: await newTransaction(sql, householdId, { account_id: other, amount: '5' }),
      outflow: await newTransaction(sql, householdId, { account_id: account, amount: '-5' }),
    };
  };
  /** A record for each place that can name another. */
  const naming = (own: Own): string[] => {
    const of = { account_id: own.account };
    const pair = { inflow_transaction_id: own.inflow, outflow_transaction_id: own.outflow };
    return [
      sample.transaction({
        ...of,
        category_id: own.category,
        merchant_id: own.merchant.toUpperCase(),
        tag_ids: [own.tag],
        split_lines: [{ amount: '10', category_id: own.category }],
      }),
      sample.category(`c-${own.tag}`, `Child ${own.tag}`, { parent_id: own.category }),
      sample.recurring({ ...of, merchant_id: own.merchant }),
      sample.trade(of),
      sample.holding({ ...of, price: '3', amount: '6' }),
      sample.valuation(of),
      sample.balance(of),
      sample.budgeted({ budget_id: own.budget, category_id: own.category }),
      sample.transfer(pair),
      sample.rejected(pair),
      sample.rule({
        conditions: [
          { condition_type: 'transaction_account', operator: '=', value: own.account },
          { condition_type: 'transaction_tag', operator: '=', value: own.tag },
        ],
        actions: [{ action_type: 'set_transaction_category', value: own.category }],
      }),
    ];
  };

  it('is the household’s own by id, for every kind of record', async () => {
    const { sql } = database;
    const own = await fill(api.tenant.householdId);
    const id = await create();
    expect(await upload(id, 1, ...naming(own))).to.equal(null);
    await publish(id);
    const session = await work(id);
    expect(session).to.include({ status: 'complete', error: null });
    const [row] = await sql`
      select account_id, category_id, merchant_id, is_split_parent
      from transactions
      where import_session_id = ${id} and parent_id is null`;
    expect(row).to.deep.equal({
      accountId: own.account,
      categoryId: own.category,
      merchantId: own.merchant,
      isSplitParent: true,
    });
    const [transfer] = await sql`
      select outflow_transaction_id from transfers where inflow_transaction_id = ${own.inflow}`;
    expect(transfer).to.deep.equal({ outflowTransactionId: own.outflow });
    const [rule] = await sql`
      select conditions, actions from rules where household_id = ${api.tenant.householdId}`;
    expect([...rule!['conditions'], ...rule!['actions']].map(({ value }) => value)).to.have.members(
      [own.account, own.tag, own.category],
    );
    const anchors = await sql`
      select 1 from valuations where account_id = ${own.account} and kind = 'opening_anchor'`;
    expect(anchors).to.have.length(0);
  });

  it('is reported at upload, with the line, when it is unknown or another household’s', async () => {
    const foreign = await fill(api.other.householdId);
    const id = await create();
    const error = await upload(id, 1, record('Tag', { id: 't', name: 'Mine' }), ...naming(foreign));
    expect(error).to.include({ code: 'records_need_attention' });
    const found = error.findings.map((each: any) => [each.code, each.line]);
    expect(found).to.have.deep.members([
      ...[2, 2, 2, 2, 4, 9, 10, 10].map((line) => ['missing_reference', line]),
    ]);
    await publish(id);
    const session = await work(id);
    expect(session.status).to.equal('failed');
    expect(session.error).to.include({ code: 'missing_source_reference' });
    const [count] = await database.sql`
      select count(*)::int as count from import_id_map where session_id = ${id}`;
    expect(count).to.deep.equal({ count: 0 });
  });

  it('is not reported while an earlier chunk is still to come, nor once it is there', async () => {
    const account = record('Account', {
      id: 'late',
      name: 'Late',
      balance: 1,
      accountable_type: 'Loan',
    });
    const valuation = record('Valuation', {
      id: 'v1',
      account_id: 'late',
      date: '2025-01-01',
      amount: 1,
    });
    const id = await create();
    expect(await upload(id, 2, valuation)).to.equal(null);
    await upload(id, 1, record('Tag', { id: 'tx', name: 'Tag X' }));
    const error = await upload(id, 3, valuation.replace('v1', 'v2'));
    expect(error.findings).to.have.length(1);
    expect(error.findings[0]).to.include({ code: 'missing_reference', line: 1 });
    await upload(id, 1, account);
    const published = await publish(id);
    expect(published.chunks.map((chunk: any) => chunk.error)).to.deep.equal([null, null, null]);
  });

  it('is reported at publish when its chunk came before the earlier ones', async () => {
    const valuation = sample.valuation({ account_id: 'nowhere' });
    const id = await create();
    expect(await upload(id, 2, valuation)).to.equal(null);
    await upload(id, 1, record('Tag', { id: 'ty', name: 'Tag Y' }));
    const [first, second] = (await publish(id)).chunks;
    expect(first.error).to.equal(null);
    expect(second.error.findings).to.have.length(1);
    expect(second.error.findings[0]).to.include({ code: 'missing_reference', line: 1 });
  });

  it('is reported for transactions of every chunk, at upload or at publish', async () => {
    const transaction = (id: string) => sample.transaction({ id });
    const transfer = (inflow: string, outflow: string) =>
      sample.transfer({ inflow_transaction_id: inflow, outflow_transaction_id: outflow });
    const id = await create();
    await upload(id, 1, sample.account, transaction('t1'));
    const error = await upload(
      id,
      2,
      transaction('t2'),
      transfer('t2', 't1'),
      transfer('t1', 't3'),
    );
    expect(error.findings).to.have.length(1);
    expect(error.findings[0]).to.include({ code: 'missing_reference', line: 3 });
    expect(error.findings[0].message).to.contain('t3');
    // It comes, but too late.
    await upload(id, 3, transaction('t3'));
    const [, second] = (await publish(id)).chunks;
    expect(second.error.findings.map(({ message }: any) => message)).to.deep.equal([
      'Line 3: Transfer names "t3" among the transactions, but it comes only in chunk 3.',
    ]);
  });

  it('is never the household’s own when a chunk holds a record of that id', async () => {
    const { sql } = database;
    const own = await fill(api.tenant.householdId);
    const id = await create();
    const twin = record('Account', {
      id: own.account,
      name: 'From a backup',
      balance: 1,
      accountable_type: 'Loan',
    });
    const valuation = sample.valuation({ account_id: own.account, date: '2025-01-01' });
    await upload(id, 1, twin, valuation);
    await publish(id);
    expect(await work(id)).to.include({ status: 'complete', error: null });
    const [kept] = await sql`select name from accounts where id = ${own.account}`;
    expect(kept).to.deep.equal({ name: 'Synced' });
    const valued = await sql`
      select a.name from valuations v join accounts a on a.id = v.account_id
      where v.household_id = ${api.tenant.householdId} and v.date = '2025-01-01'`;
    expect([...valued]).to.deep.equal([{ name: 'From a backup' }]);
  });
});
