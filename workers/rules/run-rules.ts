import type { AnySql, Tx } from '../../shared/postgres/connect.ts';
import type { Log } from '../../shared/platform/log.ts';
import { readAhead } from '../../shared/platform/read-ahead.ts';
import {
  compileRule,
  UnrunnableRuleError,
  type CompiledRule,
} from '../../shared/rules/compile-rule.ts';
import { RowState } from '#preflight/rules/row-state';
import { RuleSet } from '../../shared/rules/rule-set.ts';
import {
  findContributionsCategory,
  upsertContributionsCategory,
  planRules,
} from '../../shared/rules/store/plan-rules.ts';
import { listExistingReferences } from '../../shared/rules/store/rule-references.ts';
import { readCandidates, readRowBatches } from '../../shared/rules/store/rule-rows.ts';
import type { RowCursor, RowScope } from '../../shared/rules/store/rule-rows.ts';
import { finishRuleRun, updateRuleRunProgress } from '../../shared/rules/store/rule-runs.ts';
import type { StoredRule } from '../../shared/rules/store/rules.ts';
import { RuleTally, type RuleResult } from '../../shared/rules/store/rule-tally.ts';
import { listRuleAccounts } from '../../shared/rules/store/rule-transfers.ts';
import type { PlannedTransfer, RuleAccount } from '../../shared/rules/store/rule-transfers.ts';
import {
  insertTransfers,
  lockTransfers,
  prepareRuleChanges,
  writeRuleChanges,
} from '../../shared/rules/store/rule-writes.ts';
import type { RuleChanges } from '../../shared/rules/store/rule-writes.ts';
import { listClaimedTransactionIds } from '../../shared/rules/store/rule-work.ts';
import type { JobEnd } from '../frame/context.ts';
import type { JobReport } from '../frame/job-report.ts';
import type { WorkScope } from './pair-transfers.ts';
import { WritePace } from './write-pace.ts';

/** How many rows are kept in memory before a write, at most. */
const SHOWN_ROWS_MAX = 2000;
/** Rows that keep changing meanwhile are left for the next run. */
const STALE_TRIES_MAX = 5;

interface RunScope extends WorkScope {
  readonly log: Log;
  readonly report: JobReport;
  /** Queues the run that follows this one. */
  readonly queue: (id: string) => Promise<unknown>;
}

interface ReadyRun extends RunScope {
  readonly rules: RuleSet;
  readonly ruleIdAt: (place: number) => string;
  readonly rows: RowScope;
  readonly accounts: readonly RuleAccount[];
  readonly pace: WritePace;
}

/** Applies the rules of a run to its rows, writes the changes and ends the run. */
export async function runRules(scope: RunScope, stored: readonly StoredRule[]): Promise<JobEnd> {
  const { sql, run } = scope;
  const { householdId } = run;
  const { runnable, tally } = makeReady(scope, stored);
  const exists = await listExistingReferences(sql, householdId, stored);
  const rules = new RuleSet(
    runnable.map(({ compiled }) => compiled),
    { ignoreLocks: run.ignoreLocks, exists: (kind, id) => exists.has(`${kind} ${id}`) },
  );
  const withTransfers = rules.transfers.length > 0;
  const accounts = await listRuleAccounts(sql, householdId);
  const ids =
    run.scope !== 'changed'
      ? null
      : await listClaimedTransactionIds(sql, householdId, run.id, {
          withCounterparts: withTransfers,
        });
  const ready: ReadyRun = {
    ...scope,
    rules,
    ruleIdAt: (place) => runnable[place]?.id ?? '',
    accounts,
    pace: new WritePace(),
    rows: {
      householdId,
      rules,
      ids,
      disabledAccountIds: accounts.filter(({ disabled }) => disabled).map(({ id }) => id),
      ...(withTransfers && run.results.length > 0 ? { exceptChangedBy: run.id } : {}),
    },
  };
  const work = withTransfers ? runWithTransfers : runByPages;
  const end = rules.size === 0 ? tally : await work(ready, tally);
  const next = await scope.write((tx) => finishRuleRun(tx, run, end));
  if (next !== null) await scope.queue(next);
  const failed = end.results.some(({ error }) => error !== null);
  return {
    status: failed ? 'failed' : 'completed',
    code: failed ? 'rule_failed' : null,
    failed,
    counts: { matched: end.matched, modified: end.modified },
  };
}

/** Compiles the rules; those that cannot be run are recorded with their reason and left out. */
function makeReady({ log, run }: RunScope, stored: readonly StoredRule[]) {
  const runnable: { id: string; compiled: CompiledRule }[] = [];
  const results = stored.map((rule): RuleResult => {
    const before = run.results.find(({ rule_id }) => rule_id === rule.id);
    const result = { rule_id: rule.id, matched: 0, modified: 0, ...before, error: null };
    try {
      runnable.push({ id: rule.id, compiled: compileRule(rule) });
      return result;
    } catch (error) {
      if (!(error instanceof UnrunnableRuleError)) throw error;
      const fields = { rule_run_id: run.id, rule_id: rule.id };
      log.warn(`a rule could not be run: ${error.message}`, fields);
      return { ...result, error: error.message };
    }
  });
  return { runnable, tally: new RuleTally(results) };
}

/**
 * Without transfers rows are independent: they are written page by page, and the cursor advances with them. The rules process the
 * next rows while Postgres writes.
 */
async function runByPages(ready: ReadyRun, begun: RuleTally): Promise<RuleTally> {
  const { rows, ruleIdAt } = ready;
  let tally = begun;
  for await (const { states, changes } of readAhead(showRows(ready))) {
    await ready.check();
    const last = states.at(-1)?.row;
    if (changes.states.length === 0 || last === undefined) {
      tally = tally.with(states, [], ruleIdAt);
      continue;
    }
    const cursor = { date: rows.ids === null ? last.date : null, id: last.id };
    tally = await writeStates(ready, tally, { states, changes, cursor });
  }
  return tally;
}

/** The rows after the cursor with the rules applied, as many at a time as one transaction writes. */
async function* showRows(ready: ReadyRun): AsyncGenerator<Pick<Written, 'states' | 'changes'>> {
  const { sql, run, rules, rows, pace } = ready;
  let states: RowState[] = [];
  let changed = 0;
  for await (const batch of readRowBatches(sql, rows, run.cursor)) {
    for (const row of batch) {
      const state = new RowState(row);
      rules.apply(state);
      states.push(state);
      if (state.finalChanges().length > 0) changed += 1;
      if (changed < pace.rows && states.length < SHOWN_ROWS_MAX) continue;
      yield { states, changes: prepareRuleChanges(ready, states) };
      states = [];
      changed = 0;
    }
  }
  if (states.length > 0) yield { states, changes: prepareRuleChanges(ready, states) };
}

/** With transfers everything is planned first; then rows are written, with both sides of a transfer together. */
async function runWithTransfers(ready: ReadyRun, begun: RuleTally): Promise<RuleTally> {
  const { sql, run, rows, accounts, ruleIdAt } = ready;
  const { states, paired } = await planRules(sql, rows, {
    accounts,
    check: ready.check,
    contributionsCategory: async () =>
      (await findContributionsCategory(sql, run.householdId)) ??
      ready.write((tx) => upsertContributionsCategory(tx, run.householdId)),
  });
  let tally = begun;
  const done = new Set<string>();
  let group: RowState[] = [];
  let transfers: PlannedTransfer[] = [];
  const flush = async (): Promise<void> => {
    if (group.length === 0) return;
    tally = await writeStates(ready, tally, {
      states: group,
      changes: prepareRuleChanges(ready, group),
      cursor: null,
      transfers,
    });
    group = [];
    transfers = [];
  };
  const unchanged: RowState[] = [];
  for (const state of states.values()) {
    if (done.has(state.row.id)) continue;
    const transfer = paired.get(state.row.id);
    const sides = transfer === undefined ? [state] : [transfer.inflow, transfer.outflow];
    if (transfer === undefined && state.finalChanges().length === 0) {
      unchanged.push(state);
      continue;
    }
    for (const side of sides) done.add(side.row.id);
    group.push(...sides);
    if (transfer !== undefined) transfers.push(transfer);
    if (group.length >= ready.pace.rows) await flush();
  }
  await flush();
  return tally.with(unchanged, [], ruleIdAt);
}

interface Written {
  /** Rows whose matches are counted with this write. */
  readonly states: readonly RowState[];
  /** The changes of those of them that are to be written. */
  readonly changes: RuleChanges;
  readonly transfers?: readonly PlannedTransfer[];
  readonly cursor: RowCursor | null;
}

/** Writes rows, the counts and the cursor in one transaction. Returns the counts. */
async function writeStates(ready: ReadyRun, tally: RuleTally, work: Written): Promise<RuleTally> {
  await ready.check();
  const { run, rows, ruleIdAt } = ready;
  const { householdId } = rows;
  const written = await ready.write(async (tx) => {
    const dropped = await linkTransfers(tx, householdId, work.transfers ?? []);
    const counted = new Map(work.states.map((state) => [state.row.id, state]));
    let changes = work.changes;
    if (dropped.size > 0) {
      const kept = changes.states.filter((state) => !dropped.has(state));
      changes = prepareRuleChanges(ready, kept);
    }
    let stale = [...dropped].filter(({ mirrorOf }) => mirrorOf === null);
    for (const { row } of dropped) counted.delete(row.id);
    const modified: RowState[] = [];
    for (let tries = 0; tries < STALE_TRIES_MAX; tries += 1) {
      const { states } = changes;
      const begun = performance.now();
      const left = await writeRuleChanges(tx, householdId, changes);
      ready.pace.wrote(states.length, performance.now() - begun);
      modified.push(...states.filter(({ row }) => !left.has(row.id)));
      stale.push(...states.filter(({ row }) => left.has(row.id)));
      if (stale.length === 0) break;
      // Another writer changed the rows meanwhile: apply the rules to their current state. Transfers wait for another run.
      const again = await reread(tx, ready, stale);
      for (const { row } of stale) counted.delete(row.id);
      for (const state of again) counted.set(state.row.id, state);
      changes = prepareRuleChanges(ready, again);
      stale = [];
    }
    const next = tally.with([...counted.values()], modified, ruleIdAt);
    await updateRuleRunProgress(tx, run, next, work.cursor);
    return next;
  });
  const { matched, modified } = written;
  ready.report.count({
    matched: matched - tally.matched,
    modified: modified - tally.modified,
  });
  return written;
}

/** Links the transfers that still can be. Returns the sides of the others. */
async function linkTransfers(
  tx: Tx,
  householdId: string,
  transfers: readonly PlannedTransfer[],
): Promise<Set<RowState>> {
  if (transfers.length === 0) return new Set();
  const locked = await lockTransfers(tx, householdId, transfers);
  if (locked.length > 0) await insertTransfers(tx, householdId, locked);
  const kept = new Set(locked);
  const dropped = transfers.filter((transfer) => !kept.has(transfer));
  return new Set(dropped.flatMap(({ inflow, outflow }) => [inflow, outflow]));
}

async function reread(
  sql: AnySql,
  { rules, rows }: ReadyRun,
  stale: readonly RowState[],
): Promise<RowState[]> {
  const ids = stale.map(({ row }) => row.id);
  const states = (await readCandidates(sql, rows, ids)).map((row) => new RowState(row));
  for (const state of states) rules.apply(state);
  return states;
}
