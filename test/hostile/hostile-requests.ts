import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { newAccount, newNamed, newTransaction } from '../helpers/rule-fixtures.ts';
import { createTenant } from '../helpers/start-api.ts';
import type { TestTenant } from '../helpers/start-api.ts';
import { sendRaw } from '../helpers/raw-http.ts';
import { listening, ready, spawnWeb } from '../helpers/web-process.ts';
import type { WebProcess } from '../helpers/web-process.ts';
import { withDatabase } from '../helpers/with-database.ts';
import { createMutator, createRandom } from './mutated-request.ts';

const AT_ONCE = 4;
/** Records are deleted by the requests: so often new ones are made. */
const RENEW_EVERY = 250;
const SLOWEST_MS = 10_000;
const LARGEST_BYTES = 1024 * 1024;

/**
 * Sends so many mutated requests over all operations to a real process `web`: none may end it, give a 5xx, take longer
 * than ten seconds or be answered with more than a megabyte.
 */
export function describeHostileRequests(count: number, seed: number): void {
  describe(`${count} mutated requests over all operations, seed ${seed}`, function () {
    this.timeout(Math.max(300_000, count * 100));
    const database = withDatabase();
    /** One for each stream of requests: what a household does at once is bounded. */
    let tenants: TestTenant[];
    let child: ChildProcess;
    let web: WebProcess;
    let provider: Server;

    before('start a provider that knows no key, and the process web', async () => {
      tenants = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, at) => createTenant(database, `Household ${at}`)),
      );
      provider = createServer((_req, res) => void res.writeHead(401).end('{}'));
      await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
      child = spawnWeb(database.url, {
        CREDENTIALS_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
        PROVIDER_BASE_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
        PROVIDER_RATE_PER_MINUTE: '0',
        SYNC_COOLDOWN_SECONDS: '0',
        BODY_STALL_MS: '2000',
      });
      web = await ready(await listening(child));
    });
    after(() => {
      child.kill('SIGKILL');
      provider.close();
    });

    const errorsOf = (id?: string) =>
      web.lines.filter((line) => line['level'] === 'error' && line['request_id'] === id);

    async function create({ writeKey }: TestTenant, path: string, body: object): Promise<string> {
      const answer = await fetch(`http://127.0.0.1:${web.port}/api/v1/${path}`, {
        method: 'POST',
        headers: { 'X-Api-Key': writeKey, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      expect(answer.status, text).to.equal(201);
      return JSON.parse(text).data.id as string;
    }

    async function newRecords(tenant: TestTenant): Promise<ReadonlyMap<string, readonly string[]>> {
      const { sql } = database;
      const { householdId } = tenant;
      const account = await newAccount(sql, householdId);
      const actions = [{ action_type: 'exclude_transaction' }];
      return new Map([
        ['accounts', [account]],
        ['transactions', [await newTransaction(sql, householdId, { account_id: account })]],
        ['categories', [await newNamed(sql, 'categories', householdId)]],
        ['tags', [await newNamed(sql, 'tags', householdId)]],
        ['merchants', [await newNamed(sql, 'merchants', householdId)]],
        ['rules', [await create(tenant, 'rules', { resource_type: 'transaction', actions })]],
        ['import_sessions', [await create(tenant, 'import_sessions', {})]],
      ]);
    }

    it('none ends the process, none is a 5xx, slow or large', async () => {
      // A sequence for each stream: how they interleave must not change what is sent.
      const randoms = tenants.map((_, at) => createRandom(seed * AT_ONCE + at));
      const seen = new Map<number, number>();
      let slowest = 0;
      let largest = 0;
      const sendSome = async (next: ReturnType<typeof createMutator>, some: number) => {
        for (let at = 0; at < some; at += 1) {
          const { name, bytes, then } = next();
          const startedAt = performance.now();
          const { status, headers, body } = await sendRaw(web.port, bytes, { then });
          slowest = Math.max(slowest, performance.now() - startedAt);
          if (!(headers['content-type'] ?? '').includes('ndjson'))
            largest = Math.max(largest, body.length);
          seen.set(status, (seen.get(status) ?? 0) + 1);
          if (status === 0 && then === 'reset') continue;
          // A household has one export at a time, and the server may not know yet that a client reset its last one.
          const isShed = status === 503 && headers['retry-after'] !== undefined;
          if (isShed && name.includes('/api/v1/export')) continue;
          const logged = status < 500 ? '' : JSON.stringify(errorsOf(headers['x-request-id']));
          expect(status, `${name}\n${body}\n${logged}`).to.be.within(100, 499);
          expect(headers['x-request-id'], name).to.be.a('string');
          if (status >= 400 && body !== '') expect(JSON.parse(body).error, name).to.be.a('string');
        }
      };
      for (let sent = 0; sent < count; sent += RENEW_EVERY) {
        const some = Math.ceil(Math.min(RENEW_EVERY, count - sent) / AT_ONCE);
        await Promise.all(
          tenants.map(async (tenant, at) => {
            const { writeKey, readKey } = tenant;
            const keys = [writeKey, writeKey, writeKey, readKey];
            await sendSome(
              createMutator(randoms[at]!, { keys, ids: await newRecords(tenant) }),
              some,
            );
          }),
        );
        expect(child.exitCode, 'web ended').to.equal(null);
      }
      const statuses = [...seen]
        .sort(([a], [b]) => a - b)
        .map(([status, times]) => `${status}: ${times}`);
      process.stdout.write(
        `      ${statuses.join(', ')}; slowest ${Math.round(slowest)} ms, largest ${largest} bytes\n`,
      );
      expect(web.lines.filter(({ level }) => level === 'error')).to.deep.equal([]);
      expect(slowest).to.be.lessThan(SLOWEST_MS);
      expect(largest).to.be.lessThan(LARGEST_BYTES);
      expect(seen.get(200) ?? 0, 'requests that were right').to.be.greaterThan(count / 50);
    });
  });
}
