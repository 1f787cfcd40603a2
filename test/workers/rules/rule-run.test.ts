import { expect } from 'chai';
import { connect } from '../../../shared/postgres/connect.ts';
import {
  beginRuleRun,
  findRuleRun,
  insertRequestedRuleRun,
  insertScheduledRuleRun,
} from '../../../shared/rules/store/rule-runs.ts';
import { insertRuleWork } from '../../../shared/rules/store/rule-work.ts';
import { RateLimitedError, StoppingError } from '../../../workers/frame/errors.ts';
import {
  action,
  condition,
  newAccount,
  newHousehold,
  performRuleRun,
  readTransaction,
  ruleHousehold,
  runRules,
} from '../../helpers/rule-fixtures.ts';
import { untilWaiting } from '../../helpers/until-waiting.ts';
import { withDatabase } from '../../helpers/with-database.ts';
import type { Lease } from '../../../shared/queue/leases.ts';
import { applyRules } from '../../../shared/queue/runs/kinds.ts';
import { holdRun } from '../../helpers/hold-run.ts';

describe('a run of rules', () => {
  const database = withDatabase();
  const { home, transaction, rule, named } = ruleHousehold(database);
  const perform = (runId: string, job: { signal?: AbortSignal } = {}) =>
    performRuleRun(database, home.householdId, runId, job);
  const takeLease = (id: string): Promise<Lease> =>
    holdRun(database.sql, applyRules, { householdId: home.householdId, id });
  const request = async (ruleId: string | null = null): Promise<string> =>
    (await insertRequestedRuleRun(database.sql, home.householdId, { ruleId, ignoreLocks: false }))
      .id;

  const findRun = async (id: string) => (await findRuleRun(database.sql, home.householdId, id))!;
  const changed = (...ids: string[]): Promise<void> =>
    insertRuleWork(database.sql, home.householdId, null, ids);
  /** Three workers begin the run, one after the other, and vanish. */
  async function loseWorkers(runId: string): Promise<void> {
    const { sql } = database;
    for (let death = 1; death <= 3; death += 1) {
      expect(await beginRuleRun(sql, await takeLease(runId))).to.include({ deaths: death - 1 });
      await sql`update leases set expires_at = now() - interval '1 second' where resource = ${runId}`;
    }
  }

  it('waits while another run of the household is at work', async () => {
    const first = await request();
    const second = await request();
    expect(await beginRuleRun(database.sql, await takeLease(first))).to.be.an('object');
    const error = await perform(second).catch((caught: unknown) => caught);
    expect(error).to.be.instanceOf(RateLimitedError);
    const other = await newHousehold(database.sql);
    expect((await runRules(database, other)).status).to.equal('completed');
  });

  it('is taken over behind the last transaction that is done: none is shown to the rules twice', async () => {
    await database.sql`
      insert into transactions (household_id, account_id, date, amount, currency, name)
      select ${home.householdId}, ${home.accountId}, date '2025-01-01' + n, -1, 'EUR', 'x'
      from generate_series(1, 2000) n`;
    // Over and over they would make z of x.
    for (const [from, to] of ['yz', 'xy']) {
      await rule({
        conditions: [condition('transaction_name', '=', from)],
        actions: [action('set_transaction_name', to)],
      });
    }
    const runId = await request();
    const stop = new AbortController();
    await database.sql`
      create or replace function stop_after_one() returns trigger language plpgsql as
      $$ begin if new.cursor_transaction_id is not null then perform pg_notify('one_done', ''); end if; return new; end $$`;
    await database.sql`
      create or replace trigger stop_after_one after update on rule_runs
      for each row execute function stop_after_one()`;
    // The first worker dies after the first write: many more are to come when the notice arrives.
    const { databaseSessionUrl: databaseUrl } = database.config();
    const session = connect({ databaseUrl, poolMax: 1, applicationName: 'listens' });
    await session.listen('one_done', () => stop.abort());
    const error = await perform(runId, { signal: stop.signal }).catch((e: unknown) => e);
    await session.end({ timeout: 5 });
    await database.sql`drop trigger stop_after_one on rule_runs`;
    expect(error).to.be.instanceOf(StoppingError);
    const halfway = await findRun(runId);
    expect(halfway.status).to.equal('running');
    expect(halfway.queued).to.be.within(1, 1999);

    await perform(runId);
    expect(await findRun(runId)).to.include({ status: 'completed', queued: 2000, modified: 2000 });
    const names = await database.sql`
      select name, count(*)::integer from transactions where household_id = ${home.householdId} group by name`;
    expect(names).to.deep.equal([{ name: 'y', count: 2000 }]);
  });

  it('looks again at a transaction that somebody changes meanwhile', async () => {
    const { sql } = database;
    const id = await transaction({ name: 'old' });
    const edited = await transaction({ name: 'old' });
    await rule({
      conditions: [condition('transaction_name', '=', 'old')],
      actions: [action('exclude_transaction')],
    });
    const runId = await request();
    let ended: Promise<unknown> = Promise.resolve();
    await sql.begin(async (tx) => {
      await tx`update transactions set name = 'new' where id = ${edited}`;
      ended = perform(runId);
      await untilWaiting(sql);
    });
    await ended;
    expect((await readTransaction(sql, id)).excluded).to.equal(true);
    expect((await readTransaction(sql, edited)).excluded).to.equal(false);
    expect(await findRun(runId)).to.include({ queued: 1, modified: 1 });
  });

  it('after a sync looks at what that changed, and at possible other sides of it', async () => {
    const { sql } = database;
    const old = await transaction();
    const [moved, again] = [await transaction({ amount: '-7' }), await transaction()];
    await rule({});
    await changed(moved);
    await changed(moved, again);
    const runId = (await insertScheduledRuleRun(sql, home.householdId, 'sync'))!;
    await perform(runId);
    expect(await findRun(runId)).to.include({ queued: 2, modified: 2 });
    expect((await readTransaction(sql, old)).excluded).to.equal(false);
    expect(await sql`select 1 from rule_work`).to.have.length(0);

    const savings = await newAccount(sql, home.householdId);
    const arrived = await transaction({ account_id: savings, amount: '7', name: 'Move' });
    await transaction({ account_id: savings, amount: '10', date: '2024-01-01' });
    await rule({
      conditions: [condition('transaction_amount', '=', '7')],
      actions: [action('set_as_transfer_or_payment', savings)],
    });
    await changed(arrived);
    const next = (await insertScheduledRuleRun(sql, home.householdId, 'sync'))!;
    await perform(next);
    expect(
      await sql`
      select inflow_transaction_id as inflow, outflow_transaction_id as outflow from transfers
      where household_id = ${home.householdId}`,
    ).to.deep.equal([{ inflow: arrived, outflow: moved }]);
    // The two, each matched by both rules.
    expect((await findRun(next)).queued).to.equal(4);
  });

  it('leaves what it could not look at to the next one', async () => {
    const { sql } = database;
    const id = await transaction();
    await rule({});
    await changed(id);
    const runId = (await insertScheduledRuleRun(sql, home.householdId, 'sync'))!;
    await loseWorkers(runId);
    await perform(runId);
    expect((await findRun(runId)).status).to.equal('failed');
    await perform((await insertScheduledRuleRun(sql, home.householdId, 'sync'))!);
    expect((await readTransaction(sql, id)).excluded).to.equal(true);
  });

  it('is none in a household without rules, and leaves no work behind', async () => {
    const { sql } = database;
    await changed(await transaction());
    expect(await insertScheduledRuleRun(sql, home.householdId, 'sync')).to.equal(null);
    const left = await sql`select 1 from rule_work where household_id = ${home.householdId}`;
    expect(left).to.have.length(0);
  });

  it('is given up after its worker vanished three times over one rule, not after it was given back', async () => {
    await transaction();
    await rule({ actions: [action('set_transaction_category', await named('categories'))] });
    const runId = await request();
    const stopped = new AbortController();
    stopped.abort();
    for (let n = 0; n < 4; n += 1) {
      const error = await perform(runId, { signal: stopped.signal }).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).to.be.instanceOf(StoppingError);
    }
    await loseWorkers(runId);
    await perform(runId);
    expect(await findRun(runId)).to.deep.include({
      status: 'failed',
      modified: 0,
      error: { code: 'worker_lost', message: '3 workers died while applying the rules.' },
    });
  });

  it('does nothing when it is over, or gone', async () => {
    const runId = await request();
    await perform(runId);
    const ended = await findRun(runId);
    await perform(runId);
    expect(await findRun(runId)).to.deep.equal(ended);
    await perform('00000000-0000-4000-8000-000000000000');
  });

  it('after a sync joins the one that waits already', async () => {
    const { sql } = database;
    await rule({});
    const id = await insertScheduledRuleRun(sql, home.householdId, 'sync');
    expect(id).to.be.a('string');
    expect(await insertScheduledRuleRun(sql, home.householdId, 'import')).to.equal(id);
    await perform(id!);
    expect(await insertScheduledRuleRun(sql, home.householdId, 'sync')).to.not.equal(id);
  });
});
