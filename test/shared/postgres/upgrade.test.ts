import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { runner } from 'node-pg-migrate';
import { connect, type Sql } from '../../../shared/postgres/connect.ts';
import { migrate } from '../../../shared/queue/migrate.ts';
import { packageRoot } from '../../../shared/platform/package-root.ts';
import { findRule, listRules } from '../../../shared/rules/store/rules.ts';
import { newHousehold } from '../../helpers/rule-fixtures.ts';
import { withDatabase } from '../../helpers/with-database.ts';

/** Migrations of the first version that carried rules in two tables: what a database of it has. */
const FIRST_VERSION_MIGRATIONS = 17;

describe('a database of the first version', function () {
  const database = withDatabase();
  const name = `ledgerline_upgrade_${randomBytes(6).toString('hex')}`;
  let url: string;
  let sql: Sql;

  beforeEach(async () => {
    await database.sql.unsafe(`create database ${name}`);
    const named = new URL(database.url);
    named.pathname = `/${name}`;
    url = named.href;
    await runner({
      databaseUrl: url,
      dir: path.join(packageRoot(), 'shared/postgres/migrations'),
      migrationsTable: 'schema_migrations',
      direction: 'up',
      count: FIRST_VERSION_MIGRATIONS,
      log: () => undefined,
    });
    sql = connect({ databaseUrl: url, poolMax: 2, applicationName: 'test' });
  });
  afterEach(async () => {
    await sql.end({ timeout: 5 });
    await database.sql.unsafe(`drop database ${name} with (force)`);
  });

  it('keeps its rules with their parts, ids and times', async () => {
    const householdId = await newHousehold(sql);
    const [rule] = await sql<{ id: string }[]>`
      insert into rules (household_id, name, active, effective_date)
      values (${householdId}, 'Tea', true, '2025-01-02')
      returning id`;
    const at = '2025-03-04T05:06:07Z';
    const condition = (row: object) => sql`
      insert into rule_conditions ${sql({ household_id: householdId, rule_id: rule!.id, created_at: at, updated_at: at, ...row })}
      returning id`;
    const [group] = await condition({ position: 1, condition_type: 'compound', operator: 'or' });
    const parent_id = group!['id'];
    const like = { condition_type: 'transaction_name', operator: 'like' };
    await condition({ position: 1, parent_id, ...like, value: 'B' });
    await condition({ position: 0, parent_id, ...like, value: 'A' });
    // What a session that replicates writes: no trigger copies it onto the rule.
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`
        insert into rule_conditions (household_id, rule_id, position, condition_type, operator, value)
        values (${householdId}, ${rule!.id}, 0, 'transaction_amount', '>', '5')`;
    });
    for (const [position, type] of ['exclude_transaction', 'set_transaction_name'].entries()) {
      await sql`
        insert into rule_actions (household_id, rule_id, position, action_type, value)
        values (${householdId}, ${rule!.id}, ${position}, ${type}, ${position === 0 ? null : 'Tea'})`;
    }
    const [bare] = await sql<{ id: string }[]>`
      insert into rules (household_id, name) values (${householdId}, 'Bare') returning id`;

    await migrate(url);

    const stored = (await findRule(sql, householdId, rule!.id))!;
    expect(stored).to.include({ name: 'Tea', active: true, effectiveDate: '2025-01-02' });
    const leaf = (conditionType: string, operator: string, value: string) => ({
      conditionType,
      operator,
      value,
      subConditions: [],
    });
    expect(stored.conditions).to.deep.equal([
      leaf('transaction_amount', '>', '5'),
      {
        conditionType: 'compound',
        operator: 'or',
        value: null,
        subConditions: [
          leaf('transaction_name', 'like', 'A'),
          leaf('transaction_name', 'like', 'B'),
        ],
      },
    ]);
    expect(stored.conditionDocuments[1]).to.include({
      id: parent_id,
      created_at: at,
      updated_at: at,
    });
    expect(stored.actions).to.deep.equal([
      { actionType: 'exclude_transaction', value: null },
      { actionType: 'set_transaction_name', value: 'Tea' },
    ]);
    const page = await listRules(sql, householdId, { active: undefined }, { page: 1, perPage: 9 });
    expect(page.rows.map(({ id }) => id)).to.deep.equal([rule!.id, bare!.id]);
    const tables = await sql`
      select tablename from pg_tables where tablename in ('rule_conditions', 'rule_actions')`;
    expect(tables).to.have.length(0);
  });
});
