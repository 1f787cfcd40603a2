import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type { Sql } from '../shared/postgres/connect.ts';
import { compileRule } from '../shared/rules/compile-rule.ts';
import { editTransaction } from '../shared/ledger/transactions.ts';
import { previewRule } from '../shared/rules/store/rule-previews.ts';
import { listActiveRules } from '../shared/rules/store/rules.ts';
import { StoppingError } from '../workers/frame/errors.ts';
import { percentile } from './percentile.ts';

const EDITS_FOR_MS = 15_000;
const IDLE_MS = 3000;
const MIB = 1024 * 1024;

/** How long a person's edits take while `run` writes to the household, which is stopped after some seconds, and before. */
export async function measureEdits(
  sql: Sql,
  householdId: string,
  run: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const ids = await sql<{ id: string }[]>`
    select id from transactions where household_id = ${householdId} order by date desc, id limit 20000`;
  const edit = async (until: () => boolean): Promise<number[]> => {
    const waits: number[] = [];
    for (let i = 0; !until(); i += 1) {
      // Among those that the run comes to now: somewhere ahead of it, in its batch, and behind.
      const { id = '' } = ids[(i * 7919) % ids.length] ?? {};
      const started = performance.now();
      await sql.begin((tx) => editTransaction(tx, householdId, id, { notes: `${i}` }, new Date()));
      waits.push(performance.now() - started);
    }
    return waits;
  };
  const calmEnds = performance.now() + EDITS_FOR_MS / 3;
  const calm = await edit(() => performance.now() > calmEnds);
  const stop = new AbortController();
  const { signal } = stop;
  const runEnds = performance.now() + EDITS_FOR_MS;
  const running = run(signal).catch((error: unknown) => {
    if (!(error instanceof StoppingError)) throw error;
  });
  let ended = false;
  void running.finally(() => (ended = true));
  const beside = await edit(() => ended || performance.now() > runEnds);
  stop.abort();
  await running;
  console.log('\n| an edit of a transaction | edits | p50 ms | p99 ms | longest ms |');
  console.log('|---|---:|---:|---:|---:|');
  for (const [name, list] of [['no run', calm] as const, ['during a run', beside] as const]) {
    const at = (share: number): string => percentile(list, share).toFixed(0);
    console.log(`| ${name} | ${list.length} | ${at(0.5)} | ${at(0.99)} | ${at(1)} |`);
  }
  const ratio = (share: number): string =>
    (percentile(beside, share) / percentile(calm, share)).toFixed(1);
  console.log(`| ratio | | ${ratio(0.5)} | ${ratio(0.99)} | ${ratio(1)} |`);
}

/** How a preview of a rule that matches everything in the household treats the process that it runs in. */
export async function measurePreview(sql: Sql, householdId: string): Promise<void> {
  const [first] = await listActiveRules(sql, householdId);
  if (first === undefined) throw new Error('no rule to preview');
  const rule = { ...first, conditions: [] };
  const idle = monitorEventLoopDelay({ resolution: 1 });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  idle.enable();
  await setTimeout(IDLE_MS);
  idle.disable();
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
  delay.enable();
  const started = performance.now();
  const preview = await sql.begin('isolation level repeatable read read only', (tx) =>
    previewRule(
      tx,
      householdId,
      { ...rule, compiled: compileRule(rule) },
      { ignoreLocks: false, sampleSize: 20 },
    ),
  );
  const seconds = (performance.now() - started) / 1000;
  delay.disable();
  clearInterval(watch);
  const text = (histogram: IntervalHistogram): string =>
    `${(histogram.percentile(99) / 1e6).toFixed(0)} ms at p99, ${(histogram.max / 1e6).toFixed(0)} ms at most`;
  console.log(
    `\nA preview that matches ${preview.matchedCount} transactions: ${seconds.toFixed(1)} s, ` +
      `delay of the event loop ${text(delay)} (idle ${text(idle)}), ` +
      `memory grows by ${Math.round((peak - before) / MIB)} MiB.`,
  );
}
