import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { dumpSchema } from '../../scripts/generate/dump-schema.ts';
import { skipWhenPartitioned } from '../helpers/skip-when-partitioned.ts';
import { withDatabase } from '../helpers/with-database.ts';

describe('shared/postgres/schema.sql', () => {
  const database = withDatabase();
  const file = join(import.meta.dirname, '..', '..', 'shared', 'postgres', 'schema.sql');

  it('is what the migrations add up to', async function () {
    await skipWhenPartitioned(this, database);
    expect(await dumpSchema(database.sql)).to.equal(readFileSync(file, 'utf8'));
  });

  it('tells a change of any kind', async () => {
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
