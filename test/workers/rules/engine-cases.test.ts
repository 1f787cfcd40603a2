import { expect } from 'chai';
import postgres from 'postgres';
import { negateDecimal, normalizeDecimal } from '#preflight/money';
import type { RuleAction, RuleCondition } from '#preflight/rules/rule';
import { compileRule } from '../../../shared/rules/compile-rule.ts';
import { previewRule } from '../../../shared/rules/store/plan-rules.ts';
import cases from '../../cases/rules_engine.json' with { type: 'json' };
import {
  newAccount,
  newHousehold,
  newNamed,
  newRule,
  newTransaction,
  readTransaction,
  runRules,
} from '../../helpers/rule-fixtures.ts';
import { withDatabase } from '../../helpers/with-database.ts';

interface WireCondition {
  condition_type: string;
  operator: string;
  value?: string | null;
  sub_conditions?: WireCondition[];
}

/** test/cases/rules_engine.json, each vector in its own household. */
describe('the rules engine: cases', () => {
  const database = withDatabase();
  /** Label of a fixture row to its id, both ways. */
  let ids: Map<string, string>;
  let householdId: string;

  beforeEach(async () => {
    const { sql } = database;
    const fixture = cases.fixtures.shared;
    householdId = await newHousehold(sql);
    ids = new Map();
    for (const name of fixture.categories) {
      ids.set(name, await newNamed(sql, 'categories', householdId, name));
    }
    for (const name of fixture.merchants) {
      ids.set(name, await newNamed(sql, 'merchants', householdId, name));
    }
    for (const name of fixture.tags) ids.set(name, await newNamed(sql, 'tags', householdId, name));
    for (const name of fixture.accounts) {
      const rows: { account_id: string; account_status?: string }[] = fixture.transactions;
      const row = rows.find((candidate) => candidate.account_id === name);
      const status = row?.account_status ?? 'active';
      ids.set(name, await newAccount(sql, householdId, { name, status }));
    }
    for (const row of fixture.transactions) await loadTransaction(row);
  });

  async function loadTransaction(row: (typeof cases.fixtures.shared.transactions)[0]) {
    const { sql } = database;
    const id = await newTransaction(sql, householdId, {
      account_id: idOf(row.account_id),
      name: row.name,
      // The cases see money out as positive, this service the other way round.
      amount: negateDecimal(normalizeDecimal(row.amount)!),
      date: row.date,
      category_id: row.category_id === null ? null : idOf(row.category_id),
      merchant_id: row.merchant_id === null ? null : idOf(row.merchant_id),
      notes: row.notes,
      extra: row.extra ?? {},
      kind: row.kind,
      excluded: row.excluded,
      is_split_parent: row.is_split_parent ?? false,
      locked_attributes: Object.fromEntries(row.locked.map((name) => [name, '2025-01-01'])),
    });
    ids.set(row.id, id);
    for (const tag of row.tag_ids) {
      await sql`
        insert into transaction_tags (household_id, transaction_id, tag_id)
        values (${householdId}, ${id}, ${idOf(tag)})`;
    }
  }

  function idOf(label: string): string {
    return ids.get(label)!;
  }

  const valueOf = (value: string | null | undefined): string | null =>
    value === null || value === undefined ? null : (ids.get(value) ?? value);
  const toCondition = (wire: WireCondition): RuleCondition => ({
    conditionType: wire.condition_type,
    operator: wire.operator,
    value: valueOf(wire.value),
    subConditions: (wire.sub_conditions ?? []).map(toCondition),
  });
  const toAction = (wire: { action_type: string; value?: string | null }): RuleAction => ({
    actionType: wire.action_type,
    value: valueOf(wire.value),
  });
  const labelOf = (id: string): string | undefined =>
    [...ids].find(([, candidate]) => candidate === id)?.[0];

  for (const vector of cases.vectors) {
    it(vector.name, async () => {
      const { sql } = database;
      const rule = {
        effectiveDate: vector.rule.effective_date,
        conditions: (vector.rule.conditions as WireCondition[]).map(toCondition),
        actions: vector.rule.actions.map(toAction),
      };
      const compiled = compileRule({ ...rule, stop: false });
      const options = { ignoreLocks: false, sampleSize: 100 };
      const { sampleIds } = await sql.begin((tx) =>
        previewRule(tx, householdId, { ...rule, compiled }, options),
      );
      expect(sampleIds.map(labelOf)).to.have.members(vector.expect.matched);

      const ruleId = await newRule(sql, householdId, rule);
      const run = await runRules(database, householdId, {
        ruleId,
        ignoreLocks: vector.options?.ignore_locks ?? false,
      });
      expect(run).to.include({ status: 'completed', queued: vector.expect.matched.length });
      const after: Record<string, any> = vector.expect.after ?? {};
      for (const [label, expected] of Object.entries(after)) {
        if (label === '$modified') {
          expect(run.modified).to.equal(expected);
          continue;
        }
        const row = await readTransaction(sql, idOf(label));
        for (const [column, value] of Object.entries<any>(expected)) {
          const wanted = Array.isArray(value) ? value.map(valueOf) : (valueOf(value) ?? value);
          expect(row[postgres.toCamel(column)], `${label}.${column}`).to.deep.equal(wanted);
        }
      }
    });
  }
});
