import type { Tx } from '../postgres/connect.ts';

/** An account that a person keeps by hand. */
export interface NewAccount {
  readonly name: string;
  readonly type: string;
  readonly subtype: string | null;
  /** Null: the household's. */
  readonly currency: string | null;
  /** The exact balance at the end of `openingDate`. */
  readonly openingBalance: string;
  readonly openingDate: string;
  readonly institutionName: string | null;
  readonly number: string | null;
}

/** Adds an account, anchored by its opening balance as in imports. Returns its id. */
export async function insertAccount(
  tx: Tx,
  householdId: string,
  account: NewAccount,
): Promise<string> {
  const [made] = await tx<[{ id: string; currency: string }]>`
    insert into accounts (household_id, name, accountable_type, subtype, currency, balance, institution_name,
      number)
    select h.id, ${account.name}, ${account.type}, ${account.subtype}, coalesce(${account.currency}, h.currency),
      ${account.openingBalance}::numeric, ${account.institutionName}, ${account.number}
    from households h
    where h.id = ${householdId}
    returning id, currency`;
  await tx`
    insert into valuations (household_id, account_id, date, kind, name, amount, currency)
    values (${householdId}, ${made.id}, ${account.openingDate}, 'opening_anchor', 'Opening balance',
      ${account.openingBalance}, ${made.currency})`;
  return made.id;
}
