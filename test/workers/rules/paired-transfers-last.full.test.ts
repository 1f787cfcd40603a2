import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { signChanges } from '../../../shared/changes/sign-changes.ts';
import { insertScheduledRuleRun } from '../../../shared/rules/store/rule-runs.ts';
import { linkPairs } from '../../../shared/transfers/store/transfers.ts';
import { performApplyRules } from '../../../workers/rules/apply-rules.ts';
import { withImports } from '../../helpers/csv-imports.ts';
import { importChunks, record } from '../../helpers/import-sessions.ts';
import { jobRun } from '../../helpers/job-run.ts';
import { newTransaction } from '../../helpers/rule-fixtures.ts';
import { recordQueues } from '../../helpers/run-import-job.ts';
import * as sample from '../../helpers/sample-records.ts';
import { workerContext } from '../../helpers/worker-context.ts';

describe('transfers that were paired without a rule', () => {
  const { database, api, imports } = withImports();
  let checking: string;
  let savings: string;

  beforeEach(async () => {
    await database.sql`delete from accounts where household_id = ${api.tenant.householdId}`;
    checking = await imports.addAccount({ name: 'Checking' });
    savings = await imports.addAccount({ name: 'Savings' });
  });

  const add = (account_id: string, amount: string, name = 'Umbuchung'): Promise<string> =>
    newTransaction(database.sql, api.tenant.householdId, { account_id, amount, name });
  /** The run that waits since an import or a sync. */
  async function follow(householdId = api.tenant.householdId): Promise<void> {
    const id = (await insertScheduledRuleRun(database.sql, householdId, 'import'))!;
    const { queues, added } = recordQueues();
    const context = workerContext(database, { queues });
    // And those that follow it, one for each cause.
    for (let runId: string | undefined = id; runId !== undefined; runId = added.shift()?.jobId) {
      const payload = { household_id: householdId, rule_run_id: runId };
      await performApplyRules(context, payload, jobRun());
    }
  }
  const links = async (householdId = api.tenant.householdId): Promise<any[]> =>
    database.sql`
      select o.name as out, i.name as into, f.matched
      from transfers f
      join transactions i on i.id = f.inflow_transaction_id
      join transactions o on o.id = f.outflow_transaction_id
      where f.household_id = ${householdId}
      order by o.name, i.name`;

  it('go with the import that brought a side, and the export is as before', async () => {
    await add(checking, '-300');
    const before = await imports.exportText();
    const { id } = await imports.create({
      type: 'TransactionImport',
      raw_file_content: 'date,amount,name\n2025-06-11,300.00,Umbuchung\n',
      account_id: savings,
    });
    await imports.publish(id);
    await follow();
    expect(await links()).to.have.length(1);
    const { summary } = await imports.undo(id);
    expect(summary).to.deep.include({ kept_count: 0, removed: { transfers: 1, transactions: 1 } });
    expect(await links()).to.deep.equal([]);
    expect(await imports.exportText()).to.equal(before);
  });

  it('leave each side to the import that brought it, although the pairing after the other one changed it', async () => {
    const bring = async (account_id: string, amount: string): Promise<string> => {
      const { id } = await imports.create({
        raw_file_content: `date,amount,name\n2025-06-11,${amount},Umbuchung\n`,
        account_id,
      });
      await imports.publish(id);
      await imports.applyRules();
      return id;
    };
    const first = await bring(checking, '-300.00');
    await bring(savings, '300.00');
    expect(await links()).to.have.length(1);
    const { summary } = await imports.undo(first);
    expect(summary).to.deep.include({ kept_count: 0, removed: { transactions: 1 } });
  });

  it('go with the session that brought a side; the other side is as before', async () => {
    const { householdId } = api.tenant;
    const out = await add(checking, '-300');
    const before = await imports.exportText();
    const side = sample.transaction({
      id: 'x',
      amount: '-300',
      date: '2025-06-11',
      name: 'Umbuchung',
    });
    const stored = await importChunks(database, [[sample.account, side]], {
      household: householdId,
    });
    await follow();
    expect(await links()).to.have.length(1);
    const { undo } = await imports.undoSession(stored.sessionId);
    expect(undo).to.deep.include({ kept_count: 0 });
    expect(await links()).to.deep.equal([]);
    const [kind] = await database.sql`select kind from transactions where id = ${out}`;
    expect(kind).to.deep.equal({ kind: 'standard' });
    expect(await imports.exportText()).to.equal(before);
  });

  it('and rejected ones are the same in the household that an export is imported into', async () => {
    await add(checking, '-300', 'Umbuchung out');
    await add(savings, '300', 'Umbuchung in');
    const out = await add(checking, '-70', 'Kino');
    const into = await add(savings, '70', 'Erstattung');
    const { householdId } = api.tenant;
    await database.sql`
      insert into rejected_transfers (household_id, inflow_transaction_id, outflow_transaction_id)
      values (${householdId}, ${into}, ${out})`;
    await database.sql`
      insert into rule_work (household_id, transaction_ids)
      select ${householdId}, array_agg(id) from transactions where household_id = ${householdId}`;
    await follow();
    const names = { out: 'Umbuchung out', into: 'Umbuchung in' };
    expect(await links()).to.deep.equal([{ ...names, matched: true }]);
    const lines = (await imports.exportText()).trim().split('\n');
    const copy = await importChunks(database, [lines]);
    expect(copy.session.status).to.equal('complete');
    await follow(copy.householdId);
    expect(await links(copy.householdId)).to.deep.equal([{ ...names, matched: false }]);
    const open = await database.sql`
      select 1 from transfer_suggestions where household_id = ${copy.householdId}`;
    expect(open).to.have.length(0);
  });

  it('give way to the pair that an import session names', async () => {
    const { householdId } = api.tenant;
    const out = await add(checking, '-300', 'Umbuchung out');
    const into = await add(savings, '300', 'Umbuchung guess');
    const other = await add(savings, '300', 'Umbuchung true');
    const now = new Date();
    const pair = { outflowId: out, inflowId: into };
    await database.sql.begin(async (tx) => {
      await signChanges(tx, { by: 'transfer', id: randomUUID() });
      await linkPairs(tx, householdId, [pair], 'transfer', now);
    });
    const line = record('Transfer', { inflow_transaction_id: other, outflow_transaction_id: out });
    await importChunks(database, [[line]], { household: householdId });
    expect(await links()).to.deep.equal([
      { out: 'Umbuchung out', into: 'Umbuchung true', matched: false },
    ]);
    const [guess] = await database.sql`select kind from transactions where id = ${into}`;
    expect(guess).to.deep.equal({ kind: 'standard' });
  });

  it('are one of a transaction, whatever links at the same time', async () => {
    const { householdId } = api.tenant;
    const out = await add(checking, '-300');
    const arrivals = await Promise.all([1, 2, 3, 4].map(() => add(savings, '300')));
    const now = new Date();
    const made = await Promise.all(
      arrivals.map((inflowId) =>
        database.sql.begin((tx) =>
          linkPairs(tx, householdId, [{ outflowId: out, inflowId }], 'transfer', now),
        ),
      ),
    );
    expect(made.flat()).to.have.length(1);
    expect(await links()).to.have.length(1);
    const kinds = await database.sql`
      select count(*)::int as count
      from transactions
      where household_id = ${householdId} and kind = 'funds_movement'`;
    expect([...kinds]).to.deep.equal([{ count: 2 }]);
  });

  it('leave no half when their transaction does not commit, and are found by the next try', async () => {
    const { householdId } = api.tenant;
    const pair = { outflowId: await add(checking, '-300'), inflowId: await add(savings, '300') };
    const killed = new Error('killed');
    const attempt = database.sql.begin(async (tx) => {
      await linkPairs(tx, householdId, [pair], 'transfer', new Date());
      throw killed;
    });
    expect(await attempt.catch((error: unknown) => error)).to.equal(killed);
    const touched = await database.sql`
      select 1 from transactions where household_id = ${householdId} and kind <> 'standard'`;
    expect([await links(), [...touched]]).to.deep.equal([[], []]);
    await database.sql`
      insert into rule_work (household_id, transaction_ids) values (${householdId}, ${[pair.outflowId]})`;
    await follow();
    expect(await links()).to.have.length(1);
  });
});
