import type { PendingQuery, Row } from 'postgres';
import type { Tx } from '../../db/connect.ts';
import type { ActionEffect } from '../../rules/action-type.ts';
import type { Fragment } from '../../rules/fragment.ts';
import { effectTargets, fillRuleMatches } from './rule-matches.ts';
import { findPairs, transferTargets } from './rule-transfers.ts';

/** What one action would do to one transaction. `action` is the action's place in the rule. */
interface PreviewedChange {
  readonly action: number;
  readonly transactionId: string;
  readonly attribute: string;
  readonly oldValue: string | null;
  readonly newValue: string | null;
  readonly locked: boolean;
}

export interface RulePreview {
  readonly matchedCount: number;
  readonly modifiedCount: number;
  /** By the action's place in the rule. */
  readonly actions: readonly { readonly changed: number; readonly locked: number }[];
  /** The latest matched transactions, newest first. */
  readonly sampleIds: readonly string[];
  readonly changes: readonly PreviewedChange[];
}

/**
 * What a run of a rule would do now. Writes nothing but the temporary match set; uses the very
 * queries of the engine, with every action looking at the transactions as they are.
 */
export async function previewRule(
  tx: Tx,
  householdId: string,
  rule: { match: Fragment; effects: readonly ActionEffect[] },
  options: { ignoreLocks: boolean; sampleSize: number },
): Promise<RulePreview> {
  const matchedCount = await fillRuleMatches(tx, householdId, rule.match);
  const sample = await tx<{ id: string }[]>`
    select t.id
    from rule_matches m
    join transactions t on t.id = m.transaction_id
    where t.household_id = ${householdId}
    order by t.date desc, t.id
    limit ${options.sampleSize}`;
  const sampleIds = sample.map(({ id }) => id);
  const { targets } = await allTargets(tx, householdId, rule.effects, options.ignoreLocks);
  if (targets === null) {
    const actions = rule.effects.map(() => ({ changed: 0, locked: 0 }));
    return { matchedCount, modifiedCount: 0, actions, sampleIds, changes: [] };
  }
  const counts = await tx<{ action: number; changed: number; locked: number }[]>`
    select action,
      count(*) filter (where not locked)::integer as changed,
      count(*) filter (where locked)::integer as locked
    from (${targets}) target
    group by action`;
  const [modified] = await tx<{ count: number }[]>`
    select count(distinct transaction_id)::integer as count
    from (${targets}) target
    where not locked`;
  const changes = await tx<PreviewedChange[]>`
    select action, transaction_id as "transactionId", attribute, old_value as "oldValue",
      new_value as "newValue", locked
    from (${targets}) target
    where transaction_id = any(${sampleIds}::uuid[])
    order by action`;
  return {
    matchedCount,
    modifiedCount: modified?.count ?? 0,
    actions: rule.effects.map((_effect, action) => {
      const count = counts.find((candidate) => candidate.action === action);
      return { changed: count?.changed ?? 0, locked: count?.locked ?? 0 };
    }),
    sampleIds,
    changes,
  };
}

/** The targets of all actions, each row marked with the place of its action; null without any. */
async function allTargets(
  tx: Tx,
  householdId: string,
  effects: readonly ActionEffect[],
  ignoreLocks: boolean,
): Promise<{ targets: PendingQuery<Row[]> | null }> {
  let targets: PendingQuery<Row[]> | null = null;
  for (const [action, effect] of effects.entries()) {
    if (effect.kind === 'none') continue;
    const found =
      effect.kind === 'transfer'
        ? transferTargets(
            tx,
            householdId,
            effect.accountId,
            await findPairs(tx, householdId, effect.accountId),
          )
        : effectTargets(tx, householdId, effect);
    const marked = tx`
      select ${action}::integer as action, transaction_id, attribute, old_value, new_value,
        locked and not ${ignoreLocks} as locked
      from (${found}) e`;
    targets = targets === null ? marked : tx`${targets} union all ${marked}`;
  }
  // In an object: a query that is awaited would run.
  return { targets };
}
