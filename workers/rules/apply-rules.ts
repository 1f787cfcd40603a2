import type { Sql, Tx } from '../../shared/postgres/connect.ts';
import { retryDeadlocks } from '../../shared/postgres/retry-deadlocks.ts';
import { applyRules } from '../../shared/queue/runs/kinds.ts';
import type { Payload } from '../../shared/queue/runs/run-kind.ts';
import { queueRun } from '../../shared/queue/runs/queue-runs.ts';
import { lockRun } from '../../shared/queue/runs/run-store.ts';
import { signChanges } from '../../shared/changes/sign-changes.ts';
import { listRulesOfSession } from '../../shared/imports/session/apply-rules.ts';
import { settleMirrors } from '../../shared/rules/store/rule-mirrors.ts';
import { beginRuleRun, findRuleRun, passOnRuleWork } from '../../shared/rules/store/rule-runs.ts';
import type { RuleRun } from '../../shared/rules/store/rule-run.ts';
import { findRule, listActiveRules, type StoredRule } from '../../shared/rules/store/rules.ts';
import type { JobEnd, JobRun, PerformJob, WorkerContext } from '../frame/context.ts';
import { RateLimitedError } from '../frame/errors.ts';
import { DEATHS_MAX, performRun } from '../frame/perform-run.ts';
import type { HeldLease } from '../frame/with-lease.ts';
import { pairTransfers } from './pair-transfers.ts';
import { runRules } from './run-rules.ts';

/** How soon to retry while another run of the household is in progress. */
const BUSY_RETRY_MS = 1000;

/**
 * Applies one rule, or all active rules of a household, to all of its transactions or to those that changed. Pairs transfers among
 * changed transactions first.
 *
 * If a worker is killed, another one continues after the last finished transaction; nothing is counted twice. A rule that cannot be
 * run is recorded and skipped. Runs of one household never overlap.
 */
export const performApplyRules: PerformJob<Payload<'rule_run_id'>> = async (
  context,
  payload,
  job,
) => {
  const { sql } = context;
  const { householdId, id } = applyRules.runOf(payload);
  return performRun(context, applyRules, { householdId, id }, job, {
    fault: { code: 'run_failed', message: 'The rules could not be applied.' },
    lost: `${DEATHS_MAX} workers died while applying the rules.`,
    async failing(tx) {
      const run = await findRuleRun(tx, householdId, id);
      if (run !== null) await passOnRuleWork(tx, run);
    },
    async perform(held) {
      const run = await beginRuleRun(sql, held.lease);
      if (run === 'busy') {
        throw new RateLimitedError(BUSY_RETRY_MS, 'another run of the household is at work');
      }
      return applyTo(context, run, job, held);
    },
  });
};

async function applyTo(
  context: WorkerContext,
  run: RuleRun,
  { report }: JobRun,
  held: HeldLease,
): Promise<JobEnd> {
  const { sql, log, clock } = context;
  // Signed, for undoing the import that caused the run. Throws LeaseLostError if another worker has it or it is gone.
  const writeAs =
    (by: 'rule' | 'transfer') =>
    <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
      retryDeadlocks(() =>
        held.write(async (tx) => {
          await lockRun(tx, applyRules, run);
          await signChanges(tx, { by, id: run.id, sourceId: run.sourceId });
          return work(tx);
        }),
      );
  const pair = writeAs('transfer');
  const check = (): Promise<void> => held.check();
  await pair((tx) => settleMirrors(tx, run.householdId, run.sourceId));
  await check();
  if (run.scope !== 'all') {
    await pairTransfers({ sql, run, now: () => clock.now(), write: pair, check });
  }
  const rules = await listRulesOfRun(sql, run);
  report.step(`${rules.length} rules to apply`);
  const queue = (id: string): Promise<unknown> =>
    queueRun(context, applyRules, { householdId: run.householdId, id });
  return runRules({ sql, log, run, write: writeAs('rule'), check, report, queue }, rules);
}

async function listRulesOfRun(sql: Sql, run: RuleRun): Promise<StoredRule[]> {
  if (run.scope === 'transfers') return [];
  if (run.ruleId === null) {
    const rules = await listActiveRules(sql, run.householdId);
    // A history that brings rules is what these made of it: if they ran again, a restored household would have other money.
    const brought = run.sourceId === null ? [] : await listRulesOfSession(sql, run.sourceId);
    return rules.filter(({ id }) => !brought.includes(id));
  }
  const rule = await findRule(sql, run.householdId, run.ruleId);
  return rule === null ? [] : [rule];
}
