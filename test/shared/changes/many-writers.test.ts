import { expect } from 'chai';
import { feedHead, readFeed } from '../../../shared/changes/feed.ts';
import { decodeFeedCursor } from '../../../shared/changes/feed-cursor.ts';
import { connect } from '../../../shared/postgres/connect.ts';
import { untilComplete } from '../../helpers/until-complete.ts';
import { withDatabase } from '../../helpers/with-database.ts';

const WRITERS = 8;
const RECORDS = 400;
const TRANSACTIONS = 30;

describe('the feed alongside eight writers', () => {
  const database = withDatabase();

  it('misses nothing of what they commit, and never goes back', async () => {
    const { sql } = database;
    const writers = connect({
      databaseUrl: database.url,
      poolMax: WRITERS,
      applicationName: 'writers',
    });
    const [household] = await sql<[{ id: string }]>`
      insert into households (name) values ('Test') returning id`;
    await sql`
      insert into merchants (household_id, name, website_url)
      select ${household.id}::uuid, n::text, '0' from generate_series(1, ${RECORDS}) n`;
    let after = await feedHead(sql);

    // Each changes its own rows, in transactions that overlap with all others, of which every fourth is taken back.
    const write = async (writer: number): Promise<void> => {
      for (let n = 1; n <= TRANSACTIONS; n += 1) {
        const change = writers.begin(async (tx) => {
          for (let half = 0; half < 2; half += 1) {
            await tx`
              update merchants
              set website_url = (website_url::integer + 1)::text
              where household_id = ${household.id}
                and name::integer % ${WRITERS} = ${writer}`;
          }
          if (n % 4 === 0) throw new Error('taken back');
        });
        await change.catch((error: unknown) => {
          if ((error as Error).message !== 'taken back') throw error;
        });
      }
    };
    const held = new Map<string, number>();
    let before = 0n;
    const follow = async (): Promise<boolean> => {
      const page = await readFeed(sql, [household.id], { after, limit: 97 });
      const ids = page.lines.map(({ id }) => id);
      const rows = await sql<{ id: string; version: number }[]>`
        select id, website_url::integer as version from merchants where id = any(${ids}::uuid[])`;
      for (const { id, version } of rows) {
        expect(version).to.be.at.least(held.get(id) ?? 0);
        held.set(id, version);
      }
      const { xact } = decodeFeedCursor(page.cursor).log;
      expect(BigInt(xact) >= before).to.equal(true);
      before = BigInt(xact);
      after = page.cursor;
      return page.hasMore;
    };
    const writing = new AbortController();
    const all = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer))).finally(
      () => writing.abort(),
    );
    while (!writing.signal.aborted) await follow();
    await all;
    await writers.end({ timeout: 5 });
    await untilComplete(sql);
    while (await follow());
    await follow();
    const stored = await sql<{ id: string; version: number }[]>`
      select id, website_url::integer as version from merchants where household_id = ${household.id}`;
    expect(held).to.deep.equal(new Map(stored.map(({ id, version }) => [id, version])));
  });
});
