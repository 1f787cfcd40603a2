import { systemClock } from '../shared/clock.ts';
import { loadConfig } from '../shared/config.ts';
import type { Sql } from '../shared/db/connect.ts';
import type { Queues } from '../shared/jobs/queues.ts';
import { createLog } from '../shared/log.ts';
import { findRuleRun, insertRequestedRuleRun } from '../shared/store/rules/rule-runs.ts';
import { performApplyRules } from '../workers/rules/apply-rules.ts';
import { insertTenant } from './rules-data.ts';

const TRANSACTIONS = 100_000;
/** Each doubling should take twice the time. */
const RULE_COUNTS = [25, 50, 100];

/** Times runs of ever more rules over the same number of transactions and prints a table. */
export async function measureEngine(sql: Sql, databaseUrl: string): Promise<void> {
  console.log(
    '\n| rules | transactions | matched | modified | first run s | s per rule | second run s |',
  );
  console.log('|---:|---:|---:|---:|---:|---:|---:|');
  for (const rules of RULE_COUNTS) {
    const { householdId } = await insertTenant(sql, rules);
    await insertTransactions(sql, householdId);
    const first = await timeRun(sql, databaseUrl, householdId);
    const second = await timeRun(sql, databaseUrl, householdId);
    console.log(
      `| ${rules} | ${TRANSACTIONS} | ${first.matched} | ${first.modified} ` +
        `| ${first.seconds.toFixed(1)} | ${(first.seconds / rules).toFixed(3)} | ${second.seconds.toFixed(1)} |`,
    );
    if (second.modified !== 0) throw new Error('a second run must find nothing to modify');
    await sql`delete from households where id = ${householdId}`;
    await sql`vacuum analyze transactions`;
  }
}

/** Rows of 100 merchants in turn, so that each rule matches 1,000; one name in ten has needless blanks. */
async function insertTransactions(sql: Sql, householdId: string): Promise<void> {
  await sql`
    with account as (
      insert into accounts (household_id, name, currency)
      values (${householdId}, 'Bench', 'EUR')
      returning id
    )
    insert into transactions (household_id, account_id, date, amount, currency, name, notes, extra)
    select ${householdId}, account.id, date '2025-01-01' + (n % 365), -(n % 977 + 1.25), 'EUR',
      case when n % 10 = 0 then 'POS  ' else 'POS ' end || 'Merchant ' || lpad((n % 100)::text, 4, '0') || ' Berlin ' || n, 'Card payment',
      jsonb_build_object('bank', jsonb_build_object('reference', n::text))
    from account, generate_series(1, ${TRANSACTIONS}::integer) n`;
  await sql`vacuum analyze transactions`;
}

async function timeRun(
  sql: Sql,
  databaseUrl: string,
  householdId: string,
): Promise<{ seconds: number; matched: number; modified: number }> {
  const log = createLog({ level: 'error', process: 'bench' });
  const order = { ruleId: null, ignoreLocks: false };
  const { id } = await insertRequestedRuleRun(sql, householdId, order);
  const config = loadConfig({ DATABASE_URL: databaseUrl });
  const started = performance.now();
  await performApplyRules(
    { config, sql, queues: {} as Queues, log, clock: systemClock },
    { household_id: householdId, rule_run_id: id },
    { jobId: id, signal: new AbortController().signal, isLastAttempt: true },
  );
  const seconds = (performance.now() - started) / 1000;
  const run = await findRuleRun(sql, householdId, id);
  if (run?.status !== 'success') throw new Error(`the run ended as ${run?.status ?? 'nothing'}`);
  return { seconds, matched: run.queued, modified: run.modified };
}
