import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { connect, type Sql } from '../shared/postgres/connect.ts';

/** What the statements of some work cost the database, by its own log. */
export interface StatementCosts {
  statements: number;
  /** Parsing, planning and execution together. Milliseconds. */
  ms: number;
  /** Of each statement that ran, with what its steps really did. */
  plans: string[];
}

const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  log_min_duration_statement: '0',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
};
const ENTRY = /^\S+ \S+ \S+ \[\d+\] |^\d{4}-/;
const DURATION = /duration: (\d+\.\d+) ms {2}(parse|bind|execute|statement)/;
const PLAN = /duration: \d+\.\d+ ms {2}plan:/;

/** Receives the log of a server, of which one pool at a time is watched. */
export class StatementLog {
  #lines: string[] = [];

  readonly add = (line: string): void => void this.#lines.push(line);

  /** Does work with a pool all of whose statements are logged, twice: the first time prepares them, as in a worker. */
  async watch(
    sql: Sql,
    databaseUrl: string,
    work: (watched: Sql) => Promise<unknown>,
  ): Promise<StatementCosts> {
    const database = `alter database ${new URL(databaseUrl).pathname.slice(1)}`;
    for (const [name, value] of Object.entries(SETTINGS)) {
      await sql.unsafe(`${database} set ${name} = '${value}'`);
    }
    const watched = connect({ databaseUrl, poolMax: 4, applicationName: 'watched' });
    try {
      for (let round = 0; round < 2; round += 1) {
        this.#lines = [];
        await work(watched);
        await this.#catchUp(watched);
      }
      return costsOf(this.#lines);
    } finally {
      await sql.unsafe(`${database} reset all`);
      await watched.end({ timeout: 5 });
    }
  }

  /** Waits until the log has come as far as now. */
  async #catchUp(sql: Sql): Promise<void> {
    const mark = randomUUID();
    await sql.unsafe(`select '${mark}'`);
    while (!this.#lines.some((line) => line.includes(mark))) await setTimeout(20);
  }
}

function costsOf(lines: readonly string[]): StatementCosts {
  const durations = lines.flatMap((line) => {
    const [, ms, step] = DURATION.exec(line) ?? [];
    return ms === undefined ? [] : [{ ms: Number(ms), step }];
  });
  const plans: string[] = [];
  let plan: string[] | null = null;
  for (const line of lines) {
    if (ENTRY.test(line)) {
      if (plan !== null) plans.push(plan.join('\n'));
      plan = PLAN.test(line) ? [line.replace(/^.*duration: (\S+) ms.*$/, '$1 ms')] : null;
    } else plan?.push(line.replace(/^\t/, ''));
  }
  return {
    statements: durations.filter(({ step }) => step === 'execute' || step === 'statement').length,
    ms: durations.reduce((sum, { ms }) => sum + ms, 0),
    plans,
  };
}

/** Rows of a table that the steps of these plans came across, those that a filter took out included. */
export function rowsMet(plans: readonly string[], table: string): number {
  const scan = new RegExp(`Scan[^\\n]* on (?:public\\.)?${table}\\b[^\\n]*actual[^\\n]*`);
  const lines = plans.flatMap((plan) => plan.split('\n'));
  let met = 0;
  let loops = 0;
  for (const line of lines) {
    if (scan.test(line)) {
      const [, rows = '0', times = '0'] =
        /actual (?:time=\S+ )?rows=([\d.]+) loops=(\d+)/.exec(line) ?? [];
      loops = Number(times);
      met += Number(rows) * loops;
    } else if (line.includes('->')) loops = 0;
    const [, removed = '0'] = /Rows Removed by (?:Filter|Index Recheck): (\d+)/.exec(line) ?? [];
    met += Number(removed) * loops;
  }
  return Math.round(met);
}
