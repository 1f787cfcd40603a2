import { systemClock } from '../shared/platform/clock.ts';
import { loadConfig } from '../shared/platform/config.ts';
import type { Sql } from '../shared/postgres/connect.ts';
import type { Queues } from '../shared/queue/queues.ts';
import { createLog } from '../shared/platform/log.ts';
import { findRuleRun, insertRequestedRuleRun } from '../shared/rules/store/rule-runs.ts';
import { performApplyRules } from '../workers/rules/apply-rules.ts';
import { startCost } from './processor-time.ts';
import type { Cost } from './processor-time.ts';
import { insertTenant } from './rules-data.ts';
import { jobRun } from '../test/helpers/job-run.ts';

/** Times runs, also of ten times the rules. Prints a table. */
export async function measureEngine(
  sql: Sql,
  databaseUrl: string,
  transactions: number,
): Promise<void> {
  const other = await insertTenant(sql, 1);
  await insertTransactions(sql, other.householdId, 1000, transactions / 4);
  console.log('\n| rules | transactions | run | s | processor µs a row |');
  console.log('|---:|---:|---|---:|---:|');
  const first: number[] = [];
  for (const rules of [100, 1000]) {
    const { householdId } = await insertTenant(sql, rules);
    await insertTransactions(sql, householdId, rules, transactions);
    for (const run of ['first', 'second']) {
      const now = await timeRun(sql, databaseUrl, householdId);
      if (run === 'first') first.push(now.wall);
      else if (now.modified !== 0) throw new Error('a second run must find nothing to modify');
      const what = `${run}, ${now.matched} matches, ${now.modified} changes`;
      const processor = ((now.processor * 1000) / transactions).toFixed(0);
      console.log(
        `| ${[rules, transactions, what, (now.wall / 1000).toFixed(1), processor].join(' | ')} |`,
      );
    }
    await sql`delete from households where id = ${householdId}`;
    await sql`vacuum analyze transactions`;
  }
  const [hundred = 0, thousand = 0] = first;
  console.log(`\n1,000 rules cost ${(thousand / hundred).toFixed(2)} times what 100 cost.`);
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
): Promise<Cost & { matched: number; modified: number }> {
  const log = createLog({ level: 'error', process: 'bench' });
  const order = { ruleId: null, ignoreLocks: false };
  const { id } = await insertRequestedRuleRun(sql, householdId, order);
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
