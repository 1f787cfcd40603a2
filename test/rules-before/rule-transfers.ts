import type { PendingQuery, Row } from 'postgres';
import type { AnySql, Tx } from '../../shared/db/connect.ts';
import { pairTransfers, type TransferCandidate } from '../../shared/rules/pair-transfers.ts';

/** What a rule does, and for whom: goes into the change log. */
export interface RuleActor {
  readonly householdId: string;
  readonly ruleId: string;
  readonly runId: string;
  readonly ignoreLocks: boolean;
}

/** Days between the two sides of a transfer: weekends and slow clearing, as in the reference. */
export const TRANSFER_WINDOW_DAYS = 4;

/** Where contributions to investment accounts go when they have no category yet. */
const CONTRIBUTIONS_CATEGORY = 'Investment Contributions';

type SqlPart = PendingQuery<Row[]>;

/** Kind of the outgoing side, by the type of the account that the money goes to. */
function kindOfPaymentInto(sql: AnySql, accountType: SqlPart): SqlPart {
  return sql`case ${accountType}
    when 'Loan' then 'loan_payment'
    when 'CreditCard' then 'cc_payment'
    when 'OtherLiability' then 'cc_payment'
    when 'Investment' then 'investment_contribution'
    when 'Crypto' then 'investment_contribution'
    else 'funds_movement'
  end`;
}

/** True where a transaction is already one side of a transfer. */
export function isPaired(sql: AnySql, transactionId: SqlPart): SqlPart {
  return sql`(
    exists (select 1 from transfers where inflow_transaction_id = ${transactionId})
    or exists (select 1 from transfers where outflow_transaction_id = ${transactionId})
  )`;
}

/** True where a person said that these two are no transfer. */
export function isRejectedPair(sql: AnySql, a: SqlPart, b: SqlPart): SqlPart {
  return sql`exists (
    select 1
    from rejected_transfers r
    where (r.inflow_transaction_id, r.outflow_transaction_id) in ((${a}, ${b}), (${b}, ${a}))
  )`;
}

/** The matched transactions that can become one side of a transfer with this account. */
function transferSources(sql: AnySql, householdId: string, accountId: string): SqlPart {
  return sql`
    select t.id, t.kind, t.amount, t.currency, t.date, source.name as account_name,
      target.accountable_type as target_type
    from rule_matches m
    join transactions t on t.id = m.transaction_id
    join accounts source on source.household_id = t.household_id and source.id = t.account_id
    join accounts target on target.household_id = t.household_id and target.id = ${accountId}
    where t.household_id = ${householdId}
      and t.account_id <> target.id
      and t.amount <> 0
      and t.kind not in ('funds_movement', 'cc_payment', 'loan_payment', 'investment_contribution')
      and not ${isPaired(sql, sql`t.id`)}`;
}

/**
 * Pairs the matched transactions with the other side that is there in the account: opposite amount, same currency,
 * a few days apart, nearest first.
 */
export async function findPairs(
  tx: Tx,
  householdId: string,
  accountId: string,
): Promise<TransferCandidate[]> {
  const candidates = await tx<TransferCandidate[]>`
    select source.id as "transactionId", c.id as "counterpartId"
    from (${transferSources(tx, householdId, accountId)}) source
    join transactions c on c.household_id = ${householdId}
      and c.account_id = ${accountId}
      and c.amount = -source.amount
      and c.currency = source.currency
      and c.date between source.date - ${TRANSFER_WINDOW_DAYS}::integer and source.date + ${TRANSFER_WINDOW_DAYS}::integer
    where c.removed_at is null
      and not c.is_split_parent
      and not ${isPaired(tx, tx`c.id`)}
      and not ${isRejectedPair(tx, tx`source.id`, tx`c.id`)}
    order by abs(c.date - source.date), source.date, source.id, c.date, c.id`;
  return pairTransfers(candidates);
}

/**
 * The matched transactions that a transfer with the account would change: the sources, and of `pairs` the other
 * sides that match, too.
 */
export function transferTargets(
  sql: AnySql,
  householdId: string,
  accountId: string,
  pairs: readonly TransferCandidate[],
): SqlPart {
  return sql`
    select source.id as transaction_id, 'kind' as attribute, source.kind as old_value,
      case when source.amount > 0 then 'funds_movement'
        else ${kindOfPaymentInto(sql, sql`source.target_type`)} end as new_value,
      false as locked
    from (${transferSources(sql, householdId, accountId)}) source
    union all
    select c.id, 'kind', c.kind,
      case when c.amount > 0 then 'funds_movement'
        else ${kindOfPaymentInto(sql, sql`a.accountable_type`)} end,
      false
    from unnest(
      ${pairs.map((pair) => pair.transactionId)}::uuid[], ${pairs.map((pair) => pair.counterpartId)}::uuid[]
    ) as pair (transaction_id, counterpart_id)
    join rule_matches m on m.transaction_id = pair.counterpart_id
    join transactions c on c.household_id = ${householdId} and c.id = pair.counterpart_id
    join transactions t on t.household_id = ${householdId} and t.id = pair.transaction_id
    join accounts a on a.household_id = ${householdId} and a.id = t.account_id`;
}

/** Links the matched transactions with their other side in the account, or with one made as their mirror. */
export async function applyTransfer(tx: Tx, actor: RuleActor, accountId: string): Promise<void> {
  await link(tx, actor, await findPairs(tx, actor.householdId, accountId));
  await link(tx, actor, await insertMirrors(tx, actor, accountId));
}

/** Makes the missing other sides. The matched transactions that still have none are the sources. */
async function insertMirrors(
  tx: Tx,
  actor: RuleActor,
  accountId: string,
): Promise<TransferCandidate[]> {
  return tx<TransferCandidate[]>`
    insert into transactions (household_id, account_id, date, amount, currency, name, source, mirror_of)
    select ${actor.householdId}, ${accountId}, source.date, -source.amount, source.currency,
      case when source.amount < 0 then 'Transfer from ' else 'Transfer to ' end || source.account_name,
      'rule', source.id
    from (${transferSources(tx, actor.householdId, accountId)}) source
    -- One that a person deleted is not made again.
    where not exists (
      select 1
      from transactions deleted
      where deleted.household_id = ${actor.householdId}
        and deleted.mirror_of = source.id
        and deleted.removed_reason = 'user'
    )
    on conflict do nothing
    returning mirror_of as "transactionId", id as "counterpartId"`;
}

/** Stores the pairs as confirmed transfers and gives both sides their kind. */
async function link(tx: Tx, actor: RuleActor, pairs: readonly TransferCandidate[]): Promise<void> {
  if (pairs.length === 0) return;
  const transactionIds = pairs.map((pair) => pair.transactionId);
  const counterpartIds = pairs.map((pair) => pair.counterpartId);
  await tx`
    with side as (
      select case when t.amount > 0 then t.id else c.id end as inflow_id,
        case when t.amount > 0 then c.id else t.id end as outflow_id,
        case when t.amount > 0 then t.account_id else c.account_id end as destination_id
      from unnest(${transactionIds}::uuid[], ${counterpartIds}::uuid[]) as pair (transaction_id, counterpart_id)
      join transactions t on t.household_id = ${actor.householdId} and t.id = pair.transaction_id
      join transactions c on c.household_id = ${actor.householdId} and c.id = pair.counterpart_id
    ), paired as (
      insert into transfers (household_id, inflow_transaction_id, outflow_transaction_id, status)
      select ${actor.householdId}, inflow_id, outflow_id, 'confirmed'
      from side
    ), kinds as (
      select inflow_id as transaction_id, 'funds_movement' as kind
      from side
      union all
      select side.outflow_id, ${kindOfPaymentInto(tx, tx`destination.accountable_type`)}
      from side
      join accounts destination on destination.household_id = ${actor.householdId} and destination.id = side.destination_id
    ), changed as (
      update transactions t
      set kind = kinds.kind,
        rule_attributes = t.rule_attributes || jsonb_build_object('kind', now()),
        updated_at = now()
      from kinds
      join transactions before on before.household_id = ${actor.householdId} and before.id = kinds.transaction_id
      where t.household_id = ${actor.householdId}
        and t.id = kinds.transaction_id
        and t.kind <> kinds.kind
      returning t.id, before.kind as old_kind, t.kind as new_kind
    ), logged as (
      insert into transaction_changes (household_id, transaction_id, attribute, source, rule_id, rule_run_id, old_value, new_value)
      select ${actor.householdId}, id, 'kind', 'rule', ${actor.ruleId}, ${actor.runId}, old_kind, new_kind
      from changed
    )
    update rule_matches m
    set modified = true
    from side
    where m.transaction_id in (side.inflow_id, side.outflow_id)`;
  await categorizeContributions(tx, actor, [...transactionIds, ...counterpartIds]);
}

/** Contributions to investments get their own category when they have none. */
async function categorizeContributions(
  tx: Tx,
  actor: RuleActor,
  transactionIds: readonly string[],
): Promise<void> {
  const isBare = tx`t.household_id = ${actor.householdId}
    and t.id = any(${transactionIds}::uuid[])
    and t.kind = 'investment_contribution'
    and t.category_id is null
    and (${actor.ignoreLocks} or not t.locked_attributes ? 'category_id')`;
  await tx`
    insert into categories (household_id, name)
    select ${actor.householdId}, ${CONTRIBUTIONS_CATEGORY}
    where exists (select 1 from transactions t where ${isBare})
    on conflict (household_id, name) do nothing`;
  await tx`
    with changed as (
      update transactions t
      set category_id = c.id,
        rule_attributes = t.rule_attributes || jsonb_build_object('category_id', now())
      from categories c
      where c.household_id = ${actor.householdId} and c.name = ${CONTRIBUTIONS_CATEGORY} and ${isBare}
      returning t.id, t.category_id
    )
    insert into transaction_changes (household_id, transaction_id, attribute, source, rule_id, rule_run_id, new_value)
    select ${actor.householdId}, id, 'category_id', 'rule', ${actor.ruleId}, ${actor.runId}, category_id::text
    from changed`;
}
