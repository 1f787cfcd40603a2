import type { Fragment, Tx } from '../../postgres/connect.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import type { Succession } from '../../changes/journal.ts';

/** The account to delete, and the one that remains. */
export interface Merge {
  householdId: string;
  fromId: string;
  intoId: string;
  now: Date;
}

/**
 * The transactions that both accounts have, one to one, so that equal twins stay two. Pairs those with the same
 * bank id and amount first, then those with the same day, amount, currency and name, either the displayed or the
 * bank's. Includes deleted ones: the merge must not restore what a person deleted in the remaining account.
 */
export async function pairTransactions(tx: Tx, merge: Merge): Promise<Succession[]> {
  const money = tx`trim_scale(amount), currency`;
  const keys: Fragment[] = [
    tx`case when external_id is not null then jsonb_build_array(source, external_id, ${money}) end`,
    tx`case
      when coalesce(provider_merchant, provider_description) is not null
      then jsonb_build_array(date, ${money}, compared_name(coalesce(provider_merchant, provider_description)))
    end`,
    tx`jsonb_build_array(date, ${money}, compared_name(name))`,
  ];
  const pairs: Succession[] = [];
  for (const key of keys) pairs.push(...(await pairBy(tx, merge, key, pairs)));
  return pairs;
}

async function pairBy(
  tx: Tx,
  { householdId, fromId, intoId }: Merge,
  key: Fragment,
  paired: readonly Succession[],
): Promise<Succession[]> {
  const numbered = (accountId: string, taken: string[]) => tx`
    select id, key, row_number() over (partition by key order by removed_at is not null, created_at, id) as place
    from (
      select id, removed_at, created_at, ${key}::text as key
      from transactions
      -- Hides the account from the planner, which expects one row for a value not in its statistics and would compare all with all.
      where ${ofHousehold(tx, householdId)}
        and account_id = (select ${accountId}::uuid)
        and parent_id is null
        and mirror_of is null
        and id not in (select unnest(${taken}::uuid[]))
    ) keyed
    where key is not null`;
  const gone = paired.map((pair) => pair.goneId);
  const stays = paired.map((pair) => pair.staysId);
  return tx<Succession[]>`
    select f.id as gone_id, i.id as stays_id
    from (${numbered(fromId, gone)}) f
    join (${numbered(intoId, stays)}) i using (key, place)`;
}
