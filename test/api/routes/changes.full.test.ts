import { connect as connectSocket } from 'node:net';
import { expect } from 'chai';
import { createMirror, expectExport, expectLists } from '../../helpers/mirror.ts';
import { fillExampleHousehold } from '../../helpers/example-household.ts';
import { fillNastily } from '../../helpers/nasty-household.ts';
import { eventually } from '../../helpers/eventually.ts';
import {
  answered,
  createKey,
  createPlatform,
  createTenant,
  withApi,
} from '../../helpers/start-api.ts';
import { untilComplete } from '../../helpers/until-complete.ts';

describe('GET /api/v1/changes', function () {
  const { database, api } = withApi({
    env: { CREDENTIALS_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}` },
  });

  const askAs = (as: 'write' | 'other' | { key: string }) => async (path: string) => {
    const answer = await api.answers(200, 'GET', path, { as });
    return answer.body ?? answer.text;
  };
  const ask = askAs('write');

  it('brings all of a household: what its lists and its export have', async () => {
    await fillExampleHousehold(database, api);
    await untilComplete(database.sql);
    const mirror = createMirror(ask);
    await mirror.follow(30);
    await expectLists(mirror, ask);
    await expectExport(mirror, ask);
    expect(await mirror.follow()).to.deep.equal([]);
    await fillNastily(database.sql, api.tenant.householdId, 1);
    await untilComplete(database.sql);
    await mirror.follow(100);
    await expectLists(mirror, ask);
    await expectExport(mirror, ask);
  });

  it('says what was written, by whom, and that it is gone', async () => {
    const mirror = createMirror(ask);
    await mirror.follow();
    const { body } = await api.request('POST', '/api/v1/tags', { body: { name: 'Holiday' } });
    const { id } = body.data;
    await untilComplete(database.sql);
    const [made, ...rest] = await mirror.follow();
    expect(rest).to.deep.equal([]);
    expect(made).to.deep.include({
      type: 'tag',
      id,
      household_id: api.tenant.householdId,
      operation: 'upsert',
      record: body.data,
    });
    expect(made.cause.by).to.equal('key');
    await api.request('DELETE', `/api/v1/tags/${id}`);
    await untilComplete(database.sql);
    const gone = await mirror.follow();
    expect(gone.map(({ operation, record }) => [operation, record])).to.deep.equal([
      ['delete', null],
    ]);
    expect(mirror.records.get('tag')?.has(id)).to.equal(false);
  });

  it('refuses what is no cursor, no type and no number', async () => {
    for (const query of [
      'cursor=abc',
      'types=transaction,cat',
      'limit=0',
      'limit=501',
      'wait=61',
    ]) {
      await answered(422, api.request('GET', `/api/v1/changes?${query}`), query);
    }
    const { sql } = database;
    const mirror = createMirror(ask);
    await mirror.follow();
    await sql`update retention_walks set deleted_xact = pg_current_xact_id() where walked = 'changes'`;
    await api.answers([410, 'cursor_expired'], 'GET', `/api/v1/changes?cursor=${mirror.cursor}`);
    await untilComplete(sql);
    await createMirror(ask).follow();
  });

  it('refuses a cursor in the walk through another household', async () => {
    const foreign = await askAs('other')('/api/v1/changes?limit=1');
    const path = (cursor: string) => `/api/v1/changes?limit=1&cursor=${cursor}`;
    await api.answers([422, 'validation_failed'], 'GET', path(foreign.next_cursor));
    await api.answers(200, 'GET', path(foreign.next_cursor), { as: 'other' });
  });

  it('refuses another kind in the middle of the first walk, which has passed its records', async () => {
    await fillExampleHousehold(database, api);
    const path = (query: string, cursor: string) => `/api/v1/changes?${query}&cursor=${cursor}`;
    const first = await ask('/api/v1/changes?limit=2&types=transaction');
    for (const query of ['limit=2', 'limit=2&types=account,transaction', 'limit=2&types=tag']) {
      await api.answers([422, 'validation_failed'], 'GET', path(query, first.next_cursor));
    }
    const same = await ask(path('limit=2&types=transaction', first.next_cursor));
    await api.answers(422, 'GET', path('limit=2', same.next_cursor));
    // With fewer kinds nothing is missed, until there are more again.
    const all = await ask('/api/v1/changes?limit=2');
    const fewer = await ask(path('limit=2&types=transaction,tag', all.next_cursor));
    expect(fewer.data).to.have.length(2);
    await api.answers(422, 'GET', path('limit=2', fewer.next_cursor));
    // The walk is over: the log has every kind.
    const end = await ask('/api/v1/changes?limit=500&types=household');
    await ask(path('limit=500', end.next_cursor));
  });

  describe('with wait', () => {
    const held = () => api.context.limits.eventStreams.held;

    async function caughtUp(): Promise<string> {
      await untilComplete(database.sql);
      const mirror = createMirror(ask);
      await mirror.follow();
      return mirror.cursor ?? '';
    }

    it('answers as soon as something comes, to all who wait', async () => {
      const cursor = await caughtUp();
      const waiting = Array.from({ length: 5 }, () =>
        api.request('GET', `/api/v1/changes?cursor=${cursor}&wait=60`),
      );
      await eventually(() => expect(held()).to.equal(5));
      expect(api.context.limits.reads.held).to.equal(0);
      const { body } = await api.request('POST', '/api/v1/tags', { body: { name: 'Soon' } });
      for (const answer of await Promise.all(waiting)) {
        expect(answer.body.data.map(({ id }: any) => id)).to.deep.equal([body.data.id]);
      }
      await eventually(() => expect(held()).to.equal(0));
    });

    it('waits on for the types that were asked for, and answers empty when time is up', async () => {
      const cursor = await caughtUp();
      const waiting = api.request('GET', `/api/v1/changes?cursor=${cursor}&wait=1&types=account`);
      await eventually(() => expect(held()).to.equal(1));
      await api.request('POST', '/api/v1/tags', { body: { name: 'Not asked for' } });
      const { body } = await waiting;
      expect(body.data).to.deep.equal([]);
      expect(body.has_more).to.equal(false);
    });

    it('answers nothing of what changed since its key was revoked', async () => {
      const cursor = await caughtUp();
      const { body } = await api.request('POST', '/api/v1/api_keys', {
        body: { name: 'Lost phone', scope: 'read' },
      });
      const waiting = api.request('GET', `/api/v1/changes?cursor=${cursor}&wait=60`, {
        as: { key: body.data.api_key },
      });
      await eventually(() => expect(held()).to.equal(1));
      await api.request('DELETE', `/api/v1/api_keys/${body.data.id}`);
      await api.request('POST', '/api/v1/tags', { body: { name: 'Not for the finder' } });
      expect((await waiting).body.data).to.deep.equal([]);
    });

    it('has places for thirty of a household, and ten of a key', async () => {
      const cursor = await caughtUp();
      const gone = new AbortController();
      const waiting = Array.from({ length: 10 }, () =>
        fetch(`${api.baseUrl}/api/v1/changes?cursor=${cursor}&wait=60`, {
          headers: { 'X-Api-Key': api.tenant.writeKey },
          signal: gone.signal,
        }).catch(() => undefined),
      );
      await eventually(() => expect(held()).to.equal(10));
      await api.answers(503, 'GET', `/api/v1/changes?cursor=${cursor}&wait=60`);
      gone.abort();
      await Promise.all(waiting);
      await eventually(() => expect(held()).to.equal(0));
    });

    it('wakes a hundred and twenty that wait, at the cost of one, and sends those above their share away', async () => {
      const { sql } = api.context;
      const tenants = await Promise.all(
        Array.from({ length: 4 }, (_, n) => createTenant(database, `Waiting ${n}`)),
      );
      await untilComplete(database.sql);
      // All at once: the first ones wait for a minute at most, whatever else the machine does.
      const askers = await Promise.all(
        tenants.map(async (tenant) => {
          const keys = [tenant.readKey, tenant.writeKey];
          for (let n = 0; n < 2; n += 1)
            keys.push(await createKey(database, tenant, { scope: 'read' }));
          const mirror = createMirror(askAs({ key: tenant.writeKey }));
          await mirror.follow();
          const path = `/api/v1/changes?cursor=${mirror.cursor}&wait=60`;
          return keys.map((key) => () => api.request('GET', path, { as: { key } }));
        }),
      );
      const waiters = askers.flatMap(([, ...three]) =>
        three.flatMap((wait) => Array.from({ length: 10 }, wait)),
      );
      await eventually(() => expect(held()).to.equal(120));
      for (const refused of await Promise.all(askers.map(([wait]) => wait!()))) {
        expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([503, '5']);
      }
      expect(held()).to.equal(120);
      const asked: string[] = [];
      const { options } = sql as unknown as { options: { debug: unknown } };
      const debug = options.debug;
      options.debug = (_connection: number, query: string) => void asked.push(query);
      try {
        const looks = () => asked.filter((query) => query.includes('webhook_walk')).length;
        // Those that began before the last look read once more first.
        await eventually(async () => {
          asked.length = 0;
          await eventually(() => expect(looks()).to.be.at.least(3));
          expect(asked.length).to.equal(looks());
        });
      } finally {
        options.debug = debug;
      }
      for (const { householdId } of tenants) {
        await database.sql`insert into tags (household_id, name) values (${householdId}, 'Awake')`;
      }
      for (const { status, body } of await Promise.all(waiters)) {
        expect([status, body.data[0].record.name]).to.deep.equal([200, 'Awake']);
      }
      await eventually(() => expect(held()).to.equal(0));
    });

    it('answers a client that ended its side', async () => {
      const cursor = await caughtUp();
      const { port, hostname } = new URL(api.baseUrl);
      const socket = connectSocket({ port: Number(port), host: hostname, allowHalfOpen: true });
      let text = '';
      socket.on('data', (data: Buffer) => (text += data.toString()));
      socket.end(
        `GET /api/v1/changes?cursor=${cursor}&wait=60 HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${api.tenant.writeKey}\r\nConnection: close\r\n\r\n`,
      );
      await eventually(() => expect(held()).to.equal(1));
      const { body } = await api.request('POST', '/api/v1/tags', { body: { name: 'Half closed' } });
      await eventually(() => expect(text).to.include(body.data.id));
      socket.destroy();
    });
  });

  it('brings a platform all of its households in one order, and no other', async () => {
    const { sql } = database;
    const { platformId, key } = await createPlatform(database, 'App');
    const mine = askAs({ key });
    const mirror = createMirror(mine);
    expect(await mirror.follow()).to.deep.equal([]);
    const tenants = [await createTenant(database, 'One'), await createTenant(database, 'Two')];
    const ids = tenants.map(({ householdId }) => householdId);
    await sql`update households set platform_id = ${platformId} where id = any(${ids}::uuid[])`;
    for (let n = 0; n < 6; n += 1) {
      const as = { key: tenants[n % 2]!.writeKey };
      await api.request('POST', '/api/v1/tags', { as, body: { name: `T${n}` } });
      await api.request('POST', '/api/v1/tags', { as: 'other', body: { name: `Foreign ${n}` } });
    }
    await untilComplete(sql);
    const items = (await mirror.follow(2)).filter(({ type }) => type === 'tag');
    expect(items.map(({ record, household_id: of }) => [record.name, of])).to.deep.equal(
      Array.from({ length: 6 }, (_, n) => [`T${n}`, ids[n % 2]]),
    );
    const fresh = createMirror(mine);
    await fresh.follow(2);
    expect([...(fresh.records.get('household')?.keys() ?? [])]).to.have.members(ids);
    expect(fresh.records.get('tag')?.size).to.equal(6);
  });

  it('informs a platform of a household that it gets, and of one that it loses, with nothing of it afterwards', async () => {
    const { sql } = database;
    const { platformId, key } = await createPlatform(database, 'Leaving');
    const as = { key };
    const mirror = createMirror(askAs(as));
    const follow = async () => {
      await untilComplete(sql);
      return (await mirror.follow(2)).map(({ type, id, operation }) => [type, id, operation]);
    };
    await follow();
    const make = async (name: string): Promise<string> => {
      const { body } = await api.request('POST', '/api/v1/households', { as, body: { name } });
      await sql`insert into tags (household_id, name) values (${body.data.id}, ${name})`;
      return body.data.id;
    };
    const held = () => [...mirror.records].flatMap(([type, rows]) => [...rows].map(() => type));
    const asked = api.request('GET', `/api/v1/changes?cursor=${mirror.cursor}&wait=60`, { as });
    await eventually(() => expect(api.context.limits.eventStreams.held).to.equal(1));
    const [one, other] = [await make('One'), await make('Other')];
    expect((await asked).body.data[0]).to.include({ type: 'household', household_id: one });
    expect((await follow()).filter(([type]) => type === 'household')).to.deep.equal(
      [one, other].map((id) => ['household', id, 'upsert']),
    );
    const waiting = api.request('GET', `/api/v1/changes?cursor=${mirror.cursor}&wait=60`, { as });
    await eventually(() => expect(api.context.limits.eventStreams.held).to.equal(1));
    await api.request('DELETE', `/api/v1/households/${one}`, { as });
    await sql`insert into tags (household_id, name) values (${one}, 'Late')`;
    await untilComplete(sql);
    const ofTags = await askAs(as)(`/api/v1/changes?cursor=${mirror.cursor}&types=tag`);
    expect(ofTags.data.map(({ type, id }: any) => [type, id])).to.deep.equal([['household', one]]);
    const [gone] = (await waiting).body.data;
    expect(gone).to.deep.include({ type: 'household', id: one, household_id: one, record: null });
    expect(gone.cause.by).to.equal('key');
    expect(await follow()).to.deep.equal([['household', one, 'delete']]);
    expect(held()).to.deep.equal(['household', 'tag']);
    // However it goes.
    await sql`delete from households where id = ${other}`;
    expect(await follow()).to.deep.equal([['household', other, 'delete']]);
    expect(held()).to.deep.equal([]);
    expect(await sql`select 1 from changes where household_id = ${platformId}`).to.have.length(4);
  });
});
