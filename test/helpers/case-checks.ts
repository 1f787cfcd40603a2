import { expect } from 'chai';
import type { CaseCheck, CaseExpectation, CaseWorld } from './case-world.ts';
import { resolveCase } from './case-values.ts';
import type { SeenResponse } from './check-response.ts';
import { matchCase } from './match-case.ts';

const baseChecks: Readonly<Record<string, CaseCheck>> = {
  /** `{key, field, is: 'recent'}`: a timestamp of an API key lies within the last minute. */
  async key(world, { key, field, is }) {
    const [row] = await world.database.sql`
      select ${world.database.sql(field)} as value
      from api_keys
      where id = ${world.keys.get(key)!.id}`;
    expect(is).to.equal('recent');
    expect(row!['value']).to.be.an.instanceOf(Date);
    expect(Math.abs(Date.now() - row!['value'].getTime())).to.be.below(60_000);
  },
  /** `{count: table, equals}`: rows of the households of this case. */
  async count(world, { count, equals }) {
    const { sql } = world.database;
    const [row] = await sql`
      select count(*)::integer as rows
      from ${sql(count)}
      where household_id = any(${[...world.households.values()]}::uuid[])`;
    expect(row!['rows'], count).to.equal(equals);
  },
};

/** Compares an answer, and the state after it, with what a case expects. */
export async function checkCaseResult(
  world: CaseWorld,
  response: SeenResponse,
  expected: CaseExpectation,
  checks: Readonly<Record<string, CaseCheck>>,
): Promise<void> {
  matchCase(response.status, expected.status, `status (${response.text})`);
  const body = resolveCase(world, expected.body_subset ?? {});
  if (Object.keys(body).length > 0) matchCase(response.body, body, 'body');
  for (const [name, value] of Object.entries(expected.headers ?? {})) {
    matchCase(response.headers.get(name), value, `header ${name}`);
  }
  for (const secret of expected.body_not_contains ?? []) {
    expect(response.text).to.not.contain(secret);
  }
  for (const check of expected.after ?? []) {
    const name = Object.keys(check)[0] ?? '';
    const perform = { ...baseChecks, ...checks }[name];
    expect(perform, `unknown check ${name}`).to.not.equal(undefined);
    await perform!(world, check);
  }
}
