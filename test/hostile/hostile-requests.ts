import { createServer, type Server } from 'node:http';
import { expect } from 'chai';
import { seededRandom } from '../../sandbox-provider/random.ts';
import { checkResponse } from '../helpers/check-response.ts';
import { listen } from '../helpers/listen.ts';
import { newAccount, newNamed, newTransaction } from '../helpers/rule-fixtures.ts';
import { createTenant, type TestTenant } from '../helpers/start-api.ts';
import { sendRaw } from '../helpers/raw-http.ts';
import { startWeb, type WebProcess } from '../helpers/processes.ts';
import { withDatabase } from '../helpers/with-database.ts';
import { withControl } from './control.ts';
import { endlessBodies } from './endless-bodies.ts';
import { createMutator, type HostileRequest } from './mutated-request.ts';
import { createTally } from './tally.ts';

const AT_ONCE = 4;
/** Nearly all of these wait for nothing but their client. */
const ENDLESS_AT_ONCE = 200;
/** Records are deleted by the requests: so often new ones are made. */
const RENEW_EVERY = 250;
const STALL_MS = 1_000;
/** Headers that do not end are looked for so often. */
const LATE_MS = STALL_MS + 1_000;
const NOT_HTTP = 'The request is not valid HTTP.';
const LARGEST_BYTES = 1024 * 1024;

/**
 * Sends so many mutated requests over all operations to a real process `web`, and so many whose bodies never end: none may
 * end it, stay unanswered, give a 5xx, take longer than `slowestMs` or be answered with more than a megabyte
 * or otherwise than the OpenAPI document says.
 */
export function describeHostileRequests(
  counts: { mutated: number; endless: number; slowestMs?: number },
  seed: number,
): void {
  // Besides what waits for its client, and what the machine takes.
  const { slowestMs = 5_000 } = counts;
  describe(`hostile requests, seed ${seed}`, function () {
    this.timeout(Math.max(300_000, (counts.mutated + counts.endless) * 100));
    const database = withDatabase();
    /** One for each stream of requests: what a household does at once is bounded. */
    let tenants: TestTenant[];
    let web: WebProcess;
    let provider: Server;

    before('start a provider that knows no key, and the process web', async () => {
      tenants = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, at) => createTenant(database, `Household ${at}`)),
      );
      provider = createServer((_req, res) => void res.writeHead(401).end('{}'));
      web = await startWeb(database.url, {
        CREDENTIALS_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
        PROVIDER_BASE_URL: await listen(provider),
        PROVIDER_RATE_PER_MINUTE: '0',
        SYNC_COOLDOWN_SECONDS: '0',
        BODY_STALL_MS: String(STALL_MS),
      });
      // The threads of preflight read their program at their first request: that is no request's time.
      await Promise.all(
        tenants.map((tenant) => post(tenant, 'imports/preflight', { raw_file_content: 'date' })),
      );
    });
    after(() => {
      web.child.kill('SIGKILL');
      provider.close();
    });

    const errorsOf = (id?: string) =>
      web.lines.filter((line) => line['level'] === 'error' && line['request_id'] === id);

    async function post({ writeKey }: TestTenant, path: string, body: object) {
      const answer = await fetch(`http://127.0.0.1:${web.port}/api/v1/${path}`, {
        method: 'POST',
        headers: { 'X-Api-Key': writeKey, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { answer, text: await answer.text() };
    }

    async function create(tenant: TestTenant, path: string, body: object): Promise<string> {
      const { answer, text } = await post(tenant, path, body);
      expect(answer.status, text).to.equal(201);
      return JSON.parse(text).data.id as string;
    }

    async function newRecords(tenant: TestTenant): Promise<ReadonlyMap<string, readonly string[]>> {
      const { sql } = database;
      const { householdId } = tenant;
      const account = await newAccount(sql, householdId);
      const actions = [{ action_type: 'exclude_transaction' }];
      const [endpoint] = await sql<{ id: string }[]>`
        insert into webhook_endpoints (household_id, url) values (${householdId}, 'https://example.com/') returning id`;
      return new Map([
        ['accounts', [account]],
        ['transactions', [await newTransaction(sql, householdId, { account_id: account })]],
        ['categories', [await newNamed(sql, 'categories', householdId)]],
        ['tags', [await newNamed(sql, 'tags', householdId)]],
        ['merchants', [await newNamed(sql, 'merchants', householdId)]],
        ['rules', [await create(tenant, 'rules', { resource_type: 'transaction', actions })]],
        ['webhook_endpoints', [endpoint!.id]],
        ['import_sessions', [await create(tenant, 'import_sessions', {})]],
      ]);
    }

    let tally: ReturnType<typeof createTally>;

    /** Sends one and judges its answer. */
    async function send({
      kind,
      name,
      request,
      bytes,
      then,
      isAwaited,
      answers = 1,
    }: HostileRequest): Promise<void> {
      const startedAt = performance.now();
      const { status, headers, body } = await sendRaw(web.port, bytes, { then });
      const tookMs = performance.now() - startedAt;
      const isText = (headers['content-type'] ?? '').includes('ndjson');
      tally.add(kind, {
        status,
        tookMs: isAwaited === true ? Math.max(0, tookMs - LATE_MS) : tookMs,
        bytes: isText ? 0 : body.length,
      });
      if (status === 0 && then === 'reset') return;
      // A household has one export at a time, and the server may not know yet that a client reset its last one.
      const isShed = status === 503 && headers['retry-after'] !== undefined;
      if (isShed && name.includes('/api/v1/export')) return;
      const logged = status < 500 ? '' : JSON.stringify(errorsOf(headers['x-request-id']));
      expect(status, `${name}\n${body}\n${logged}`).to.be.within(100, 499);
      expect(headers['x-request-id'], name).to.be.a('string');
      const seen = 1 + (body.match(/HTTP\/1\.1 [2-5]/g) ?? []).length;
      expect(seen, `answers to ${name}`).to.equal(answers);
      if (answers > 1 || status < 200 || request.startsWith('HEAD ')) return;
      const isJson = headers['content-type']?.startsWith('application/json') === true;
      const parsed = isJson && body !== '' ? JSON.parse(body) : undefined;
      const [method = '', path = ''] = request.split(' ');
      // What Node itself refuses belongs to no operation.
      const isOurs = status !== 431 && parsed?.message !== NOT_HTTP;
      const answer = { status, headers: new Headers(headers), text: body, body: parsed };
      checkResponse(isOurs ? method : 'none', path, answer);
    }

    async function sendMutated(): Promise<void> {
      // A sequence for each stream: how they interleave must not change what is sent.
      const randoms = tenants.map((_, at) => seededRandom(`${seed} ${at}`));
      for (let sent = 0; sent < counts.mutated; sent += RENEW_EVERY) {
        const some = Math.ceil(Math.min(RENEW_EVERY, counts.mutated - sent) / AT_ONCE);
        await Promise.all(
          tenants.map(async (tenant, at) => {
            const { writeKey, readKey } = tenant;
            const keys = [writeKey, writeKey, writeKey, readKey];
            const next = createMutator(() => randoms[at]!.next(), {
              keys,
              ids: await newRecords(tenant),
            });
            for (let one = 0; one < some; one += 1) await send(next());
          }),
        );
        expect(web.child.exitCode, 'web ended').to.equal(null);
      }
      expect(tally.count(200), 'requests that were right').to.be.greaterThan(counts.mutated / 50);
    }

    async function sendEndless(): Promise<void> {
      const [tenant] = tenants;
      const session = await create(tenant!, 'import_sessions', {});
      const all = endlessBodies(tenant!.writeKey, `/api/v1/import_sessions/${session}/chunks`);
      const step = Math.max(1, all.length / counts.endless);
      const some = Array.from(
        { length: Math.floor(all.length / step) },
        (_, at) => all[Math.floor(at * step)]!,
      );
      const queue = some.values();
      await Promise.all(
        Array.from({ length: ENDLESS_AT_ONCE }, async () => {
          for (const request of queue) await send(request);
        }),
      );
      expect(web.child.exitCode, 'web ended').to.equal(null);
    }

    for (const [what, sendAll] of [
      [`${counts.mutated} mutated requests over all operations`, sendMutated],
      [`${counts.endless} requests that do not end`, sendEndless],
    ] as const) {
      it(`${what}: none ends the process, none is unanswered, a 5xx, slow or large`, async () => {
        tally = createTally();
        const controlMs = await withControl(sendAll);
        const { slowest, largest, lines } = tally.figures();
        for (const line of [
          ...lines,
          `a process that does nothing: at most ${Math.round(controlMs)} ms`,
        ]) {
          process.stdout.write(`      ${line}\n`);
        }
        expect(web.lines.filter(({ level }) => level === 'error')).to.deep.equal([]);
        expect(slowest).to.be.lessThan(slowestMs + controlMs);
        expect(largest).to.be.lessThan(LARGEST_BYTES);
      });
    }
  });
}
