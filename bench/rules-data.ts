import { randomUUID } from 'node:crypto';
import { insertHousehold } from '../shared/households/households.ts';
import { issueKey } from '../shared/households/api-keys.ts';
import { insertUser } from '../shared/households/users.ts';
import type { Sql } from '../shared/postgres/connect.ts';
import type { RuleDraft } from '#preflight/rules/rule';
import { insertRule } from '../shared/rules/store/rules.ts';

export type Tenant = Awaited<ReturnType<typeof keyOf>>;

/** A household with a key that may do everything. */
export async function insertHouseholdWithKey(sql: Sql): Promise<Tenant> {
  return keyOf(sql, (await insertHousehold(sql, `Bench ${randomUUID()}`)).id);
}

/** A household that exists, with a key that may do everything. */
export async function keyOf(sql: Sql, householdId: string) {
  const { id: userId } = await insertUser(sql, householdId, 'Bench');
  const wanted = { name: 'Bench', scopes: ['read_write'], expiresAt: null } as const;
  const issued = await issueKey(sql, { householdId, userId }, wanted);
  return { householdId, key: issued?.value ?? '' };
}

/** A household with rules as people write them: two conditions, a group, two actions. */
export async function insertTenant(sql: Sql, rules: number): Promise<Tenant> {
  const tenant = await insertHouseholdWithKey(sql);
  const { householdId } = tenant;
  const [category] = await sql<{ id: string }[]>`
    insert into categories (household_id, name) values (${householdId}, 'Bench') returning id`;
  await sql.begin(async (tx) => {
    for (let i = 0; i < rules; i += 1) {
      await insertRule(tx, householdId, exampleRule(i, category?.id ?? ''));
    }
  });
  return tenant;
}

/** Rule number i: matches the transactions of merchant i, in one spelling or the other. */
export function exampleRule(i: number, categoryId: string): RuleDraft {
  const number = String(i).padStart(4, '0');
  const test = (conditionType: string, operator: string, value: string) => ({
    conditionType,
    operator,
    value,
    subConditions: [],
  });
  return {
    name: `Merchant ${number}`,
    resourceType: 'transaction',
    active: true,
    effectiveDate: null,
    priority: 0,
    stop: false,
    conditions: [
      test('transaction_amount', '>', '1'),
      {
        conditionType: 'compound',
        operator: 'or',
        value: null,
        subConditions: [
          test('transaction_name', 'like', `merchant ${number}`),
          test('transaction_notes', '=', `Merchant no. ${number}`),
        ],
      },
    ],
    actions: [
      { actionType: 'set_transaction_category', value: categoryId },
      { actionType: 'set_transaction_name', value: `Merchant ${number}` },
    ],
  };
}
