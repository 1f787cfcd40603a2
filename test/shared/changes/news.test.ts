import { expect } from 'chai';
import { readNews, type News } from '../../../shared/changes/news.ts';
import { tellChanges } from '../../../shared/webhooks/tell-changes.ts';
import { newHousehold } from '../../helpers/rule-fixtures.ts';
import { rowsRead } from '../../helpers/rows-read.ts';
import { untilComplete } from '../../helpers/until-complete.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('a look for news', () => {
  const database = withDatabase();

  it('reads what was written since the walk through the log, however long that is, with statistics of yesterday', async () => {
    const { sql } = database;
    const householdId = await newHousehold(sql);
    const fill = (lines: number) => sql`
      insert into changes (household_id, kind, operation, record_id)
      select ${householdId}, 'tags', 'updated', gen_random_uuid()
      from generate_series(1, ${lines}::integer)`;
    await fill(30_000);
    await sql`analyze changes`;
    for (let look = 0; look < 3; look += 1) {
      await fill(1);
      await untilComplete(sql);
      await tellChanges(sql);
    }
    const [{ horizon }] = await sql<[{ horizon: string }]>`
      select horizon::text as horizon from webhook_walk`;
    await fill(20);
    await untilComplete(sql);
    const looks: [News, number][] = [];
    // More often than Postgres tries plans for the values before it takes one for all.
    for (let look = 0; look < 8; look += 1) {
      await sql.begin(async (tx) => {
        const before = await rowsRead(tx, 'changes');
        const news = await readNews(tx, horizon);
        looks.push([news, (await rowsRead(tx, 'changes')) - before]);
      });
    }
    for (const [news, read] of looks) {
      expect([...news.owners]).to.deep.equal([householdId]);
      expect(read).to.be.below(50);
    }
  });
});
