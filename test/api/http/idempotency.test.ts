import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { connect as connectToDatabase, requestTimeouts } from '../../../shared/postgres/connect.ts';
import { rawRequest, sendRaw } from '../../helpers/raw-http.ts';
import { answered, startApi, withApi } from '../../helpers/start-api.ts';
import { holdLock } from '../../helpers/hold-lock.ts';
import { untilWaiting } from '../../helpers/until-waiting.ts';
import { taskOfOld } from '../../helpers/worker-context.ts';

const HOUR_MS = 3600 * 1000;

describe('Idempotency-Key', () => {
  const { database, api } = withApi({
    env: { CREDENTIALS_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}` },
  });
  const keys = '/api/v1/api_keys';
  const newKey = (name: string = randomUUID()) => ({ name, scope: 'read' });
  const post = (key: string, body: unknown, as: 'write' | 'other' = 'write', path = keys) =>
    api.request('POST', path, { as, headers: { 'Idempotency-Key': key }, body });
  const countKeys = async (name: string): Promise<number> =>
    (await database.sql`select 1 from api_keys where name = ${name}`).count;

  it('has one effect of eight requests at once, which all get its answer', async () => {
    const body = newKey();
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('eight', body)));
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([201]));
    expect(new Set(answers.map(({ text }) => text))).to.have.length(1);
    expect(await countKeys(body.name)).to.equal(1);
  });

  it('keeps an answer that holds a secret encrypted', async () => {
    const { body } = await post('secret', newKey());
    const [row] = await database.sql`select * from idempotency_keys where key = 'secret'`;
    expect(row!['answer']).to.equal(null);
    expect(JSON.stringify(row)).to.not.contain(body.data.api_key);
    expect(row!['sealedAnswer'].includes(body.data.api_key)).to.equal(false);
  });

  it('refuses the key of another request: other body, path, query or user', async () => {
    const body = newKey();
    await post('taken', body);
    for (const other of [
      await post('taken', newKey()),
      await post('taken', body, 'write', '/api/v1/rules'),
      await post('taken', { ...body, expires_at: null }),
    ]) {
      expect(other.status).to.equal(422);
      expect(other.body.error).to.equal('idempotency_key_reused');
    }
    await answered(201, post('taken', body));
  });

  it('keeps nothing of a request that failed: mended, it may have the same key', async () => {
    const body = newKey();
    await answered(422, post('mended', { ...body, scope: 'all' }));
    await answered(201, post('mended', body));
  });

  it('takes it for another request after 24 hours, and deletes it', async () => {
    api.clock.set(new Date());
    const body = newKey();
    await post('old', body);
    const context = { sql: database.sql, clock: api.clock, log: api.context.log };
    const isKept = async () =>
      (await database.sql`select 1 from idempotency_keys where key = 'old'`).count === 1;
    api.clock.advance(24 * HOUR_MS - 1000);
    await taskOfOld('idempotency-keys').run(context as never);
    expect(await isKept()).to.equal(true);
    expect((await post('old', body)).headers.get('idempotency-replayed')).to.equal('true');
    api.clock.advance(2000);
    await answered(201, post('old', newKey()));
    api.clock.advance(24 * HOUR_MS + 1000);
    await taskOfOld('idempotency-keys').run(context as never);
    expect(await isKept()).to.equal(false);
    api.clock.release();
  });

  it('undoes the effect when its answer cannot be kept', async () => {
    await database.sql`alter table idempotency_keys add constraint broken check (status is null) not valid`;
    const body = newKey();
    try {
      await answered(500, post('broken', body));
      expect(await countKeys(body.name)).to.equal(0);
    } finally {
      await database.sql`alter table idempotency_keys drop constraint broken`;
    }
    await answered(201, post('broken', body));
  });

  it('has one effect and keeps its answer when Postgres ends its transaction for a deadlock', async () => {
    const { householdId } = api.tenant;
    const body = newKey();
    let sent: ReturnType<typeof post> | undefined;
    const undone = database.sql.begin(async (tx) => {
      // The request finds the deadlock, not this transaction.
      await tx`set local deadlock_timeout = '1min'`;
      await tx`lock table api_keys in exclusive mode`;
      sent = post('deadlock', body);
      await untilWaiting(database.sql);
      // Waits for the request, which waits for the table.
      await tx`
        insert into idempotency_keys (household_id, key, request_digest, created_at)
        values (${householdId}, 'deadlock', 'x', ${new Date(0)})`;
      throw new Error('undone');
    });
    const reason: unknown = await undone.catch((error: unknown) => error);
    expect(reason).to.be.an('error').with.property('message', 'undone');
    const first = (await sent)!;
    expect(first.status).to.equal(201);
    expect((await post('deadlock', body)).text).to.equal(first.text);
    expect(await countKeys(body.name)).to.equal(1);
  });

  describe('where a request waits for a lock a moment only', () => {
    const hasty = startApi(database, {
      override: ({ config }) => ({
        sql: connectToDatabase({
          databaseUrl: database.url,
          poolMax: 2,
          applicationName: 'hasty',
          timeouts: { ...requestTimeouts(config), lockMs: 100 },
        }),
      }),
    });
    after(() => hasty.context.sql.end({ timeout: 5 }));

    it('answers 409 with Retry-After while the first one is answered, then as always', async () => {
      const { householdId } = hasty.tenant;
      const release = await holdLock(database.sql, async (tx) => {
        await tx`
          insert into idempotency_keys (household_id, key, request_digest, created_at)
          values (${householdId}, 'slow', 'x', ${new Date(0)})`;
      });
      const rule = {
        resource_type: 'transaction',
        actions: [{ action_type: 'set_transaction_name', value: 'x' }],
      };
      const send = () =>
        hasty.request('POST', '/api/v1/rules', {
          headers: { 'Idempotency-Key': 'slow' },
          body: rule,
        });
      const answer = await send();
      await release();
      expect(answer.status).to.equal(409);
      expect(answer.body.error).to.equal('idempotency_key_in_use');
      expect(Number(answer.headers.get('retry-after'))).to.be.greaterThan(0);
      await answered(201, send());
    });
  });

  it('knows an upload again whose form has another boundary', async () => {
    const form = (text: string) => {
      const data = new FormData();
      data.set('file', new Blob([text], { type: 'text/csv' }), 'a.csv');
      data.set('type', 'TransactionImport');
      return data;
    };
    const csv = 'date,amount,name\n2026-03-01,1.00,A\n';
    const path = '/api/v1/imports';
    const first = await answered(201, post('form', form(csv), 'write', path));
    const second = await post('form', form(csv), 'write', path);
    expect(second.text).to.equal(first.text);
    const other = await post('form', form(csv.replace('1.00', '2.00')), 'write', path);
    expect(other.body.error).to.equal('idempotency_key_reused');
    expect((await database.sql`select 1 from imports`).count).to.equal(1);
  });

  it('refuses a key with a NUL byte, and one that is sent twice, completely and without harm', async () => {
    const port = Number(new URL(api.baseUrl).port);
    const text = JSON.stringify(newKey());
    const head = [`X-Api-Key: ${api.tenant.writeKey}`, 'Content-Type: application/json'];
    const length = `Content-Length: ${text.length}`;
    for (const lines of [
      ['Idempotency-Key: a\0b'],
      ['Idempotency-Key: one', 'Idempotency-Key: two'],
      [`Idempotency-Key: ${'x'.repeat(15_000)}`],
    ]) {
      const bytes = rawRequest(`POST ${keys}`, [...head, length, ...lines], text);
      expect((await sendRaw(port, bytes)).status, lines[0]!.slice(0, 30)).to.equal(400);
    }
    await answered(201, post('after', JSON.parse(text)));
  });

  it('refuses a key of another length or of other characters', async () => {
    for (const key of ['', 'x'.repeat(256), 'x'.repeat(10_000), 'a b', 'a,b', 'ü']) {
      await answered([400, 'bad_request'], post(key, newKey()), key.slice(0, 10));
    }
    for (const key of ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', 'x'.repeat(255)]) {
      await answered(201, post(key, newKey()));
    }
  });
});

describe('Idempotency-Key without CREDENTIALS_KEYS', () => {
  const { database, api } = withApi();

  it('makes one API key, whose value a retry cannot see again', async () => {
    const body = { name: 'Once', scope: 'read' };
    const post = () =>
      api.request('POST', '/api/v1/api_keys', { headers: { 'Idempotency-Key': 'once' }, body });
    const first = await answered(201, post());
    const kept = await database.sql`select * from idempotency_keys`;
    expect(JSON.stringify(kept)).not.to.contain(first.body.data.api_key);
    await answered([409, 'conflict'], post());
    expect(await database.sql`select from api_keys where name = 'Once'`).to.have.length(1);
  });
});
