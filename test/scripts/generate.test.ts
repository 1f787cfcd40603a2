import { expect } from 'chai';
import { dumpSchema } from '../../scripts/generate/dump-schema.ts';
import { withDatabase } from '../helpers/with-database.ts';

describe('shared/postgres/schema.sql', () => {
  const database = withDatabase();

  it('reports a change of any kind', async () => {
    const before = await dumpSchema(database.sql);
    const changes = [
      'alter table households add column motto text',
      `comment on column households.motto is 'x'`,
      'create index households_motto on households (motto)',
      `alter table households add constraint households_motto check (motto <> '')`,
      `create function one() returns integer language sql as 'select 1'`,
      'create statistics motto_lengths on (length(motto)) from households',
      'create view mottos as select motto from households',
    ];
    let last = before;
    for (const change of changes) {
      await database.sql.unsafe(change);
      const now = await dumpSchema(database.sql);
      expect(now, change).not.to.equal(last);
      last = now;
    }
  });
});
