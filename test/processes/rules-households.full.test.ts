import { expect } from 'chai';
import { applyRules } from '../../shared/queue/runs/kinds.ts';
import { createQueues, type Queues } from '../../shared/queue/queues.ts';
import { createLog } from '../../shared/platform/log.ts';
import { findRuleRun, insertRequestedRuleRun } from '../../shared/rules/store/rule-runs.ts';
import { eventually } from '../helpers/eventually.ts';
import { newAccount, newHousehold, newRule, newTransaction } from '../helpers/rule-fixtures.ts';
import { untilWaiting } from '../helpers/until-waiting.ts';
import { withDatabase } from '../helpers/with-database.ts';
import { startProcess, withProcesses } from '../helpers/processes.ts';

/** Runs that are kept waiting. */
const HELD = 2;

describe('the runs of two households', function () {
  this.timeout(120_000);
  const database = withDatabase();
  const ending = withProcesses();
  let queues: Queues;

  before(async () => {
    const config = database.config();
    queues = createQueues(config, createLog({ level: 'error', process: 'test' }));
    const env = { WORKER_PORT: '0' };
    for (let n = 0; n < 2; n += 1) ending(await startProcess('workers/rules.ts', config, env));
  });
  after(() => queues.close());

  const fill = async (): Promise<{ householdId: string; id: string }> => {
    const { sql } = database;
    const householdId = await newHousehold(sql);
    const account_id = await newAccount(sql, householdId);
    const id = await newTransaction(sql, householdId, { account_id });
    await newRule(sql, householdId, {});
    return { householdId, id };
  };
  const start = async (householdId: string): Promise<string> => {
    const order = { ruleId: null, ignoreLocks: false };
    const { id } = await insertRequestedRuleRun(database.sql, householdId, order);
    await applyRules.enqueue(queues, { householdId, id });
    return id;
  };
  const statusOf = async (householdId: string, runId: string): Promise<string | undefined> =>
    (await findRuleRun(database.sql, householdId, runId))?.status;

  it('never wait for one another: one ends while somebody keeps the other waiting', async () => {
    const held = await Promise.all(Array.from({ length: HELD }, fill));
    const free = await fill();
    const runs: string[] = [];
    await database.sql.begin(async (person) => {
      for (const { id } of held) {
        await person`select 1 from transactions where id = ${id} for update`;
      }
      for (const { householdId } of held) runs.push(await start(householdId));
      await untilWaiting(database.sql, HELD);
      for (let times = 0; times < 3; times += 1) {
        const runId = await start(free.householdId);
        await eventually(async () => {
          expect(await statusOf(free.householdId, runId)).to.equal('completed');
        });
      }
      for (const [place, { householdId }] of held.entries()) {
        expect(await statusOf(householdId, runs[place] ?? '')).to.equal('running');
      }
    });
    await eventually(async () => {
      for (const [place, { householdId }] of held.entries()) {
        expect(await statusOf(householdId, runs[place] ?? '')).to.equal('completed');
      }
    });
  });
});
