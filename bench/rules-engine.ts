import { systemClock } from '../shared/platform/clock.ts';
import { loadConfig } from '../shared/platform/config.ts';
import type { Sql } from '../shared/postgres/connect.ts';
import type { Queues } from '../shared/queue/queues.ts';
import { createLog } from '../shared/platform/log.ts';
import {
  findRuleRun,
  insertRequestedRuleRun,
  insertScheduledRuleRun,
} from '../shared/rules/store/rule-runs.ts';
import { performApplyRules } from '../workers/rules/apply-rules.ts';
import { median } from './percentile.ts';
import { startCost } from './processor-time.ts';
import type { Cost } from './processor-time.ts';
import { insertTenant } from './rules-data.ts';
import { jobRun } from '../test/helpers/job-run.ts';
import { rowsMet, type StatementLog } from './statement-log.ts';

const NEW_ROWS = 50;

/** Times runs, of ten times the rules, and of few new rows. Prints tables. */
export async function measureEngine(
  sql: Sql,
  databaseUrl: string,
  statementLog: StatementLog,
  { TRANSACTIONS, LARGE }: Record<'TRANSACTIONS' | 'LARGE', number>,
): Promise<void> {
  const other = await insertTenant(sql, 1);
  await insertTransactions(sql, other.householdId, 1000, TRANSACTIONS / 4);
  console.log('\n| rules | transactions | run | s | processor µs a row |');
  console.log('|---:|---:|---|---:|---:|');
  const first: number[] = [];
  for (const rules of [100, 1000]) {
    const { householdId } = await insertTenant(sql, rules);
    await insertTransactions(sql, householdId, rules, TRANSACTIONS);
    for (const run of ['first', 'second']) {
      const now = await timeRun(sql, databaseUrl, householdId);
      if (run === 'first') first.push(now.wall);
      else if (now.modified !== 0) throw new Error('a second run must find nothing to modify');
      const what = `${run}, ${now.matched} matches, ${now.modified} changes`;
      const processor = ((now.processor * 1000) / TRANSACTIONS).toFixed(0);
      console.log(
        `| ${[rules, TRANSACTIONS, what, (now.wall / 1000).toFixed(1), processor].join(' | ')} |`,
      );
    }
    await sql`delete from households where id = ${householdId}`;
    await sql`vacuum analyze transactions`;
  }
  const [hundred = 0, thousand = 0] = first;
  console.log(`\n1,000 rules cost ${(thousand / hundred).toFixed(2)} times what 100 cost.`);
  await measureNewRows(sql, databaseUrl, statementLog, LARGE);
}

/** What follows a sync of a few rows in a large household. */
async function measureNewRows(
  sql: Sql,
  databaseUrl: string,
  statementLog: StatementLog,
  rows: number,
): Promise<void> {
  const { householdId } = await insertTenant(sql, 101);
  await insertTransactions(sql, householdId, 100, rows);
  const times: number[] = [];
  let round = 0;
  const runAfterSync = async (by: Sql): Promise<void> => {
    await sql`
      insert into rule_work (household_id, transaction_ids)
      select ${householdId}, array_agg(id)
      from (
        select id from transactions where household_id = ${householdId} order by date desc, id offset ${round * NEW_ROWS} limit ${NEW_ROWS}
      ) fresh`;
    round += 1;
    const runId = await insertScheduledRuleRun(sql, householdId, 'sync');
    if (runId === null) throw new Error('no run was queued');
    const run = await timeRun(by, databaseUrl, householdId, runId);
    if (run.modified !== NEW_ROWS) throw new Error('the new rows were not written');
    times.push(run.wall);
  };
  const costs = await statementLog.watch(sql, databaseUrl, runAfterSync);
  while (round < 7) await runAfterSync(sql);
  const met = rowsMet(costs.plans, 'transactions');
  console.log(
    `\n${NEW_ROWS} new rows, 101 rules, household of ${rows}: ${costs.ms.toFixed(0)} ms in the database, ` +
      `${costs.statements} statements, which came across ${met} transactions; ` +
      `${Math.round(median(times.slice(2)))} ms for the whole run. The plans that touch transactions:\n`,
  );
  for (const plan of costs.plans.filter((text) => text.includes(' on transactions ')))
    console.log(`${planOnly(plan)}\n`);
  if (met > rows / 10) throw new Error('the run has scanned the household');
}

/** Without the text of the statement, and without the ids of its parameters. */
function planOnly(plan: string): string {
  const lines = plan.split('\n');
  const begin = lines.findIndex((line) => / {2}\(cost=/.test(line));
  return [lines[0], ...lines.slice(begin)].join('\n').replaceAll(/'\{[^}]{60,}\}'/g, "'{…}'");
}

/** Rows of so many merchants in turn; one name in ten has needless blanks. */
async function insertTransactions(
  sql: Sql,
  householdId: string,
  merchants: number,
  count: number,
): Promise<void> {
  await sql`
    with account as (
      insert into accounts (household_id, name, currency)
      values (${householdId}, 'Bench', 'EUR')
      returning id
    )
    insert into transactions (household_id, account_id, date, amount, currency, name, notes, extra)
    select ${householdId}, account.id, date '2025-01-01' + (n % 365), -(n % 977 + 1.25), 'EUR',
      case when n % 10 = 0 then 'POS  ' else 'POS ' end || 'Merchant ' || lpad((n % ${merchants}::integer)::text, 4, '0') || ' Berlin ' || n, 'Card payment',
      jsonb_build_object('bank', jsonb_build_object('reference', n::text))
    from account, generate_series(1, ${count}::integer) n`;
  await sql`vacuum analyze transactions`;
}

async function timeRun(
  sql: Sql,
  databaseUrl: string,
  householdId: string,
  runId?: string,
): Promise<Cost & { matched: number; modified: number }> {
  const log = createLog({ level: 'error', process: 'bench' });
  const order = { ruleId: null, ignoreLocks: false };
  const id = runId ?? (await insertRequestedRuleRun(sql, householdId, order)).id;
  const config = loadConfig({ DATABASE_URL: databaseUrl });
  const cost = startCost();
  await performApplyRules(
    { config, sql, queues: {} as Queues, log, clock: systemClock },
    { household_id: householdId, rule_run_id: id },
    jobRun({ jobId: id, isLastAttempt: true }),
  );
  const took = cost();
  const run = await findRuleRun(sql, householdId, id);
  if (run?.status !== 'completed') throw new Error(`the run ended as ${run?.status ?? 'nothing'}`);
  return { ...took, matched: run.queued, modified: run.modified };
}
