import type { RuleReference } from '#preflight/rules/references';
import type { ReferenceKind } from '#preflight/rules/rule';
import { isUuid } from '#preflight/uuid';
import type { Tx } from '../postgres/connect.ts';

type Named = Pick<RuleReference, 'kind' | 'value'>;

/** Ids of records, by `nameKey`. */
export type RuleNames = Map<string, string>;

const TABLES: Readonly<Record<ReferenceKind, string>> = {
  account: 'accounts',
  category: 'categories',
  merchant: 'merchants',
  tag: 'tags',
};
/** Kinds of records that are created when a rule names one that the household lacks. Accounts never are. */
const MADE: readonly ReferenceKind[] = ['category', 'merchant', 'tag'];

export const nameKey = ({ kind, value }: Named): string => `${kind} ${value.trim()}`;

/** Finds what rules name, by id or by name; if several accounts share a name, the oldest. */
export async function findRuleNames(
  tx: Tx,
  householdId: string,
  wanted: readonly Named[],
): Promise<RuleNames> {
  const found: RuleNames = new Map();
  for (const [kind, table] of Object.entries(TABLES)) {
    const values = wanted.filter((one) => one.kind === kind).map(({ value }) => value.trim());
    if (values.length === 0) continue;
    const rows = await tx<{ id: string; name: string }[]>`
      select id, name
      from ${tx(table)}
      where household_id = ${householdId}
        and (name = any(${values}::text[]) or id = any(${values.filter(isUuid)}::uuid[]))
      order by created_at desc, id desc`;
    for (const { id, name } of rows) found.set(`${kind} ${name}`, id);
    const ids = new Set(rows.map(({ id }) => id));
    for (const value of values) {
      if (ids.has(value.toLowerCase())) found.set(`${kind} ${value}`, value.toLowerCase());
    }
  }
  return found;
}

/** Creates the categories, merchants and tags that rules name and `found` lacks. Returns how many, by table. */
export async function makeRuleNames(
  tx: Tx,
  householdId: string,
  wanted: readonly Named[],
  found: RuleNames,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const kind of MADE) {
    const lacking = wanted.filter((one) => one.kind === kind && !found.has(nameKey(one)));
    if (lacking.length === 0) continue;
    const made = await tx`
      insert into ${tx(TABLES[kind])} (household_id, name)
      select distinct ${householdId}::uuid, name
      from unnest(${lacking.map(({ value }) => value.trim())}::text[]) name
      on conflict (household_id, name) do nothing`;
    counts[TABLES[kind]] = made.count;
    for (const [key, id] of await findRuleNames(tx, householdId, lacking)) found.set(key, id);
  }
  return counts;
}
