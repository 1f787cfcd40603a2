import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { readFeed } from '../../../shared/changes/feed.ts';
import { encodeFeedCursor } from '../../../shared/changes/feed-cursor.ts';
import { signChanges } from '../../../shared/changes/sign-changes.ts';
import { tellChanges } from '../../../shared/webhooks/tell-changes.ts';
import { newEndpoint } from '../../helpers/deliver-events.ts';
import { newHousehold, newNamed } from '../../helpers/rule-fixtures.ts';
import { rowsReadIn } from '../../helpers/rows-read.ts';
import { createPlatform } from '../../helpers/start-api.ts';
import { untilComplete } from '../../helpers/until-complete.ts';
import { withDatabase } from '../../helpers/with-database.ts';

describe('changes.available', () => {
  const database = withDatabase();
  let householdId: string;

  beforeEach(async () => {
    await database.sql`delete from webhook_endpoints`;
    householdId = await newHousehold(database.sql);
  });

  const addTag = (of = householdId) =>
    database.sql.begin(async (tx) => {
      await signChanges(tx, { by: 'key', id: randomUUID() });
      return newNamed(tx, 'tags', of);
    });
  const take = () => database.sql`update webhook_deliveries set status = 'delivered'`;
  const tell = async () => {
    await untilComplete(database.sql);
    return tellChanges(database.sql);
  };
  /** The cursors that were sent since the last call, by endpoint; each is taken by its receiver. */
  const sentCursors = async (): Promise<[string, string, string][]> => {
    await tell();
    const rows = await database.sql<any[]>`
      select endpoint_id, household_id, payload from webhook_deliveries where status = 'pending' order by created_at`;
    await take();
    return rows.map(({ endpointId, householdId: of, payload }) => {
      expect(payload.type).to.equal('changes.available');
      expect(payload.data).to.have.keys(['household_id', 'cursor']);
      return [endpointId, of, payload.data.cursor];
    });
  };
  const idsBehind = async (cursor: string, of = householdId) =>
    (await readFeed(database.sql, [of], { after: cursor, limit: 100 })).lines.map(({ id }) => id);

  it('comes once for what changed, with a cursor behind which just that is', async () => {
    const { id } = await newEndpoint(database, householdId, { url: 'https://app.test/' });
    expect((await sentCursors()).map(([endpoint]) => endpoint)).to.deep.equal([id]);
    expect(await sentCursors()).to.deep.equal([]);
    const tags = [await addTag(), await addTag()];
    const [[endpoint, of, cursor] = ['', '', ''], ...more] = await sentCursors();
    expect([endpoint, of, more]).to.deep.equal([id, householdId, []]);
    expect((await idsBehind(cursor)).sort()).to.deep.equal(tags.sort());
    expect(await sentCursors()).to.deep.equal([]);
  });

  it('comes in a database that was restored into a cluster with fewer transactions', async () => {
    await newEndpoint(database, householdId, { url: 'https://app.test/' });
    await sentCursors();
    const log = { xact: '900000000000000000', line: '0', items: 0, above: '0' };
    const cursor = encodeFeedCursor({ origin: '1', log });
    await database.sql`update webhook_cursors set cursor = ${cursor}`;
    await addTag();
    expect(await sentCursors()).to.have.length(1);
    await addTag();
    expect(await sentCursors()).to.have.length(1);
  });

  it('reads nothing of a log that was there before the first look, and misses nothing', async () => {
    const { sql } = database;
    await newEndpoint(database, householdId, { url: 'https://app.test/' });
    await sentCursors();
    await sql`
      insert into changes (household_id, kind, operation, record_id)
      select ${householdId}, 'tags', 'updated', gen_random_uuid()
      from generate_series(1, 20000)`;
    await sql`analyze changes`;
    await sql`update webhook_walk set horizon = '0', after_line = 0, next_line = 0, next_xact = '0'`;
    const read = await rowsReadIn(database, ['changes'], async () => {
      for (let look = 0; look < 3; look += 1) await tell();
    });
    expect(read).to.be.below(1000);
    expect(await sentCursors()).to.have.length(1);
    await addTag();
    expect(await sentCursors()).to.have.length(1);
  });

  it('waits for a transaction that began earlier, and misses nothing of it', async () => {
    await newEndpoint(database, householdId, { url: 'https://app.test/' });
    await sentCursors();
    let early = '';
    await database.sql.begin(async (tx) => {
      await signChanges(tx, { by: 'key', id: randomUUID() });
      early = await newNamed(tx, 'tags', householdId);
      await addTag();
      await tellChanges(database.sql);
    });
    const cursors = (await sentCursors()).map(([, , cursor]) => cursor);
    expect(cursors).to.have.length(1);
    expect(await idsBehind(cursors[0]!)).to.include(early);
  });

  it('misses nothing of a transaction with a number above those that had ended, and a lower line', async () => {
    await newEndpoint(database, householdId, { url: 'https://app.test/' });
    await sentCursors();
    const begin = async () => {
      const held = await database.sql.reserve();
      await held`begin`;
      await held`select pg_current_xact_id()`;
      return held;
    };
    // Numbered in this order; only the first has ended when the log is looked at.
    const [ended, working, late] = [await begin(), await begin(), await begin()];
    const tag = await newNamed(late, 'tags', householdId);
    const other = await newHousehold(database.sql);
    await ended`insert into tags (household_id, name) values (${other}, 'later line')`;
    await ended`commit`;
    await tellChanges(database.sql);
    await working`commit`;
    await tellChanges(database.sql);
    await late`commit`;
    for (const held of [ended, working, late]) held.release();
    const cursors = (await sentCursors()).map(([, , cursor]) => cursor);
    expect(cursors).to.have.length(1);
    expect(await idsBehind(cursors[0]!)).to.include(tag);
  });

  it('does not pile up at an endpoint that takes nothing, and does not keep others from being notified', async () => {
    const [dead, alive] = [
      await newEndpoint(database, householdId, { url: 'https://dead.test/' }),
      await newEndpoint(database, householdId, { url: 'https://app.test/' }),
    ];
    await sentCursors();
    await addTag();
    await tell();
    const taken = () =>
      database.sql`update webhook_deliveries set status = 'delivered' where endpoint_id = ${alive.id}`;
    for (let n = 0; n < 3; n += 1) {
      await taken();
      await tell();
      await addTag();
      await tell();
    }
    const counts = await database.sql<any[]>`
      select endpoint_id, count(*)::integer as count from webhook_deliveries group by 1`;
    const countOf = (of: string): number =>
      counts.find(({ endpointId }) => endpointId === of).count;
    // One each at the beginning, one for the first tag.
    expect([countOf(dead.id), countOf(alive.id)]).to.deep.equal([2, 5]);
    // What came meanwhile is reported once the last one is taken.
    expect((await sentCursors()).map(([endpoint]) => endpoint)).to.include(dead.id);
  });

  it('comes after the rules ran', async () => {
    await newEndpoint(database, householdId, { url: 'https://app.test/' });
    await sentCursors();
    await addTag();
    const run = { household_id: householdId, execution_type: 'scheduled', trigger: 'import' };
    const [made] = await database.sql<{ id: string }[]>`
      insert into rule_runs ${database.sql(run)} returning id`;
    for (const status of ['queued', 'running']) {
      await database.sql`update rule_runs set status = ${status} where id = ${made!.id}`;
      expect(await sentCursors(), status).to.deep.equal([]);
    }
    await database.sql`update rule_runs set created_at = now() - interval '61 s' where id = ${made!.id}`;
    expect(await sentCursors()).to.have.length(1);
  });

  it('goes to an app for each of its households, and not for what another household changed', async () => {
    const app = await createPlatform(database, 'App');
    const other = await newHousehold(database.sql);
    await database.sql`update households set platform_id = ${app.platformId} where id = ${householdId}`;
    await database.sql`
      insert into webhook_endpoints (platform_id, url) values (${app.platformId}, 'https://app.test/')`;
    expect((await sentCursors()).map(([, of]) => of)).to.deep.equal([householdId]);
    await addTag(other);
    expect(await sentCursors()).to.deep.equal([]);
    await addTag();
    expect((await sentCursors()).map(([, of]) => of)).to.deep.equal([householdId]);
  });

  it('is not written for endpoints that do not want it, or are disabled', async () => {
    const events = ['sync.failed'] as const;
    await newEndpoint(database, householdId, { url: 'https://app.test/', events });
    const off = await newEndpoint(database, householdId, { url: 'https://app.test/' });
    await database.sql`
      update webhook_endpoints set disabled_at = now(), disabled_reason = 'request' where id = ${off.id}`;
    await addTag();
    expect(await sentCursors()).to.deep.equal([]);
  });
});
