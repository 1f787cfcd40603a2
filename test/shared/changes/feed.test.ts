import { expect } from 'chai';
import { feedHead, listAdvanced, readFeed } from '../../../shared/changes/feed.ts';
import type { FeedPage } from '../../../shared/changes/feed-page.ts';
import { signChanges } from '../../../shared/changes/sign-changes.ts';
import type { AnySql } from '../../../shared/postgres/connect.ts';
import { tellChanges } from '../../../shared/webhooks/tell-changes.ts';
import { newHousehold, newNamed } from '../../helpers/rule-fixtures.ts';
import { untilComplete } from '../../helpers/until-complete.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('the feed of changes', () => {
  const database = withDatabase();
  const CAUSE = '00000000-0000-4000-8000-000000000001';

  async function makeHousehold(): Promise<string> {
    const id = await newHousehold(database.sql);
    await untilComplete(database.sql);
    return id;
  }

  const makeTag = (sql: AnySql, household: string, name: string): Promise<string> =>
    newNamed(sql, 'tags', household, name);

  const signed = <T>(write: (sql: AnySql) => Promise<T>): Promise<T> =>
    database.sql.begin(async (tx) => {
      await signChanges(tx, { by: 'key', id: CAUSE });
      return write(tx);
    }) as Promise<T>;

  async function readAll(
    households: string[],
    after: string | undefined,
    limit = 100,
    isComplete = true,
  ) {
    if (isComplete) await untilComplete(database.sql);
    const lines: FeedPage['lines'][number][] = [];
    let page: FeedPage | undefined;
    for (let cursor = after; page === undefined || page.hasMore; cursor = page.cursor) {
      page = await readFeed(database.sql, households, { after: cursor, limit });
      lines.push(...page.lines);
    }
    return { lines, cursor: page.cursor };
  }

  it('begins with what there is and continues with the log, page by page', async () => {
    const household = await makeHousehold();
    const other = await makeHousehold();
    const tags: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      tags.push(await makeTag(database.sql, household, name));
    }
    await makeTag(database.sql, other, 'foreign');
    const first = await readAll([household], undefined, 2);
    expect(first.lines.map(({ type }) => type)).to.deep.equal([
      'household',
      ...tags.map(() => 'tag'),
    ]);
    expect(first.lines.slice(1).map(({ id }) => id)).to.have.members(tags);
    expect((await readAll([household], first.cursor)).lines).to.deep.equal([]);
    const more = await signed((tx) => makeTag(tx, household, 'f'));
    const { lines } = await readAll([household], first.cursor);
    expect(lines).to.have.length(1);
    expect(lines[0]).to.deep.include({
      type: 'tag',
      id: more,
      householdId: household,
      cause: { by: 'key', id: CAUSE },
    });
  });

  it('waits for an earlier transaction that commits later, and brings it then', async () => {
    const household = await makeHousehold();
    const head = await feedHead(database.sql);
    let late = '';
    let soon = '';
    await signed(async (tx) => {
      late = await makeTag(tx, household, 'late');
      soon = await signed((other) => makeTag(other, household, 'soon'));
      expect((await readAll([household], head, 100, false)).lines).to.deep.equal([]);
      expect(await listAdvanced(database.sql, [{ householdId: household, after: head }])).to.be
        .empty;
    });
    expect((await readAll([household], head)).lines.map(({ id }) => id)).to.deep.equal([
      late,
      soon,
    ]);
    const places = [{ householdId: household, after: head }];
    expect(await listAdvanced(database.sql, places)).to.deep.equal(places);
  });

  it('brings a record that changed often once, where it changed last', async () => {
    const household = await makeHousehold();
    const [often, once] = await signed(async (tx) => [
      await makeTag(tx, household, 'often'),
      await makeTag(tx, household, 'once'),
    ]);
    const head = await feedHead(database.sql);
    for (let round = 0; round < 10; round += 1) {
      await signed((tx) => tx`update tags set color = ${`#00000${round}`} where id = ${often}`);
      if (round === 5)
        await signed((tx) => tx`update tags set color = '#ffffff' where id = ${once}`);
    }
    expect((await readAll([household], head)).lines.map(({ id }) => id)).to.deep.equal([
      once,
      often,
    ]);
  });

  it('reads many households in one order', async () => {
    const households = await Promise.all([1, 2, 3].map(makeHousehold));
    const { cursor } = await readAll(households, undefined);
    const made: string[] = [];
    for (let round = 0; round < 60; round += 1) {
      made.push(await signed((tx) => makeTag(tx, households[round % 3] ?? '', `t${round}`)));
    }
    const { lines } = await readAll(households, cursor, 7);
    expect(lines.map(({ id }) => id)).to.deep.equal(made);
  });

  describe('of three hundred households', () => {
    let households: string[];
    let cursor: string;

    /** How often the log is searched while a page behind the cursor is read. */
    async function searches(): Promise<{ count: number; page: FeedPage }> {
      return database.sql.begin(async (tx) => {
        const count = async () => {
          const [row] = await tx<[{ count: number }]>`
            select idx_scan::integer as count from pg_stat_xact_user_tables where relname = 'changes'`;
          return row.count;
        };
        const before = await count();
        const page = await readFeed(tx, households, { after: cursor, limit: 100 });
        return { count: (await count()) - before, page };
      });
    }

    before(async () => {
      const rows = await database.sql<{ id: string }[]>`
        insert into households (name) select 'Of many ' || n from generate_series(1, 300) n returning id`;
      households = rows.map(({ id }) => id);
      // As schedulers do: a walk through the log moves on when what was at work at the one before has ended.
      for (let look = 0; look < 3; look += 1) {
        await makeTag(database.sql, households[0] ?? '', `look ${look}`);
        await untilComplete(database.sql);
        await tellChanges(database.sql);
      }
      ({ cursor } = await readAll(households, undefined));
      await database.sql`vacuum analyze changes`;
    });

    it('is one look while little is written, by whomever', async () => {
      const other = await makeHousehold();
      for (let n = 0; n < 20; n += 1) await makeTag(database.sql, other, `foreign ${n}`);
      const mine = await makeTag(database.sql, households[200] ?? '', 'mine');
      await untilComplete(database.sql);
      const { count, page } = await searches();
      expect(page.lines.map(({ id }) => id)).to.deep.equal([mine]);
      expect(count).to.be.below(20);
      cursor = page.cursor;
      expect((await searches()).page.lines).to.deep.equal([]);
    });

    it('misses nothing when much is written, and of what began earlier', async () => {
      const other = await makeHousehold();
      const made: string[] = [];
      await signed(async (tx) => {
        made.push(await makeTag(tx, households[7] ?? '', 'early'));
        for (let n = 0; n < 600; n += 1) await makeTag(tx, other, `much ${n}`);
        made.push(await makeTag(database.sql, households[9] ?? '', 'meanwhile'));
        await tellChanges(database.sql);
        expect((await searches()).page.lines).to.deep.equal([]);
      });
      const { lines } = await readAll(households, cursor);
      expect(lines.map(({ id }) => id)).to.deep.equal(made);
    });
  });

  const expectExpired = async (household: string, after: string): Promise<void> => {
    const answer = await readFeed(database.sql, [household], { after, limit: 1 }).catch(
      (error: unknown) => error,
    );
    expect(answer).to.have.property('code', 'cursor_expired');
  };

  it('answers cursor_expired for a cursor behind which lines were deleted', async () => {
    const household = await makeHousehold();
    const { cursor } = await readAll([household], undefined);
    await database.sql`
      update retention_walks set deleted_xact = pg_current_xact_id() where walked = 'changes'`;
    await expectExpired(household, cursor);
    const { cursor: fresh } = await readAll([household], undefined);
    expect((await readAll([household], fresh)).lines).to.deep.equal([]);
  });

  it('continues in a restored database whose retention deleted lines of another cluster', async () => {
    const household = await makeHousehold();
    await database.sql`
      update retention_walks
      set deleted_xact = (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000000)::text::xid8
      where walked = 'changes'`;
    const { cursor } = await readAll([household], undefined);
    expect((await readAll([household], cursor)).lines).to.deep.equal([]);
    await database.sql`update retention_walks set deleted_xact = '0' where walked = 'changes'`;
  });

  it('answers cursor_expired for a cursor of before a backup was restored into the same cluster', async () => {
    const household = await makeHousehold();
    const { cursor } = await readAll([household], undefined);
    await database.sql`create table restored (like changes including all)`;
    await database.sql`alter table changes rename to lost`;
    await database.sql`alter table restored rename to changes`;
    await expectExpired(household, cursor);
    await database.sql`drop table changes`;
    await database.sql`alter table lost rename to changes`;
  });
});
