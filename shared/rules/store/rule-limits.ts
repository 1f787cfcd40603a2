import type { Tx } from '../../postgres/connect.ts';

/** How many rules a household may have: a run holds all of them in memory, along with those of other households. */
export const HOUSEHOLD_RULES_MAX = 2000;

/** MiB of their conditions and actions, as JSON. A typical rule written by a person has 1 KiB. */
export const HOUSEHOLD_RULES_MIB_MAX = 8;

/** Which limit the household's rules exceed after this transaction, as a sentence; null if none. */
export async function findRuleExcess(tx: Tx, householdId: string): Promise<string | null> {
  const [row] = await tx<[{ rules: number; mib: number }]>`
    select count(*)::integer as rules,
      coalesce(sum(octet_length(conditions::text) + octet_length(actions::text)), 0) / 1048576.0::float8 as mib
    from rules
    where household_id = ${householdId}`;
  if (row.rules > HOUSEHOLD_RULES_MAX) {
    return `A household can have at most ${HOUSEHOLD_RULES_MAX} rules.`;
  }
  return row.mib > HOUSEHOLD_RULES_MIB_MAX
    ? `The conditions and actions of all rules of a household can have at most ${HOUSEHOLD_RULES_MIB_MAX} MiB.`
    : null;
}
