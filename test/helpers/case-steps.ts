import { expect } from 'chai';
import { generateApiKey } from '../../shared/households/api-key.ts';
import { insertHousehold } from '../../shared/households/households.ts';
import { insertUser } from '../../shared/households/users.ts';
import type { CaseStep, CaseStepHandler, CaseWorld } from './case-world.ts';
import { instantOf } from './case-values.ts';
import { matchCase } from './match-case.ts';

/** The rule of a step without attributes. */
const RULE = {
  name: 'Rule',
  resource_type: 'transaction',
  active: true,
  effective_date: null,
  conditions: [{ condition_type: 'transaction_name', operator: 'like', value: 'tea house' }],
  actions: [{ action_type: 'set_transaction_name', value: 'Tea House' }],
};

/** The variables that the cases name, in our settings. */
function toSettings(env: Record<string, string>): NodeJS.ProcessEnv {
  const { RATE_LIMIT_MODE: mode, ...rest } = env;
  if (mode === undefined) return rest;
  return { ...rest, RATE_LIMIT_PER_HOUR: mode === 'hosted' ? '100' : '0' };
}

/** Steps that need nothing but the API and the database; suites add their own to them. */
export const baseSteps: Readonly<Record<string, CaseStepHandler>> = {
  async base(world) {
    for (const [household, user] of [
      ['fam_a', 'ana'],
      ['fam_b', 'bo'],
    ] as const) {
      const { id } = await insertHousehold(world.database.sql, household);
      world.households.set(household, id);
      await addUser(world, { op: 'user', as: user, family: household });
    }
    await addKey(world, { op: 'api_key', as: 'k_read', user: 'ana', scopes: ['read'] });
    await addKey(world, { op: 'api_key', as: 'k_write', user: 'ana', scopes: ['read_write'] });
    await addKey(world, { op: 'api_key', as: 'k_other', user: 'bo', scopes: ['read_write'] });
  },
  user: addUser,
  api_key: addKey,
  async user_update(world, { user, attrs }) {
    const { sql } = world.database;
    await sql`update users set ${sql(attrs)} where id = ${world.users.get(user)!.id}`;
  },
  async rule(world, { as, family, attrs }) {
    world.values.set(as, await addRule(world, family, { ...RULE, ...attrs }));
  },
  async rules_bulk(world, { family, count }) {
    for (let i = 1; i <= count; i += 1)
      await addRule(world, family, { ...RULE, name: `Rule ${i}` });
  },
  config(world, { env }) {
    world.api.context.config = world.database.config(toSettings(env));
  },
  clock(world, { at }) {
    world.api.clock.set(at);
  },
  async http(world, step) {
    await sendStep(world, step);
  },
  async repeat_http(world, step) {
    for (let i = 0; i < step['times']; i += 1) await sendStep(world, step);
  },
  async parallel_http(world, step) {
    await Promise.all(Array.from({ length: step['times'] }, () => sendStep(world, step)));
  },
};

async function addUser(world: CaseWorld, { as, family }: CaseStep): Promise<void> {
  const householdId = world.households.get(family)!;
  const { id } = await insertUser(world.database.sql, householdId, as);
  world.users.set(as, { id, householdId });
}

/** Straight into the table: the cases need keys that no endpoint would make. */
async function addKey(world: CaseWorld, step: CaseStep): Promise<void> {
  const { sql } = world.database;
  const owner = world.users.get(step['user'])!;
  const { value, digest, lastFour } = generateApiKey();
  const now = world.api.clock.now();
  const [row] = await sql<{ id: string }[]>`
    insert into api_keys ${sql({
      user_id: owner.id,
      household_id: owner.householdId,
      name: step['as'],
      digest,
      last_four: lastFour,
      scopes: step['scopes'],
      expires_at: instantOf(step['expires_at'], now),
      revoked_at: instantOf(step['revoked_at'], now),
    })}
    returning id`;
  world.keys.set(step['as'], { id: row!.id, value });
}

async function addRule(world: CaseWorld, family: string, body: object): Promise<any> {
  const key = world.keys.get(family === 'fam_a' ? 'k_write' : 'k_other')!.value;
  const response = await world.api.request('POST', '/api/v1/rules', { as: { key }, body });
  expect(response.status, response.text).to.equal(201);
  return response.body.data;
}

async function sendStep(world: CaseWorld, step: CaseStep): Promise<void> {
  const response = await world.send(step['request']);
  matchCase(response.status, step['expect'].status, `setup request (${response.text})`);
  for (const [name, path] of Object.entries<string>(step['capture'] ?? {})) {
    const found = path
      .split('.')
      .filter((part) => part !== 'body')
      .reduce((value: any, part) => value?.[part], response.body);
    expect(found, `nothing to capture at ${path}`).to.not.equal(undefined);
    world.values.set(name, found);
  }
}
