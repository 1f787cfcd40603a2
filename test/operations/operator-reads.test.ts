import { expect } from 'chai';
import { listHouseholdsNamed } from '../../shared/households/households.ts';
import { listHouseholdEvents } from '../../shared/operations/store/timeline.ts';
import { rowsRead } from '../helpers/rows-read.ts';
import { createTenant } from '../helpers/start-api.ts';
import { withDatabase } from '../helpers/with-database.ts';

const MANY = 5_000;
const LIMIT = 20;

describe('what an operator looks for among many rows', () => {
  const database = withDatabase();

  it('a household by its name: reads as many rows as it shows', async () => {
    const { sql } = database;
    await sql`
      insert into households (name)
      select 'Many ' || n from generate_series(1, ${MANY}) n`;
    await sql`analyze households`;
    await sql.begin(async (tx) => {
      const before = await rowsRead(tx, 'households');
      const found = await listHouseholdsNamed(tx, 'mANy 1', LIMIT);
      expect(found.map(({ name }) => name).slice(0, 3)).to.deep.equal([
        'Many 1',
        'Many 10',
        'Many 100',
      ]);
      expect(found).to.have.length(LIMIT);
      expect((await rowsRead(tx, 'households')) - before).to.be.at.most(2 * LIMIT);
    });
  });

  it('what happened last in a household: reads as many rows of each kind as it shows', async () => {
    const { sql } = database;
    const { householdId } = await createTenant(database, 'Busy');
    await sql`
      insert into rule_runs (household_id, execution_type, trigger, status, finished_at, created_at)
      select ${householdId}, 'manual', 'request', 'completed', now(), now() - n * interval '1 minute'
      from generate_series(1, ${MANY}) n`;
    await sql`
      insert into changes (household_id, kind, operation, record_id, cause)
      select ${householdId}, 'tags', 'created', gen_random_uuid(), 'key'
      from generate_series(1, ${MANY}) n`;
    await sql`
      insert into import_sessions (household_id, type, created_at)
      select ${householdId}, 'NativeImport', now() - n * interval '1 hour'
      from generate_series(1, ${MANY}) n`;
    await sql`analyze rule_runs, changes, import_sessions`;
    await sql.begin(async (tx) => {
      const tables = ['rule_runs', 'changes', 'import_sessions', 'imports', 'syncs'];
      const before = await rowsRead(tx, ...tables);
      const events = await listHouseholdEvents(tx, householdId, LIMIT);
      expect(events).to.have.length(LIMIT);
      const times = events.map(({ at }) => at.getTime());
      expect(times).to.deep.equal(times.toSorted((a, b) => b - a));
      expect((await rowsRead(tx, ...tables)) - before).to.be.at.most(6 * LIMIT);
    });
  });
});
