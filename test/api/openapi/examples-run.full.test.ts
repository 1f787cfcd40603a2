import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { expect } from 'chai';
import { buildOpenApiDocument } from '../../../api/openapi/document.ts';
import { eventually } from '../../helpers/eventually.ts';
import { fillExampleHousehold } from '../../helpers/example-household.ts';
import { exampleRequests, findExampleRecord, type ExampleRequest } from '../../helpers/examples.ts';
import { importChunks } from '../../helpers/import-sessions.ts';
import { withoutIds } from '../../helpers/ledger-records.ts';
import { rawRequest } from '../../helpers/raw-http.ts';
import { newAccount, newNamed } from '../../helpers/rule-fixtures.ts';
import { withApi } from '../../helpers/start-api.ts';
import { withBank } from '../../helpers/with-bank.ts';
import { untilWaiting } from '../../helpers/until-waiting.ts';

const document = buildOpenApiDocument();

/** It would end the household of all others; test/api/routes/households.test.ts has it. */
const LAST = 'DELETE /api/v1/household';
const EXAMPLES = exampleRequests(document).filter(
  ({ isOfPlatform, name }) => !isOfPlatform && name !== LAST,
);

/**
 * Writes without a line in the change log of a record. What imports bring, undoing takes back by a separate journal; a
 * run is a record itself, and a suggestion that is dismissed changes no record, and neither does a delivery.
 */
const LOGGED_ELSEWHERE = new Set([
  'POST /api/v1/imports',
  'PATCH /api/v1/imports/{id}',
  'DELETE /api/v1/imports/{id}',
  'PATCH /api/v1/imports/{id}/rows/{line}',
  'POST /api/v1/imports/{id}/publish',
  'POST /api/v1/imports/{id}/undo',
  'POST /api/v1/import_sessions',
  'DELETE /api/v1/import_sessions/{id}',
  'POST /api/v1/import_sessions/{id}/chunks',
  'POST /api/v1/import_sessions/{id}/publish',
  'POST /api/v1/import_sessions/{id}/cancel',
  'POST /api/v1/import_sessions/{id}/undo',
  'POST /api/v1/provider_connections/{id}/syncs',
  'POST /api/v1/syncs/{id}/cancel',
  'POST /api/v1/rule_suggestions/{id}/dismiss',
  'POST /api/v1/rules/{id}/runs',
  'POST /api/v1/rule_runs',
  'POST /api/v1/transfer_suggestions/refresh',
  'POST /api/v1/transfer_suggestions/{id}/dismiss',
  'DELETE /api/v1/transaction_suggestions/{id}',
  'DELETE /api/v1/account_suggestions/{id}',
  'POST /api/v1/webhook_endpoints/{id}/test',
  'POST /api/v1/webhook_endpoints/{id}/replay',
  'POST /api/v1/webhook_deliveries/{id}/replay',
]);

/** What an export deliberately does not hold, and why. */
const NOT_EXPORTED: readonly (readonly [request: RegExp, why: string])[] = [
  [/ \/api\/v1\/household$/, 'name and time zone are those of the household that imports'],
  [/ \/api\/v1\/api_keys/, 'keys are secrets of this installation'],
  [/ \/api\/v1\/provider_connections/, 'a connection needs a key of the bank, a secret'],
  [/ \/api\/v1\/webhook_/, 'endpoints belong to an installation, and have secrets'],
  [/ \/api\/v1\/syncs\//, 'a run says how records came, not what they are'],
  [/ \/api\/v1\/rules\/\{id\}\/runs$/, 'a run; the records that it changes are exported'],
  [/ \/api\/v1\/rule_runs$/, 'a run, too'],
  [/ \/api\/v1\/import(s|_sessions)(\/|$)/, 'a worker writes the records, after the request'],
  [/^DELETE \/api\/v1\/\w+_suggestions\//, 'suggestions are found again from the records'],
  [
    / \/api\/v1\/rule_suggestions\/\{id\}\/dismiss$/,
    'the edits that it is learned from do not travel',
  ],
  [/ \/api\/v1\/transfer_suggestions\/refresh$/, 'suggestions are found again, too'],
];

/** What PATCH of a transaction does not lock: its lines are separate transactions, and what is to be released. */
const NOT_LOCKED = new Set(['splits', 'unlock']);

/** The request, for a second record next to that of the example. */
function withNameOfItsOwn(request: ExampleRequest): ExampleRequest {
  const body = request.body as Record<string, unknown> | undefined;
  if (typeof body?.['name'] !== 'string') return request;
  const apiKey = 'api_key' in body ? { api_key: randomUUID() } : {};
  return { ...request, body: { ...body, ...apiKey, name: randomUUID() } };
}

describe('the examples of the OpenAPI document work as written:', () => {
  const { env } = withBank();
  const { database, api } = withApi({ env });
  before(() => fillExampleHousehold(database, api));

  /** The request with ids of records that exist, after adding some where there are none. */
  async function withRealIds(request: ExampleRequest): Promise<ExampleRequest> {
    let text = JSON.stringify(request);
    for (const id of Object.keys(document['x-example-records'])) {
      if (!text.includes(id)) continue;
      if ((await findExampleRecord(api, id)) === null) await fillExampleHousehold(database, api);
      const real = await findExampleRecord(api, id);
      expect(real, `no record for ${JSON.stringify(document['x-example-records'][id])}`).to.be.a(
        'string',
      );
      text = text.replaceAll(id, real!);
    }
    if (request.url.endsWith('/rotate')) {
      // Only a live key is rotated, and the examples before revoked the first one.
      await database.sql`
        update api_keys set revoked_at = null, name = gen_random_uuid() where revoked_at is not null`;
    }
    if (request.url.endsWith('/resume')) {
      await database.sql`
        update provider_connections
        set status = 'suspended', status_reason = 'provider_unavailable', suspended_at = now()`;
    }
    return JSON.parse(text);
  }

  /** How many rows each table has, but for what the log notes of runs: their jobs are added after the answer is kept. */
  async function rowCounts(): Promise<object> {
    const tables = await database.sql<{ name: string; count: string }[]>`
      select c.relname as name, (xpath('/row/count/text()', query_to_xml(format(
        'select count(*) from %I' || case when c.relname = 'changes' then
          $$ where kind not in ('syncs', 'rule_runs', 'imports', 'import_sessions')$$ else '' end,
        c.relname), false, true, '')))[1]::text as count
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      where c.relkind = 'r'`;
    return Object.fromEntries(tables.map(({ name, count }) => [name, count]));
  }

  /** The last line of each change log that names the key of a request. */
  async function lastLines(): Promise<{ records: number; transactions: number }> {
    const [row] = await database.sql<{ records: number; transactions: number }[]>`
      select coalesce(max(id) filter (where kind <> 'transactions'), 0)::int as records,
        coalesce(max(id) filter (where kind = 'transactions'), 0)::int as transactions
      from changes
      where cause = 'key' and record_id is not null`;
    return row!;
  }

  /** The lines of an export. */
  async function exported(as?: 'other'): Promise<string[]> {
    const { status, text } = await api.request(
      'GET',
      '/api/v1/export',
      as === undefined ? {} : { as },
    );
    expect(status, text).to.equal(200);
    return text.split('\n').filter((line) => line !== '');
  }

  /** Does it, and expects that the change logs say so where it writes what they are about. */
  async function expectLogged<T>(
    { name, isWrite }: ExampleRequest,
    work: () => Promise<T>,
  ): Promise<T> {
    const before = await lastLines();
    const exportedBefore = isWrite ? await exported() : [];
    const result = await work();
    const after = await lastLines();
    if (isWrite) {
      const isHeld = JSON.stringify(await exported()) !== JSON.stringify(exportedBefore);
      const isLeftOut = NOT_EXPORTED.some(([request]) => request.test(name));
      expect(isHeld, `${name}: export it, or say why not in NOT_EXPORTED`).to.equal(!isLeftOut);
    }
    const isLogged = after.records > before.records || after.transactions > before.transactions;
    const why = 'name it in LOGGED_ELSEWHERE, or have a trigger log it';
    expect(isLogged, `${name}: ${why}`).to.equal(isWrite && !LOGGED_ELSEWHERE.has(name));
    return result;
  }

  for (const example of EXAMPLES) {
    if (example.method === 'POST') continue;

    it(example.name, async () => {
      const { method, url, body } = await withRealIds(example);
      await expectLogged(example, async () => {
        const { status, text } = await api.request(method, url, { body });
        expect(status, text).to.be.within(200, 299);
      });
    });
  }

  /** Sends a request and destroys the socket while the service works on it. Resolves when its answer is kept. */
  async function loseAnswer(url: string, key: string, body: unknown): Promise<void> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const type = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`];
    const head = [`X-Api-Key: ${api.tenant.writeKey}`, `Idempotency-Key: ${key}`];
    const socket = connect(Number(new URL(api.baseUrl).port), '127.0.0.1');
    socket.on('error', () => undefined);
    await database.sql.begin(async (tx) => {
      // The request cannot take its key, so it waits, its body read and its answer not sent.
      await tx`lock table idempotency_keys in exclusive mode`;
      socket.write(rawRequest(`POST ${url}`, [...head, ...(text === '' ? [] : type)], text));
      await untilWaiting(database.sql);
      socket.destroy();
    });
    await eventually(async () => {
      const kept = await database.sql`
        select 1 from idempotency_keys where key = ${key} and status is not null`;
      expect(kept.count).to.equal(1);
    });
  }

  for (const example of EXAMPLES) {
    if (example.method !== 'POST') continue;

    it(`${example.name}, and sent twice at once and again it has one effect and one answer`, async () => {
      const { url, body } = await withRealIds(example);
      const headers = { 'Idempotency-Key': randomUUID() };
      const send = () => api.request('POST', url, { headers, body });
      const both = await expectLogged(example, () => Promise.all([send(), send()]));
      expect(both[0].status, both[0].text).to.be.within(200, 299);
      const counts = await rowCounts();
      const replayed = both.map((answer) => answer.headers.get('idempotency-replayed'));
      expect(replayed).to.have.members([null, 'true']);
      for (const answer of [both[1], await send()]) {
        expect(answer.status).to.equal(both[0].status);
        expect(answer.text).to.equal(both[0].text);
        expect(answer.headers.get('content-type')).to.equal(both[0].headers.get('content-type'));
      }
      expect(await rowCounts()).to.deep.equal(counts);
    });

    it(`${example.name}, repeated after its answer was lost, has one effect; with other content it is 422`, async () => {
      const { url, body } = withNameOfItsOwn(await withRealIds(example));
      const key = randomUUID();
      await loseAnswer(url, key, body);
      const counts = await rowCounts();
      const send = (path: string, content: unknown) =>
        api.request('POST', path, { headers: { 'Idempotency-Key': key }, body: content });
      const [first, second] = [await send(url, body), await send(url, body)];
      expect(first.status, first.text).to.be.within(200, 299);
      expect(first.headers.get('idempotency-replayed')).to.equal('true');
      expect(second.text).to.equal(first.text);
      const others = [
        ...(body === undefined ? [] : [await send(url, { ...(body as object), more: 1 })]),
        await send('/api/v1/tags', { name: key }),
      ].filter((_answer, at) => at === 0 || url !== '/api/v1/tags');
      for (const other of others) {
        expect(other.status, other.text).to.equal(422);
        expect(other.body.error).to.equal('idempotency_key_reused');
      }
      expect(await rowCounts()).to.deep.equal(counts);
    });
  }

  it('PATCH of a transaction locks each attribute that it sets', async () => {
    const { sql } = database;
    const { householdId } = api.tenant;
    const account_id = await newAccount(sql, householdId);
    const made = await api.answers(201, 'POST', '/api/v1/transactions', {
      body: { account_id, date: '2026-03-01', amount: '-12.50', name: 'Corner Shop' },
    });
    const { id } = made.body.data;
    const values: Record<string, unknown> = {
      name: 'Mine',
      notes: 'Mine',
      excluded: true,
      category_id: await newNamed(sql, 'categories', householdId),
      merchant_id: await newNamed(sql, 'merchants', householdId),
      tag_ids: [await newNamed(sql, 'tags', householdId)],
      account_id: await newAccount(sql, householdId),
      date: '2026-03-02',
      amount: '-13.00',
    };
    const locked: string[] = [];
    const { TransactionEdit } = document.components.schemas as any;
    for (const name of Object.keys(TransactionEdit.properties)) {
      if (NOT_LOCKED.has(name)) continue;
      expect(values, 'give it a value here').to.have.property(name);
      locked.push(name);
      const { body } = await api.answers(200, 'PATCH', `/api/v1/transactions/${id}`, {
        body: { [name]: values[name] },
      });
      expect(body.data.locked_attributes, name).to.have.members(locked);
    }
    const lines = (await exported()).map((line) => JSON.parse(line).data);
    const line = lines.find((each) => each.id === id);
    expect(Object.keys(line.locked_attributes)).to.have.members(locked);
  });

  it('and what they wrote is the same in an empty household that imports the export', async () => {
    const lines = await exported();
    const restored = await importChunks(database, [lines], { household: api.other.householdId });
    expect(restored.session.error).to.equal(null);
    const again = withoutIds(await exported('other'));
    const first = withoutIds(lines);
    expect(again.filter((line) => !first.includes(line))).to.deep.equal(
      first.filter((line) => !again.includes(line)),
    );
  });

  it('leave no secret readable among the answers that are kept', async () => {
    const kept = await database.sql<{ answer: string | null }[]>`
      select answer::text as answer from idempotency_keys where answer is not null or sealed_answer is not null`;
    expect(kept.some(({ answer }) => answer === null)).to.equal(true);
    const secrets = kept.filter(({ answer }) => /whsec_|"api_key":/.test(answer ?? ''));
    expect(secrets).to.deep.equal([]);
  });

  it('leave no secret in the log of records', async () => {
    const logged = await database.sql<{ kind: string; attribute: string }[]>`
      select distinct kind, key as attribute
      from changes
      cross join json_object_keys(coalesce(after, before)) key
      where kind in ('provider_connections', 'api_keys')`;
    expect(new Set(logged.map(({ kind }) => kind)).size).to.equal(2);
    for (const { attribute } of logged) {
      expect(attribute).to.not.match(/digest|cipher|key_id|sealed|household_id/);
    }
  });
});
