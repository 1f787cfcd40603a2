import { expect } from 'chai';
import { migrate } from '../../../shared/queue/migrate.ts';
import { eventually } from '../../helpers/eventually.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('migrations while the version before works', () => {
  const database = withDatabase();

  it('begin anew after a deadlock', async () => {
    const { sql, url } = database;
    const name = '0370__import_id_map__drop_household_key';
    // The migration locks import_id_map, then households.
    await sql`delete from schema_migrations where name = ${name}`;
    await sql`
      alter table import_id_map
      add constraint import_id_map_household_id_fkey foreign key (household_id) references households`;
    const worker = await sql.reserve();
    try {
      await worker`begin`;
      await worker`select from households`;
      const migrated = migrate(url);
      await eventually(async () => {
        const waiting =
          await sql`select from pg_locks where relation = 'households'::regclass and not granted`;
        expect(waiting).to.have.length(1);
      });
      await worker`select from import_id_map`;
      await worker`commit`;
      await migrated;
    } finally {
      worker.release();
    }
    expect(await sql`select from schema_migrations where name = ${name}`).to.have.length(1);
  });
});
