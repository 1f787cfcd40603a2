import { expect } from 'chai';
import type { CaseCheck, CaseStep, CaseStepHandler, CaseWorld } from './case-world.ts';
import { resolveCase } from './case-values.ts';
import { matchCase } from './match-case.ts';
import { answered } from './start-api.ts';

/** Makes a row of a household's table and remembers it under the step's alias. */
async function insertNamed(
  world: CaseWorld,
  { as, family }: CaseStep,
  table: string,
  attrs: Record<string, unknown>,
): Promise<void> {
  const { sql } = world.database;
  const [row] = await sql`
    insert into ${sql(table)} ${sql({ ...attrs, household_id: world.households.get(family) })}
    returning *`;
  world.values.set(as, row);
}

/** Steps that make a ledger and imports into it; the queue is drained by the suite's own step. */
export function importSteps(
  drain: (world: CaseWorld) => Promise<void>,
): Readonly<Record<string, CaseStepHandler>> {
  const send = async (world: CaseWorld, path: string, body: unknown, status: number) => {
    const headers = {
      'X-Api-Key': world.keys.get('k_write')!.value,
      'Content-Type': 'application/json',
    };
    const answer = await answered(status, world.send({ method: 'POST', path, headers, body }));
    return answer.body.data;
  };
  return {
    drain_queue: drain,
    async account(world, step) {
      const { type, ...attrs } = step['attrs'];
      await insertNamed(world, step, 'accounts', { ...attrs, accountable_type: type });
    },
    async category(world, step) {
      const { parent, ...attrs } = step['attrs'];
      const parentId = parent === undefined ? null : world.values.get(parent).id;
      await insertNamed(world, step, 'categories', { ...attrs, parent_id: parentId });
    },
    tag: (world, step) => insertNamed(world, step, 'tags', step['attrs']),
    merchant: (world, step) => insertNamed(world, step, 'merchants', step['attrs']),
    async transaction(world, step) {
      const { sql } = world.database;
      const account = world.values.get(step['account']);
      const { tags = [], ...attrs } = step['attrs'];
      const [row] = await sql`
        insert into transactions ${sql({
          currency: account.currency,
          ...attrs,
          household_id: account.householdId,
          account_id: account.id,
          source: step['source'],
          external_id: step['source'] === 'provider' ? `bank-${step['as']}` : null,
        })}
        returning *`;
      for (const tag of tags) {
        await sql`
          insert into transaction_tags (household_id, transaction_id, tag_id)
          values (${account.householdId}, ${row!['id']}, ${world.values.get(tag).id})`;
      }
      world.values.set(step['as'], row);
    },
    async import(world, step) {
      const made = await send(world, '/api/v1/imports', step['fields'], 201);
      world.values.set(step['as'], made);
      if (step['publish'] !== true) return;
      await send(world, `/api/v1/imports/${made.id}/publish`, {}, 202);
      await drain(world);
    },
    async undo(world, step) {
      await send(world, `/api/v1/imports/${world.values.get(step['import']).id}/undo`, {}, 202);
      await drain(world);
    },
  };
}

/** `{find: list path, where?, count?, is?}`: all pages of a list, and what those of its items hold that fit `where`. */
export const findCheck: CaseCheck = async (world, check) => {
  const { find, where = {}, count, is } = resolveCase(world, check);
  const items: any[] = [];
  for (let page = 1; ; page += 1) {
    const mark = find.includes('?') ? '&' : '?';
    const answer = await world.send({
      method: 'GET',
      path: `${find}${mark}per_page=100&page=${page}`,
      headers: { 'X-Api-Key': world.keys.get('k_read')!.value },
      body: null,
    });
    expect(answer.status, answer.text).to.equal(200);
    items.push(...answer.body.data);
    if (page >= answer.body.meta.total_pages) break;
  }
  const found = items.filter((item) => fits(item, where));
  if (count !== undefined) expect(found, `${find} ${JSON.stringify(items)}`).to.have.length(count);
  if (is === undefined) return;
  expect(found, `${find} ${JSON.stringify(where)}`).to.not.have.length(0);
  for (const item of found) matchCase(item, is, find);
};

function fits(item: any, where: any): boolean {
  try {
    matchCase(item, where, '');
    return true;
  } catch {
    return false;
  }
}
