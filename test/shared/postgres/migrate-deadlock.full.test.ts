import { expect } from 'chai';
import { PG_MIGRATE_LOCK_ID } from 'node-pg-migrate';
import { migrate } from '../../../shared/queue/migrate.ts';
import { eventually } from '../../helpers/eventually.ts';
import { withDatabase } from '../../helpers/with-database.ts';

const MIGRATION = '0012__changes__create';

describe('migrations while the version before works', function () {
  this.timeout(30_000);
  const database = withDatabase();
  const said: string[] = [];
  const log = { warn: (line: string) => said.push(line), info: () => undefined };
  const start = () => migrate(database.url, undefined, undefined, log);

  beforeEach(async () => {
    const { sql, url } = database;
    await sql`drop table changes, undo_kept`;
    await sql`drop function note_changes, if_changed cascade`;
    await sql`delete from schema_migrations where name = ${MIGRATION}`;
    // Postgres would end the worker: it looks for a deadlock earlier than the migration.
    const [, name = ''] = /([^/?]+)(?:\?.*)?$/.exec(url) ?? [];
    await sql`alter database ${sql(name)} set deadlock_timeout = '4s'`;
  });

  /** The first migration that waits for the table that it locks last. */
  const hasReachedLast = () =>
    eventually(async () => {
      const waiting =
        await database.sql`select from pg_locks where relation = 'transaction_tags'::regclass and not granted`;
      expect(waiting).to.have.length(1);
    });

  it('wait for its transactions, and for another process of the release, and make none of them the victim of a deadlock', async () => {
    const { sql } = database;
    const worker = await sql.reserve();
    try {
      await worker`set deadlock_timeout = '2500ms'`;
      await worker`begin`;
      await worker`lock table transaction_tags in row exclusive mode`;
      const migrated = start();
      await hasReachedLast();
      // Another process of the release waits without the lock that this one takes next.
      const [other] =
        await sql`select pg_try_advisory_lock(${String(PG_MIGRATE_LOCK_ID)}) as is_taken`;
      expect(other).to.deep.equal({ isTaken: false });
      // A table that the migration has locked already.
      await worker`lock table accounts in row exclusive mode`;
      await eventually(() => expect(said.join()).to.include('works with'));
      await worker`commit`;
      await migrated;
    } finally {
      worker.release();
    }
    expect(said[0]).to.match(
      /^waiting to migrate: The tables are in use: .*\(test\).* works with (accounts|transaction_tags)/,
    );
    expect(await sql`select from schema_migrations where name = ${MIGRATION}`).to.have.length(1);
  });
});
