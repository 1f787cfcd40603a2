import type { Sql } from '../../shared/postgres/connect.ts';
import type { AllowanceReport } from './allowance.ts';
import { compareRows } from './compare-rows.ts';
import { FAILURES, type Failure } from './plan-failures.ts';
import type { RowText } from './provider-data.ts';
import { ruleFaults } from './rule-runs.ts';
import type { ChaosSettings } from './settings.ts';

type Counts = Record<Failure['kind'], number>;

export type Judged = {
  sql: Sql;
  url: string;
  connections: { householdId: string; connectionId: string; key: string }[];
  /** By provider key. */
  expected: Map<string, Map<RowText, number>>;
  settings: ChaosSettings;
  /** What was really done, and the limit of a window. */
  counts: Counts & { slots: number };
  allowance: AllowanceReport;
  say: (text: string) => void;
};

/** Says what the end looks like; true when everything is as it has to be. */
export async function judge(judged: Judged): Promise<boolean> {
  const { sql, settings, counts, allowance, say } = judged;
  const faults: string[] = [];
  const check = (holds: boolean, fault: string): void => {
    if (!holds) faults.push(fault);
  };
  const runs = await sql<{ status: string; count: number }[]>`
    select status, count(*)::integer as count
    from syncs
    group by status`;
  const statuses = runs.map(({ status, count }) => `${count} ${status}`).join(', ');
  say(`runs: ${statuses}`);
  check(statuses === `${settings.connections} completed`, `runs: ${statuses}`);
  const failed = await sql<{ syncId: string; step: string; deaths: number; errors: unknown }[]>`
    select sync_id, step, deaths, errors
    from sync_accounts
    where errors <> '[]'`;
  for (const account of failed) say(`with errors: ${JSON.stringify(account)}`);

  let rows = 0;
  for (const connection of judged.connections) {
    const expected = judged.expected.get(connection.key) ?? new Map<RowText, number>();
    const difference = await compareRows(sql, connection, expected);
    for (const count of expected.values()) rows += count;
    const { lost, doubled, foreign, example } = difference;
    check(
      example === null,
      `connection ${connection.connectionId}: ${lost} lost, ${doubled} doubled, ${foreign} foreign; ${example ?? ''}`,
    );
  }
  const [left] = await sql<{ count: number }[]>`
    select count(*)::integer as count
    from staged_pages`;
  check(left?.count === 0, `${left?.count ?? 0} staged rows were left behind`);
  say(`compared ${rows} rows of the provider with what is on file`);

  for (const connection of settings.rules > 0 ? judged.connections : [])
    faults.push(...(await ruleFaults({ sql, url: judged.url }, connection.householdId)));

  const { slots } = counts;
  say(FAILURES.map((kind) => `${counts[kind]} ${kind}`).join(', '));
  for (const kind of FAILURES)
    check(counts[kind] === settings[kind], `only ${counts[kind]} ${kind} while there was work`);
  const used = Math.round(allowance.used * 1000) / 10;
  say(
    `${allowance.requests} requests, ${allowance.mostInWindow} of ${slots} allowed in the fullest window, ` +
      `${allowance.refused} refused; ${used} % of the allowance used`,
  );
  check(allowance.mostInWindow <= slots, `${allowance.mostInWindow} requests in one window`);
  for (const windows of allowance.windows) say(`requests in each window: ${windows.join(' ')}`);
  check(allowance.used >= settings.allowance, `only ${used} % of the allowance was used`);
  check(allowance.refused === 0, `${allowance.refused} requests were refused`);
  for (const fault of faults) say(`FAULT ${fault}`);
  return faults.length === 0;
}
