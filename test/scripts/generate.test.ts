import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { dumpSchema } from '../../scripts/generate/dump-schema.ts';
import { readSource, root } from '../helpers/checkout.ts';
import { withDatabase } from '../helpers/with-database.ts';

describe('the migrations of 1.0.0', () => {
  it('stay as they are: databases have run them', () => {
    const folder = 'shared/postgres/migrations';
    const released = readdirSync(path.join(root, folder)).filter((name) => name < '0014');
    const text = released.sort().map((name) => readSource(`${folder}/${name}`));
    const digest = createHash('sha256').update(text.join('')).digest('hex');
    expect(digest).to.equal('ea74544b0b654218eacea7f948ee61160220f49335f3374fa4dc9633cdfb643e');
  });
});

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
