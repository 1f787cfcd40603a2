import { expect } from 'chai';
import {
  findRuleRun,
  insertRequestedRuleRun,
  insertScheduledRuleRun,
} from '../../shared/rules/store/rule-runs.ts';
import { seededRandom } from '../helpers/draws.ts';
import {
  action,
  condition,
  newAccount,
  newHousehold,
  newRule,
  performRuleRun,
} from '../helpers/rule-fixtures.ts';
import { withDatabase } from '../helpers/with-database.ts';
import { startJob } from '../helpers/processes.ts';

/** How often a run is killed; more with KILLS=20. */
const KILLS = Number(process.env['KILLS'] ?? 2);
const ROWS = 2000;

describe('a worker of rules that is killed', function () {
  this.timeout(300_000 + KILLS * 60_000);
  const database = withDatabase();

  before(async () => {
    await database.sql`
      create function tell_progress() returns trigger language plpgsql as
      $$ begin perform pg_notify('progress', new.id::text); return new; end $$`;
    await database.sql`
      create trigger tell_progress after update on rule_runs
      for each row execute function tell_progress()`;
    // Pairing writes no progress: its links report it, once a transaction.
    await database.sql`
      create function tell_links() returns trigger language plpgsql as
      $$ begin
        perform pg_notify('progress', id::text)
        from rule_runs
        where household_id = new.household_id and status = 'running';
        return new;
      end $$`;
    await database.sql`
      create trigger tell_links after insert on transfers
      for each row when (new.matched) execute function tell_links()`;
  });

  /** Departures and arrivals that are transfers, and no rule. */
  const fillPairs = async (): Promise<string> => {
    const { sql } = database;
    const householdId = await newHousehold(sql);
    const [from, into] = [await newAccount(sql, householdId), await newAccount(sql, householdId)];
    await sql`
      insert into transactions (household_id, account_id, date, amount, currency, name)
      select ${householdId}, side.account_id, date '2020-01-01' + n, side.sign * (n + 0.37), 'EUR', 'Umbuchung'
      from generate_series(1, ${ROWS / 2}::integer) n,
        unnest(${[from, into]}::uuid[], ${[-1, 1]}::integer[]) side (account_id, sign)`;
    await sql`
      insert into rule_work (household_id, transaction_ids)
      select ${householdId}::uuid, array_agg(id) from transactions where household_id = ${householdId}`;
    return householdId;
  };

  /** Rules that do another thing when a row is shown to them twice, over rows that are alike in each household. */
  const fill = async (withTransfers: boolean): Promise<string> => {
    const { sql } = database;
    const householdId = await newHousehold(sql);
    const [from, into] = [await newAccount(sql, householdId), await newAccount(sql, householdId)];
    await sql`
      insert into transactions (household_id, account_id, date, amount, currency, name)
      select ${householdId}, ${from}, date '2020-01-01' + n, -n, 'EUR', case when n % 4 = 0 then 'move' else 'x' end
      from generate_series(1, ${ROWS}::integer) n`;
    if (withTransfers) {
      await newRule(sql, householdId, {
        conditions: [condition('transaction_name', '=', 'move')],
        actions: [action('set_as_transfer_or_payment', into)],
      });
    }
    for (const [name, next] of ['yz', 'xy']) {
      await newRule(sql, householdId, {
        conditions: [
          condition('transaction_name', '=', name ?? ''),
          condition('transaction_type', '=', 'expense'),
        ],
        actions: [action('set_transaction_name', next ?? '')],
      });
    }
    return householdId;
  };
  const outcome = async (householdId: string, runId: string) => {
    const run = await findRuleRun(database.sql, householdId, runId);
    const rows = await database.sql`
      select t.date, t.amount, t.name, t.kind, t.source,
        (select count(*)::integer from changes c, json_object_keys(c.after) where c.record_id = t.id) as lines,
        exists (select 1 from transfers f where t.id in (f.inflow_transaction_id, f.outflow_transaction_id)) as paired
      from transactions t
      where t.household_id = ${householdId}
      order by t.date, t.amount`;
    return {
      status: run?.status,
      counts: [run?.queued, run?.processed, run?.modified],
      results: run?.results.map(({ matched, modified }) => [matched, modified]),
      rows: [...rows],
    };
  };
  const start = async (householdId: string): Promise<string> =>
    (await insertRequestedRuleRun(database.sql, householdId, { ruleId: null, ignoreLocks: false }))
      .id;
  const startPairing = async (householdId: string): Promise<string> => {
    const id = await insertScheduledRuleRun(database.sql, householdId, 'sync');
    if (id === null) throw new Error('no run was queued');
    return id;
  };
  /** Runs in a process that is killed when the run has reported its progress so often. */
  const killed = async (householdId: string, runId: string, after: number): Promise<void> => {
    const { child, exited } = startJob(database.url, 'apply-rules', householdId, '', runId);
    let reports = 0;
    const listening = await database.sql.listen('progress', (id) => {
      if (id === runId) reports += 1;
      if (reports >= after) child.kill('SIGKILL');
    });
    await exited;
    await listening.unlisten();
    await database.sql`
      update leases set expires_at = now() - interval '1 second' where resource = ${runId}`;
  };

  for (const [what, make, begin, reportCount] of [
    ['without transfers', () => fill(false), start, 5],
    ['with transfers', () => fill(true), start, 5],
    ['while it pairs', fillPairs, startPairing, 4],
  ] as const) {
    it(`leaves what another one makes as if undisturbed, ${what}, ${KILLS} times`, async () => {
      const calm = await make();
      const calmRun = await begin(calm);
      await performRuleRun(database, calm, calmRun);
      const expected = await outcome(calm, calmRun);
      expect(expected.status).to.equal('completed');
      const random = seededRandom(Date.now() % 2 ** 31);
      for (let kill = 0; kill < KILLS; kill += 1) {
        const householdId = await make();
        const runId = await begin(householdId);
        // The first reports the beginning, the last the end.
        const after = 2 + Math.floor(random() * (reportCount - 2));
        await killed(householdId, runId, after);
        await performRuleRun(database, householdId, runId);
        expect(await outcome(householdId, runId), `killed after ${after}`).to.deep.equal(expected);
      }
    });
  }
});
