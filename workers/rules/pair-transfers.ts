import type { Sql, Tx } from '../../shared/postgres/connect.ts';
import type { RuleRun } from '../../shared/rules/store/rule-run.ts';
import { insertRuleWork, listClaimedTransactionIds } from '../../shared/rules/store/rule-work.ts';
import { listTransactionIds } from '../../shared/ledger/transaction-list.ts';
import { dissolveTransfers } from '../../shared/ledger/transaction-removal.ts';
import {
  readNeighbourhood,
  readTransferContext,
} from '../../shared/transfers/store/neighbourhood.ts';
import type { TransferContext } from '../../shared/transfers/store/neighbourhood.ts';
import { readHabits } from '../../shared/transfers/store/past-sides.ts';
import { replaceTransferSuggestions } from '../../shared/transfers/store/transfer-suggestions.ts';
import { linkPairs, listUnfit } from '../../shared/transfers/store/transfers.ts';
import type { Habits } from '../../shared/transfers/habits.ts';
import { judgePairs } from '../../shared/transfers/judge-pairs.ts';

/** How many transactions are judged at once, and their pairs written in one transaction. */
const PAGE_ROWS = 500;

export interface WorkScope {
  readonly sql: Sql;
  readonly run: RuleRun;
  /** A transaction that commits only while the run is ours. */
  readonly write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Called between steps: throws when the work should end. */
  readonly check: () => Promise<void>;
}

interface PairingScope extends WorkScope {
  readonly now: () => Date;
}

/**
 * Pairs the transactions of a run (those that syncs and imports changed, or all) with the other side of a transfer: links certain
 * pairs, suggests doubtful ones, and removes links that no longer fit. Idempotent.
 */
export async function pairTransfers(scope: PairingScope): Promise<void> {
  const { sql, run } = scope;
  const context = await readTransferContext(sql, run.householdId);
  // Read once per run, as soon as there is something to judge.
  let known: Habits | undefined;
  const habits = async (): Promise<Habits> => (known ??= await readHabits(sql, context));
  for await (const ids of idPages(scope)) {
    await scope.check();
    await pairPage(scope, context, habits, ids);
  }
}

async function* idPages({ sql, run }: PairingScope): AsyncGenerator<readonly string[]> {
  if (run.scope === 'changed') {
    const options = { withCounterparts: false };
    const ids = await listClaimedTransactionIds(sql, run.householdId, run.id, options);
    for (let at = 0; at < ids.length; at += PAGE_ROWS) yield ids.slice(at, at + PAGE_ROWS);
    return;
  }
  let last: string | undefined;
  do {
    const ids = await listTransactionIds(sql, run.householdId, last ?? null, PAGE_ROWS);
    if (ids.length > 0) yield ids;
    last = ids.at(-1);
  } while (last !== undefined);
}

/**
 * Reads and judges before the transaction that writes, because others wait for its locks. Rows that change meanwhile are not
 * linked: linking checks both sides again, and another run handles the change.
 */
async function pairPage(
  scope: PairingScope,
  context: TransferContext,
  habits: () => Promise<Habits>,
  ids: readonly string[],
): Promise<void> {
  const { sql, run, now, write } = scope;
  const { householdId } = run;
  const at = now();
  const freed = await endUnfit(scope, ids, at);
  const neighbourhood = await readNeighbourhood(
    sql,
    context,
    [...new Set([...ids, ...freed])],
    habits,
  );
  const { certain, doubtful } =
    neighbourhood.pairs.length === 0
      ? { certain: [], doubtful: [] }
      : judgePairs(neighbourhood, await habits());
  const judged = [...new Set([...ids, ...freed, ...neighbourhood.whole])];
  await write(async (tx) => {
    await replaceTransferSuggestions(tx, householdId, judged, doubtful);
    const linked = await linkPairs(tx, householdId, certain, 'transfer', at);
    // The kinds of both sides changed, so rules must process them.
    const sides = linked.flatMap(({ inflowId, outflowId }) => [inflowId, outflowId]);
    await insertRuleWork(tx, householdId, workOf(run), sides);
  });
}

/** Removes the links of these transactions that no longer fit. Returns the freed transactions. */
async function endUnfit({ sql, run, write }: PairingScope, ids: readonly string[], at: Date) {
  const { householdId } = run;
  if ((await listUnfit(sql, householdId, ids)).length === 0) return [];
  return write(async (tx) => {
    const freed = await listUnfit(tx, householdId, ids);
    await dissolveTransfers(tx, householdId, freed, at, { matched: true });
    await insertRuleWork(tx, householdId, workOf(run), freed);
    return freed;
  });
}

/** The run whose rules process what pairing changed: this one, or the next one (null). */
const workOf = ({ scope, id }: RuleRun): string | null => (scope === 'changed' ? id : null);
