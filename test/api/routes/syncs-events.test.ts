import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { expect } from 'chai';
import { events } from '../../../api/routes/sync-events.ts';
import { createSharedLooks } from '../../../api/http/shared-looks.ts';
import { insertConnection } from '../../../shared/sync/store/provider-connections.ts';
import { finishSync } from '../../../shared/sync/store/sync-progress.ts';
import { insertOrJoinSync } from '../../../shared/sync/store/syncs.ts';
import { eventually } from '../../helpers/eventually.ts';
import { rawRequest, sendRaw } from '../../helpers/raw-http.ts';
import { createKey, withApi } from '../../helpers/start-api.ts';

describe('shared looks', () => {
  it('are one for everybody who waits for the same thing', async () => {
    const looks = createSharedLooks<number>(5);
    let answers = 0;
    const look = async (): Promise<number> => Promise.resolve((answers += 1));
    const seen = await Promise.all(Array.from({ length: 600 }, () => looks.next('run', look)));
    expect(new Set(seen)).to.deep.equal(new Set([1]));
    expect(await Promise.all([looks.now('run', look), looks.now('run', look)])).to.deep.equal([
      2, 2,
    ]);
    await looks.now('another', look);
    expect(answers).to.equal(3);
  });

  it('are tried again after one that failed', async () => {
    const looks = createSharedLooks<string>(1);
    const failed = await looks.next('run', () => Promise.reject(new Error('away'))).catch(String);
    expect(failed).to.equal('Error: away');
    expect(await looks.next('run', () => Promise.resolve('back'))).to.equal('back');
  });
});

describe('event streams', function () {
  const { database, api } = withApi();
  let syncId: string;

  beforeEach(async () => {
    const { householdId } = api.tenant;
    const credential = { keyId: 'k', ciphertext: Buffer.from('c') };
    const id = randomUUID();
    const connection = {
      id,
      name: 'Bank',
      credential,
      digest: Buffer.from(id),
      lastFour: '1234',
      historyStart: null,
    };
    await insertConnection(database.sql, householdId, connection);
    syncId = (await insertOrJoinSync(database.sql, householdId, id, 'manual', new Date())).sync.id;
  });

  /** Opens a stream and waits for its first event, or for what it is refused with. */
  async function open(key: string) {
    const closing = new AbortController();
    const answer = await fetch(`${api.baseUrl}/api/v1/syncs/${syncId}/events`, {
      headers: { 'X-Api-Key': key },
      signal: closing.signal,
    });
    const { status, headers } = answer;
    if (status === 200) await answer.body?.getReader().read();
    return { status, headers, close: () => closing.abort() };
  }

  it('are bounded per key and per household, and their places come back', async () => {
    const keys = [api.tenant.readKey, api.tenant.writeKey];
    for (let n = 0; n < 2; n += 1) {
      keys.push(await createKey(database, api.tenant, { scope: 'read' }));
    }
    const opened = [];
    for (const key of keys.slice(0, 3)) {
      for (let n = 0; n < 10; n += 1) opened.push(await open(key));
      const refused = await open(key);
      expect(refused.status).to.equal(503);
      expect(refused.headers.get('retry-after')).to.equal('5');
    }
    expect(opened.map(({ status }) => status)).to.deep.equal(Array(30).fill(200));
    expect((await open(keys[3]!)).status).to.equal(503);
    const { eventStreams, eventStreamsOfKeys } = api.context.limits;
    for (const { close } of opened) close();
    await eventually(() => {
      expect([eventStreams.held, eventStreamsOfKeys.held]).to.deep.equal([0, 0]);
    });
    const again = await open(keys[3]!);
    expect(again.status).to.equal(200);
    again.close();
  });

  /** Reads a stream to its end; its key is looked at with each look at the run. */
  async function read(apiKeyId: string, atFirst: () => Promise<unknown>): Promise<string> {
    let text = '';
    const stream = events({
      context: { sql: database.sql, clock: { now: () => new Date() } },
      caller: { apiKeyId, householdId: api.tenant.householdId },
      id: syncId,
      isWanted: () => true,
      heartbeatMs: 0,
    });
    for await (const piece of stream) {
      text += piece;
      if (piece.startsWith('event: sync')) await atFirst();
    }
    return text;
  }

  it('end when their key is revoked, without a word about the run', async () => {
    const { householdId, userId } = api.tenant;
    const [key] = await database.sql<{ id: string }[]>`
      insert into api_keys (household_id, user_id, name, digest, last_four, scopes)
      values (${householdId}, ${userId}, 'Short-lived', ${randomUUID()}, 'abcd', '{read}')
      returning id`;
    const text = await read(key!.id, async () => {
      await database.sql`update api_keys set revoked_at = now() where id = ${key!.id}`;
    });
    expect(text).to.contain('event: sync').and.not.contain('event: end');
  });

  it('report to a client that ended its side of the connection the run once, and end', async () => {
    const { port } = new URL(api.baseUrl);
    const line = `GET /api/v1/syncs/${syncId}/events`;
    const asked = rawRequest(line, [`X-Api-Key: ${api.tenant.readKey}`]);
    const { status, body } = await sendRaw(Number(port), asked, { then: 'end' });
    expect(status).to.equal(200);
    expect(body.split('event: sync')).to.have.length(2);
    const { eventStreams } = api.context.limits;
    await eventually(() => expect(eventStreams.held).to.equal(0));
  });

  it('end when a client that listens ends its side', async () => {
    let text = '';
    const socket = connect({ port: Number(new URL(api.baseUrl).port), allowHalfOpen: true });
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.write(
      rawRequest(`GET /api/v1/syncs/${syncId}/events`, [`X-Api-Key: ${api.tenant.readKey}`]),
    );
    await eventually(() => expect(text).to.include('event: sync'));
    socket.end();
    await eventually(() => expect(socket.readableEnded).to.equal(true));
    expect(text).to.not.include('event: end');
  });

  it('say when the run has ended', async () => {
    const [key] = await database.sql<{ id: string }[]>`
      select id
      from api_keys
      where household_id = ${api.tenant.householdId}
        and revoked_at is null
      limit 1`;
    const { householdId } = api.tenant;
    const end = { status: 'completed', errors: [], now: new Date() } as const;
    const text = await read(key!.id, () =>
      finishSync(database.sql, { householdId, id: syncId }, { ...end, errors: [] }),
    );
    expect(text).to.match(/"status":"completed".*\n\nevent: end\ndata: \{\}\n\n$/);
  });
});
