import { expect } from 'chai';
import { RuleSet } from '../../../../shared/rules/rule-set.ts';
import { readRowBatches } from '../../../../shared/rules/store/rule-rows.ts';
import { newAccount, newHousehold } from '../../../helpers/rule-fixtures.ts';
import { withDatabase } from '../../../helpers/with-database.ts';

const ROWS = 60;

describe('reading rows for rules', () => {
  const database = withDatabase();

  it('gives others their turn after a few rows where each takes long', async () => {
    const { sql } = database;
    const householdId = await newHousehold(sql);
    const account_id = await newAccount(sql, householdId);
    const row = {
      household_id: householdId,
      account_id,
      amount: '1',
      currency: 'EUR',
      name: 'Tea',
    };
    const rows = Array.from({ length: ROWS }, () => ({ ...row, date: '2025-01-01' }));
    await sql`insert into transactions ${sql(rows)}`;
    const rules = new RuleSet([], { ignoreLocks: false, exists: () => true });
    const sizes: number[] = [];
    const scope = { householdId, rules, disabledAccountIds: [], ids: null };
    for await (const batch of readRowBatches(sql, scope)) {
      sizes.push(batch.length);
      // As rules of many conditions do: at least so long, whatever else the machine does.
      const until = performance.now() + 8 * batch.length;
      while (performance.now() < until);
    }
    expect(sizes.reduce((sum, size) => sum + size)).to.equal(ROWS);
    expect(Math.max(...sizes.slice(1))).to.be.at.most(2);
  });
});
