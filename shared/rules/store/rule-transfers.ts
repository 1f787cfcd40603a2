import { randomUUID } from 'node:crypto';
import type { AnySql, Fragment } from '../../postgres/connect.ts';
import { RowState } from '#preflight/rules/row-state';
import type { Outcome, RuleSet, TransferAction } from '../rule-set.ts';
import {
  isTransferKind,
  transferKind,
  TRANSFER_WINDOW_DAYS,
} from '#preflight/rules/transfer-kinds';
import { readRows } from './rule-rows.ts';
import { ofHousehold } from '../../postgres/plans.ts';

/** True where a transaction is already one side of a transfer. */
export function isPaired(sql: AnySql, transactionId: Fragment): Fragment {
  return sql`(
    exists (select 1 from transfers where inflow_transaction_id = ${transactionId})
    or exists (select 1 from transfers where outflow_transaction_id = ${transactionId})
  )`;
}

/** Whether a person has rejected these two as a transfer. */
export function isRejectedPair(sql: AnySql, a: Fragment, b: Fragment): Fragment {
  return sql`exists (
    select 1
    from rejected_transfers r
    where (r.inflow_transaction_id, r.outflow_transaction_id) in ((${a}, ${b}), (${b}, ${a}))
  )`;
}

/** A transaction and one that could be its other side. */
export interface TransferCandidate {
  readonly transactionId: string;
  readonly counterpartId: string;
}

/**
 * Pairs each transaction with at most one counterpart and each counterpart with at most one
 * transaction. Candidates come best first: the first pair with both sides free wins.
 */
export function pairTransfers(candidates: Iterable<TransferCandidate>): TransferCandidate[] {
  const taken = new Set<string>();
  const pairs: TransferCandidate[] = [];
  for (const candidate of candidates) {
    if (taken.has(candidate.transactionId) || taken.has(candidate.counterpartId)) continue;
    taken.add(candidate.transactionId).add(candidate.counterpartId);
    pairs.push(candidate);
  }
  return pairs;
}

export interface RuleAccount {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly disabled: boolean;
}

export async function listRuleAccounts(sql: AnySql, householdId: string): Promise<RuleAccount[]> {
  return sql<RuleAccount[]>`
    select id, name, accountable_type as type, status not in ('active', 'draft') as disabled
    from accounts
    where household_id = ${householdId}`;
}

export interface PlannedTransfer {
  readonly inflow: RowState;
  readonly outflow: RowState;
}

export interface TransferScope {
  readonly householdId: string;
  readonly rules: RuleSet;
  readonly accounts: ReadonlyMap<string, RuleAccount>;
  /** Rows that have matched or changed so far, by id; other sides are added. */
  readonly states: Map<string, RowState>;
  /** Transfers of this run so far, by the id of either side. */
  readonly paired: Map<string, PlannedTransfer>;
  /** The category for contributions to investments, created if it is missing; null: they get none. */
  readonly contributionsCategory: () => Promise<string | null>;
  readonly observe?: ((state: RowState, outcome: Outcome) => void) | undefined;
}

/**
 * Pairs the rows that a rule matched with their other side in an account: the nearest existing one, or else a new mirror. Only
 * plans: writes nothing.
 */
export async function planTransfers(
  sql: AnySql,
  scope: TransferScope,
  action: TransferAction,
): Promise<void> {
  const { householdId, states, paired } = scope;
  const target = scope.accounts.get(action.accountId);
  const sources = [...states.values()].filter(
    (state) =>
      state.matched.at(-1) === action.rule &&
      state.row.accountId !== action.accountId &&
      state.magnitude !== '0' &&
      !isTransferKind(String(state.get('kind'))) &&
      !paired.has(state.row.id),
  );
  if (target === undefined || sources.length === 0) return;
  const ids = sources.map(({ row }) => row.id);
  const open = await listOpenSources(sql, householdId, ids);
  const candidates = await listCounterparts(sql, householdId, [...open.keys()], target.id);
  const pairs = pairTransfers(candidates.filter(({ counterpartId }) => !paired.has(counterpartId)));
  const unread = pairs.flatMap(({ counterpartId }) =>
    states.has(counterpartId) ? [] : [counterpartId],
  );
  for (const row of await readRows(sql, scope, unread)) states.set(row.id, new RowState(row));
  const partners = new Map(pairs.map((pair) => [pair.transactionId, pair.counterpartId]));
  for (const source of sources) {
    const mayMirror = open.get(source.row.id);
    if (mayMirror === undefined) continue;
    const other = partners.get(source.row.id);
    if (other !== undefined) await link(scope, action, source, states.get(other));
    else if (mayMirror) await link(scope, action, source, mirror(scope, source, target));
  }
}

/** The unpaired ones of the rows, and whether a mirror may be made for them: one that a person deleted is not made again. */
async function listOpenSources(
  sql: AnySql,
  householdId: string,
  ids: readonly string[],
): Promise<Map<string, boolean>> {
  const rows = await sql<{ id: string; mayMirror: boolean }[]>`
    select t.id, not exists (
      select 1
      from transactions m
      where m.${ofHousehold(sql, householdId)}
        and m.mirror_of = t.id
        and (m.removed_at is null or m.removed_reason = 'user')
    ) as may_mirror
    from transactions t
    where t.household_id = ${householdId}
      and t.id = any(${ids as string[]}::uuid[])
      and not ${isPaired(sql, sql`t.id`)}`;
  return new Map(rows.map((row) => [row.id, row.mayMirror]));
}

/** Opposite amount, same currency, a few days apart, neither paired nor rejected; nearest first. */
async function listCounterparts(
  sql: AnySql,
  householdId: string,
  ids: readonly string[],
  accountId: string,
): Promise<TransferCandidate[]> {
  return sql<TransferCandidate[]>`
    select source.id as transaction_id, c.id as counterpart_id
    from transactions source
    join transactions c on c.${ofHousehold(sql, householdId)}
      and c.account_id = (select ${accountId}::uuid)
      and c.amount = -source.amount
      and c.currency = source.currency
      and c.date between source.date - ${TRANSFER_WINDOW_DAYS}::integer and source.date + ${TRANSFER_WINDOW_DAYS}::integer
    where source.household_id = ${householdId}
      and source.id = any(${ids as string[]}::uuid[])
      and c.removed_at is null
      and not c.is_split_parent
      and not ${isPaired(sql, sql`c.id`)}
      and not ${isRejectedPair(sql, sql`source.id`, sql`c.id`)}
    order by abs(c.date - source.date), source.date, source.id, c.date, c.id`;
}

/** The missing other side, as it will be stored. */
function mirror({ states, accounts }: TransferScope, source: RowState, target: RuleAccount) {
  const { row } = source;
  const from = accounts.get(row.accountId)?.name ?? '';
  const made = new RowState({
    ...row,
    id: randomUUID(),
    accountId: target.id,
    amount: row.amount.startsWith('-') ? row.amount.slice(1) : `-${row.amount}`,
    kind: 'standard',
    name: `Transfer ${row.amount.startsWith('-') ? 'from' : 'to'} ${from}`,
    notes: null,
    details: '{}',
    categoryId: null,
    merchantId: null,
    excluded: false,
    activityLabel: null,
    tagIds: null,
    locked: null,
    version: '',
  });
  made.mirrorOf = row.id;
  states.set(made.row.id, made);
  return made;
}

/** Gives both sides their kind, and a contribution to investments its category. */
async function link(
  scope: TransferScope,
  action: TransferAction,
  source: RowState,
  other: RowState | undefined,
): Promise<void> {
  if (other === undefined) return;
  const [inflow, outflow] = source.isInflow ? [source, other] : [other, source];
  const transfer = { inflow, outflow };
  for (const state of [inflow, outflow]) {
    scope.paired.set(state.row.id, transfer);
    const type = scope.accounts.get(inflow.row.accountId)?.type ?? '';
    const kind = transferKind(state === inflow, type);
    const before = String(state.get('kind'));
    if (state.matched.at(-1) === action.rule) {
      scope.observe?.(state, {
        rule: action.rule,
        action: action.action,
        attribute: 'kind',
        oldValue: before,
        newValue: kind,
        locked: false,
      });
    }
    if (before !== kind) state.set('kind', kind, action.rule);
    const isBare = kind === 'investment_contribution' && state.get('category_id') === null;
    if (!isBare || (!scope.rules.ignoreLocks && state.isLocked('category_id'))) continue;
    const category = await scope.contributionsCategory();
    if (category !== null) state.set('category_id', category, action.rule);
  }
}
