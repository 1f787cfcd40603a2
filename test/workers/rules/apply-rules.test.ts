import { expect } from 'chai';
import {
  beginRuleRun,
  findRuleRun,
  insertRequestedRuleRun,
  insertScheduledRuleRun,
  listLostRuleRuns,
} from '../../../shared/store/rules/rule-runs.ts';
import { RateLimitedError, StoppingError } from '../../../workers/errors.ts';
import { performApplyRules } from '../../../workers/rules/apply-rules.ts';
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
  workerContext,
} from '../../helpers/rule-fixtures.ts';
import { withDatabase } from '../../helpers/with-database.ts';
import { acquireLease } from '../../../shared/store/leases.ts';
import type { Lease } from '../../../shared/store/leases.ts';
import { eventually } from '../../helpers/eventually.ts';
import { jobRun } from '../../helpers/job-run.ts';

describe('applying rules', () => {
  const database = withDatabase();
  let householdId: string;
  let accountId: string;

  beforeEach(async () => {
    householdId = await newHousehold(database.sql);
    accountId = await newAccount(database.sql, householdId);
  });
  const transaction = (fields: Record<string, unknown> = {}): Promise<string> =>
    newTransaction(database.sql, householdId, { account_id: accountId, ...fields });
  const rule = (fields: Parameters<typeof newRule>[2]): Promise<string> =>
    newRule(database.sql, householdId, fields);
  const named = (table: 'categories' | 'tags' | 'merchants'): Promise<string> =>
    newNamed(database.sql, table, householdId);
  const changesOf = async (id: string): Promise<any[]> =>
    database.sql`
      select attribute, source, old_value, new_value, rule_id, rule_run_id
      from transaction_changes
      where transaction_id = ${id}
      order by id`;
  const perform = (runId: string, run: { signal?: AbortSignal } = {}) =>
    performApplyRules(
      workerContext(database),
      { household_id: householdId, rule_run_id: runId },
      jobRun(run),
    );
  const takeLease = async (resource: string): Promise<Lease> => {
    const lease = await acquireLease(
      database.sql,
      { kind: 'rules', householdId, resource },
      'other',
      60_000,
    );
    if ('heldForMs' in lease) throw new Error('no lease');
    return lease;
  };
  const request = async (ruleId: string | null = null): Promise<string> =>
    (await insertRequestedRuleRun(database.sql, householdId, { ruleId, ignoreLocks: false })).id;

  describe('one rule', () => {
    it('finds its match set once: an action cannot make a later one miss', async () => {
      const id = await transaction();
      const category = await named('categories');
      const tag = await named('tags');
      const ruleId = await rule({
        conditions: [condition('transaction_category', 'is_null')],
        actions: [
          action('set_transaction_category', category),
          action('set_transaction_tags', tag),
        ],
      });
      const run = await runRules(database, householdId, { ruleId });
      expect(run).to.include({ status: 'success', queued: 1, processed: 1, modified: 1 });
      expect(await readTransaction(database.sql, id)).to.deep.include({
        categoryId: category,
        tagIds: [tag],
      });
    });

    it('counts 20 matched of which 10 are locked as 20 processed and 10 modified', async () => {
      const category = await named('categories');
      for (let i = 0; i < 20; i += 1) {
        await transaction({ locked_attributes: i % 2 ? { category_id: '2025-01-01' } : {} });
      }
      const ruleId = await rule({ actions: [action('set_transaction_category', category)] });
      const run = await runRules(database, householdId, { ruleId });
      expect(run).to.include({ queued: 20, processed: 20, modified: 10 });
    });

    it('writes a line of the change log for each attribute and says so on the row', async () => {
      const id = await transaction({ name: 'TEA 123' });
      const tag = await named('tags');
      const ruleId = await rule({
        actions: [action('set_transaction_name', 'Tea'), action('set_transaction_tags', tag)],
      });
      const run = await runRules(database, householdId, { ruleId });
      const by = { source: 'rule', ruleId, ruleRunId: run.id };
      expect(await changesOf(id)).to.deep.equal([
        { attribute: 'name', oldValue: 'TEA 123', newValue: 'Tea', ...by },
        { attribute: 'tag_ids', oldValue: null, newValue: tag, ...by },
      ]);
      const row = await readTransaction(database.sql, id);
      expect(row.ruleAttributes).to.have.all.keys('name', 'tag_ids');
      expect(row.lockedAttributes).to.deep.equal({});
    });

    it('does not touch what is as it should be', async () => {
      const id = await transaction({ excluded: true });
      const before = await readTransaction(database.sql, id);
      const run = await runRules(database, householdId, { ruleId: await rule({}) });
      expect(run).to.include({ processed: 1, modified: 0 });
      expect(await readTransaction(database.sql, id)).to.deep.equal(before);
      expect(await changesOf(id)).to.deep.equal([]);
    });

    it('runs paused too, when it is asked for by name', async () => {
      const id = await transaction();
      const ruleId = await rule({ active: false });
      expect((await runRules(database, householdId)).processed).to.equal(0);
      expect((await runRules(database, householdId, { ruleId })).modified).to.equal(1);
      expect((await readTransaction(database.sql, id)).excluded).to.equal(true);
    });

    it('leaves other households alone', async () => {
      const other = await newHousehold(database.sql);
      const id = await newTransaction(database.sql, other, {
        account_id: await newAccount(database.sql, other),
      });
      const run = await runRules(database, householdId, { ruleId: await rule({}) });
      expect(run.queued).to.equal(0);
      expect((await readTransaction(database.sql, id)).excluded).to.equal(false);
    });

    it('cannot set a category of another household, whatever is stored', async () => {
      const id = await transaction();
      const foreign = await newNamed(database.sql, 'categories', await newHousehold(database.sql));
      const ruleId = await rule({ actions: [action('set_transaction_category', foreign)] });
      const run = await runRules(database, householdId, { ruleId });
      expect(run).to.include({ status: 'success', modified: 0 });
      expect((await readTransaction(database.sql, id)).categoryId).to.equal(null);
    });

    it('matches what the negated operators say: exactly the others, empty ones included', async () => {
      const merchant = await named('merchants');
      const tag = await named('tags');
      const a = await transaction({ merchant_id: merchant, notes: 'Red tea', name: 'A' });
      const b = await transaction({ name: 'B', kind: 'funds_movement' });
      await database.sql`
        insert into transaction_tags (household_id, transaction_id, tag_id)
        values (${householdId}, ${a}, ${tag})`;
      const matched = async (...parts: Parameters<typeof condition>): Promise<string[]> => {
        const ruleId = await rule({
          conditions: [condition(...parts)],
          actions: [action('set_investment_activity_label', 'Other')],
        });
        await database.sql`
          update transactions set investment_activity_label = null where household_id = ${householdId}`;
        await runRules(database, householdId, { ruleId });
        const rows = await database.sql<{ id: string }[]>`
          select id from transactions
          where household_id = ${householdId} and investment_activity_label is not null
          order by name`;
        return rows.map((row) => row.id);
      };
      expect(await matched('transaction_merchant', '!=', merchant)).to.deep.equal([b]);
      expect(await matched('transaction_merchant', 'is_not_null')).to.deep.equal([a]);
      expect(await matched('transaction_notes', 'not_like', 'TEA')).to.deep.equal([b]);
      expect(await matched('transaction_notes', '!=', 'Red  tea ')).to.deep.equal([b]);
      expect(await matched('transaction_notes', 'is_not_null')).to.deep.equal([a]);
      expect(await matched('transaction_name', 'is_not_null')).to.deep.equal([a, b]);
      expect(await matched('transaction_tag', '!=', tag)).to.deep.equal([b]);
      expect(await matched('transaction_tag', 'is_not_null')).to.deep.equal([a]);
      expect(await matched('transaction_type', '!=', 'transfer')).to.deep.equal([a]);
      expect(await matched('transaction_account', '!=', accountId)).to.deep.equal([]);
      expect(await matched('transaction_details', 'is_not_null')).to.deep.equal([]);
      expect(await matched('transaction_amount', '!=', '10.00')).to.deep.equal([]);
    });

    it('ignores the case of letters beyond ASCII', async () => {
      await transaction({ name: 'CAFÉ MÜLLER' });
      const ruleId = await rule({ conditions: [condition('transaction_name', 'like', 'café mü')] });
      expect((await runRules(database, householdId, { ruleId })).queued).to.equal(1);
    });

    it('is recorded as failed when it cannot be run, and changes nothing', async () => {
      const id = await transaction();
      const ruleId = await rule({ conditions: [condition('transaction_mood', '=', 'x')] });
      const run = await runRules(database, householdId, { ruleId });
      expect(run).to.include({ status: 'failed', queued: 0, modified: 0 });
      expect(run.error?.code).to.equal('rule_failed');
      expect(run.results[0]?.error).to.contain('transaction_mood');
      expect((await readTransaction(database.sql, id)).excluded).to.equal(false);
    });
  });

  describe('all rules', () => {
    it('run one after another in their order, each on what the ones before it made', async () => {
      const id = await transaction({ name: 'one' });
      await rule({
        conditions: [condition('transaction_name', '=', 'one')],
        actions: [action('set_transaction_name', 'two')],
      });
      await rule({
        conditions: [condition('transaction_name', '=', 'two')],
        actions: [action('set_transaction_name', 'three')],
      });
      const run = await runRules(database, householdId);
      expect(run).to.include({ status: 'success', queued: 2, modified: 2 });
      expect((await readTransaction(database.sql, id)).name).to.equal('three');
    });

    it('go on after one that fails, which the run tells', async () => {
      const id = await transaction();
      const broken = await rule({ conditions: [condition('transaction_name', '>', 'x')] });
      const sound = await rule({});
      const run = await runRules(database, householdId);
      expect(run.status).to.equal('failed');
      expect(run.results.map((result) => [result.rule_id, result.error === null])).to.deep.equal([
        [broken, false],
        [sound, true],
      ]);
      expect((await readTransaction(database.sql, id)).excluded).to.equal(true);
    });

    it('settle: a second run over the same rows modifies nothing', async () => {
      await transaction({ name: 'AMZN 1' });
      await rule({
        conditions: [condition('transaction_name', 'like', 'amzn')],
        actions: [action('set_transaction_name', 'Amazon')],
      });
      expect((await runRules(database, householdId)).modified).to.equal(1);
      expect((await runRules(database, householdId)).modified).to.equal(0);
    });
  });

  describe('a run', () => {
    it('waits while another run of the household is at work', async () => {
      const first = await request();
      const second = await request();
      expect(await beginRuleRun(database.sql, await takeLease(first))).to.be.an('object');
      const error = await perform(second).catch((caught: unknown) => caught);
      expect(error).to.be.instanceOf(RateLimitedError);
      const other = await newHousehold(database.sql);
      expect((await runRules(database, other)).status).to.equal('success');
    });

    it('is taken over behind its last finished rule when its worker is gone', async () => {
      const id = await transaction();
      await rule({});
      const second = await rule({ actions: [action('set_transaction_name', 'New')] });
      const runId = await request();
      // The first worker dies after the first rule.
      const stop = new AbortController();
      await database.sql`
        create or replace function stop_after_one() returns trigger language plpgsql as
        $$ begin if new.cursor_rule_id is not null then perform pg_notify('one_done', ''); end if; return new; end $$`;
      await database.sql`
        create or replace trigger stop_after_one after update on rule_runs
        for each row execute function stop_after_one()`;
      const listening = await database.sql.listen('one_done', () => stop.abort());
      // Enough rules that the notice arrives before the last one.
      for (let i = 0; i < 30; i += 1) {
        await rule({ conditions: [condition('transaction_name', '=', 'nothing')] });
      }
      const error = await perform(runId, { signal: stop.signal }).catch((e: unknown) => e);
      await listening.unlisten();
      await database.sql`drop trigger stop_after_one on rule_runs`;
      expect(error).to.be.instanceOf(StoppingError);
      const halfway = (await findRuleRun(database.sql, householdId, runId))!;
      expect(halfway.status).to.equal('running');
      expect(halfway.queued).to.be.at.least(1);

      await perform(runId);
      const run = (await findRuleRun(database.sql, householdId, runId))!;
      expect(run).to.include({ status: 'success', queued: 2, modified: 2 });
      expect(run.results.map((result) => result.rule_id)).to.include(second);
      expect(await changesOf(id)).to.have.length(2);
    });

    it('is given up after its worker vanished three times over one rule, not after it was given back', async () => {
      const { sql } = database;
      await transaction();
      await rule({ actions: [action('set_transaction_category', await named('categories'))] });
      const runId = await request();
      const expire = (): Promise<unknown> =>
        sql`update leases set expires_at = now() - interval '1 second' where resource = ${runId}`;
      const stopped = new AbortController();
      stopped.abort();
      for (let n = 0; n < 4; n += 1) {
        const error = await perform(runId, { signal: stopped.signal }).catch(
          (thrown: unknown) => thrown,
        );
        expect(error).to.be.instanceOf(StoppingError);
      }
      for (let death = 1; death <= 3; death += 1) {
        expect(await beginRuleRun(sql, await takeLease(runId))).to.include({ deaths: death - 1 });
        await expire();
      }
      await perform(runId);
      expect(await findRuleRun(sql, householdId, runId)).to.deep.include({
        status: 'failed',
        modified: 0,
        error: { code: 'run_failed', message: '3 workers vanished while they applied the rules.' },
      });
    });

    it('leaves its hands off when somebody else has it', async () => {
      await transaction();
      await rule({});
      const runId = await request();
      await beginRuleRun(database.sql, await takeLease(runId));
      const error = await perform(runId).catch((caught: unknown) => caught);
      expect(error).to.be.instanceOf(RateLimitedError);
    });

    it('writes nothing more once somebody took it over', async () => {
      const { sql } = database;
      const id = await transaction();
      await rule({});
      const runId = await request();
      let ended: Promise<void> = Promise.resolve();
      await sql.begin(async (tx) => {
        // Between two transactions of the run: it looks which rules to apply.
        await tx`lock table rules in access exclusive mode`;
        ended = perform(runId);
        await eventually(async () => {
          const waiting = await sql`
            select 1
            from pg_stat_activity
            where datname = current_database()
              and wait_event_type = 'Lock'`;
          expect(waiting).to.have.length(1);
        });
        await sql`update leases set expires_at = now() - interval '1 second' where resource = ${runId}`;
        await takeLease(runId);
      });
      await ended;
      expect(await findRuleRun(sql, householdId, runId)).to.include({
        status: 'running',
        processed: 0,
      });
      expect(await changesOf(id)).to.have.length(0);
    });

    it('does nothing when it is over, or gone', async () => {
      const runId = await request();
      await perform(runId);
      const ended = await findRuleRun(database.sql, householdId, runId);
      await perform(runId);
      expect(await findRuleRun(database.sql, householdId, runId)).to.deep.equal(ended);
      await perform('00000000-0000-4000-8000-000000000000');
    });

    it('after a sync joins the one that waits already; without active rules there is none', async () => {
      const { sql } = database;
      expect(await insertScheduledRuleRun(sql, householdId, 'sync')).to.equal(null);
      await rule({});
      const id = await insertScheduledRuleRun(sql, householdId, 'sync');
      expect(id).to.be.a('string');
      expect(await insertScheduledRuleRun(sql, householdId, 'import')).to.equal(id);
      await perform(id!);
      expect(await insertScheduledRuleRun(sql, householdId, 'sync')).to.not.equal(id);
    });

    it('is found by the scheduler when its job is lost', async () => {
      const runId = await request();
      const lost = async (): Promise<string[]> =>
        (await listLostRuleRuns(database.sql, 30_000, 100)).map(({ id }) => id);
      expect(await lost()).to.not.include(runId);
      await database.sql`
        update rule_runs set created_at = now() - interval '1 minute' where id = ${runId}`;
      expect(await lost()).to.include(runId);
    });
  });
});
