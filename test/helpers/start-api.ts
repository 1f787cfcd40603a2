import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { expect } from 'chai';
import type { ApiContext } from '../../api/context.ts';
import { createServer } from '../../api/http/create-server.ts';
import { createRateLimitStore } from '../../api/http/rate-limit-store.ts';
import { createLimits } from '../../api/limits/limits.ts';
import {
  createPreflightPool,
  type PreflightPool,
} from '../../api/preflight-pool/preflight-pool.ts';
import type { HouseholdScope } from '../../shared/households/api-key.ts';
import { createQueues } from '../../shared/queue/queues.ts';
import { createLog, type Log } from '../../shared/platform/log.ts';
import { openProvider } from '../../shared/sync/client/open-provider.ts';
import { issueKey } from '../../shared/households/api-keys.ts';
import { insertHousehold } from '../../shared/households/households.ts';
import { insertPlatform } from '../../shared/households/platforms.ts';
import { insertUser } from '../../shared/households/users.ts';
import { checkResponse, type SeenResponse } from './check-response.ts';
import { createTestClock, type TestClock } from './test-clock.ts';
import { closeServer, listen } from './listen.ts';
import { withDatabase, type TestDatabase } from './with-database.ts';

export type TestTenant = Awaited<ReturnType<typeof createTenant>>;

export interface RequestOptions {
  /** The key to send: `read` and `write` of the household, `other` of another one, a value, or none. */
  as?: 'read' | 'write' | 'other' | 'none' | { key: string };
  headers?: Record<string, string>;
  /** Sent as JSON; a string, bytes or FormData are sent as they are. */
  body?: unknown;
}

export interface TestApi {
  readonly baseUrl: string;
  readonly context: ApiContext;
  readonly clock: TestClock;
  /** The household of the keys `read` and `write`. */
  readonly tenant: TestTenant;
  /** Another household; `other` is its key with the read_write scope. */
  readonly other: TestTenant;
  /** Sends a request and checks the answer against the OpenAPI document. Default key: `write`. */
  request(method: string, path: string, options?: RequestOptions): Promise<SeenResponse>;
  /** The same of an answer that must have this status, or this status and code of an error. */
  answers(
    expected: Expected,
    method: string,
    path: string,
    options?: RequestOptions,
  ): Promise<SeenResponse>;
  /** The body that GET answers with 200. */
  get(path: string, options?: RequestOptions): Promise<any>;
  /** The same API for another household: its keys are `read` and `write`. */
  of(tenant: TestTenant): TestApi;
}

export interface StartApiOptions {
  /** Variables that override the settings, e.g. `{ RATE_LIMIT_PER_HOUR: '100' }`. */
  env?: NodeJS.ProcessEnv;
  /** Where the log goes; nowhere by default. */
  log?: Log;
  /** Replaces parts of the context, e.g. a queue that is away. */
  override?: (context: ApiContext) => Partial<ApiContext>;
}

/** One for all files of this process, since a thread loads for half a second. Nobody ends it: idle threads keep no process. */
let preflightPool: PreflightPool | undefined;

/**
 * Gives the surrounding `describe` a real HTTP server on a free port over its database, with two
 * households and their keys. Call it in the body of `describe`, after `withDatabase()`.
 */
export function startApi(database: TestDatabase, options: StartApiOptions = {}): TestApi {
  const clock = createTestClock();
  let running: { server: Server; context: ApiContext; tenant: TestTenant; other: TestTenant };
  let baseUrl = '';

  before('start the API', async () => {
    const config = database.config(options.env);
    const { sql } = database;
    const log = options.log ?? createLog({ level: 'error', process: 'test' });
    if (options.log === undefined) log.silent = true;
    const queues = createQueues(config, log);
    const rateLimits = createRateLimitStore(config, sql, log);
    preflightPool ??= createPreflightPool({
      threads: config.preflightThreads,
      queueMax: config.preflightQueueMax,
      timeoutMs: config.preflightTimeoutMs,
    });
    const provider = openProvider({ config, sql, log, clock });
    const own: ApiContext = {
      config,
      sql,
      replica: null,
      queues,
      log,
      clock,
      rateLimits,
      limits: createLimits(config, clock),
      preflightPool,
      provider,
    };
    const context = { ...own, ...options.override?.(own) };
    const tenant = await createTenant(database, 'Household A');
    const other = await createTenant(database, 'Household B');
    const server = createServer(context);
    // On a busy machine the default of 5 s ends connections just as the client uses them again.
    server.keepAliveTimeout = 120_000;
    baseUrl = await listen(server);
    running = { server, context, tenant, other };
  });
  after('stop the API', async () => {
    await closeServer(running.server);
    await running.context.queues.close();
    await running.context.rateLimits.close();
  });

  const keyOf = (as: RequestOptions['as'], { tenant, other }: TestApi): string | null => {
    if (typeof as === 'object') return as.key;
    if (as === 'none') return null;
    if (as === 'other') return other.writeKey;
    return as === 'read' ? tenant.readKey : tenant.writeKey;
  };

  const apiOf = (owner: () => TestTenant, stranger: () => TestTenant): TestApi => ({
    get baseUrl() {
      return baseUrl;
    },
    get context() {
      return running.context;
    },
    clock,
    get tenant() {
      return owner();
    },
    get other() {
      return stranger();
    },
    of: (tenant) => apiOf(() => tenant, owner),
    answers(expected, ...sent) {
      const [method, path] = sent;
      return answered(expected, this.request(...sent), `${method} ${path}`);
    },
    async get(path, options) {
      return (await this.answers(200, 'GET', path, options)).body;
    },
    async request(method, path, { as = 'write', headers = {}, body } = {}) {
      const sent = new Headers(headers);
      const key = keyOf(as, this);
      if (key !== null) sent.set('X-Api-Key', key);
      const isRaw =
        typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
      if (body !== undefined && !isRaw && !sent.has('content-type')) {
        sent.set('Content-Type', 'application/json');
      }
      const answer = await fetch(baseUrl + path, {
        method,
        headers: sent,
        redirect: 'manual',
        ...(body === undefined ? {} : { body: isRaw ? (body as any) : JSON.stringify(body) }),
      });
      const text = await answer.text();
      const isJson = (answer.headers.get('content-type') ?? '').startsWith('application/json');
      const seen: SeenResponse = {
        status: answer.status,
        headers: answer.headers,
        text,
        body: isJson && text !== '' ? JSON.parse(text) : undefined,
      };
      checkResponse(method, path, seen);
      return seen;
    },
  });
  return apiOf(
    () => running.tenant,
    () => running.other,
  );
}

/** A database of the calling test file, and the API on it. */
export function withApi(options: StartApiOptions = {}) {
  const database = withDatabase();
  return { database, api: startApi(database, options) };
}

type Expected = number | readonly [status: number, error: string];

/** The answer, which must have this status, or this status and code of an error. */
export async function answered(
  expected: Expected,
  sent: Promise<SeenResponse>,
  what = '',
): Promise<SeenResponse> {
  const answer = await sent;
  const { status, body, text } = answer;
  const message = `${what} ${text}`;
  if (typeof expected === 'number') expect(status, message).to.equal(expected);
  else expect([status, body?.error], message).to.deep.equal([...expected]);
  return answer;
}

/** Adds a household with one user and a key of each scope, values for X-Api-Key. */
export async function createTenant({ sql }: Pick<TestDatabase, 'sql'>, name: string) {
  const household = await insertHousehold(sql, name);
  const user = await insertUser(sql, household.id, 'Ana');
  const owner = { householdId: household.id, userId: user.id };
  return {
    ...owner,
    readKey: await createKey({ sql }, owner, { scope: 'read' }),
    writeKey: await createKey({ sql }, owner, { scope: 'read_write' }),
  };
}

export async function createPlatform(
  { sql }: Pick<TestDatabase, 'sql'>,
  name: string,
): Promise<{ platformId: string; key: string }> {
  const { id: platformId } = await insertPlatform(sql, name);
  const wanted = { name, scopes: ['platform'], expiresAt: null } as const;
  const issued = await issueKey(sql, { platformId }, wanted);
  return { platformId, key: issued!.value };
}

/** Adds a key for a user and returns its value. */
export async function createKey(
  { sql }: Pick<TestDatabase, 'sql'>,
  owner: { householdId: string; userId: string },
  { scope, expiresAt = null }: { scope: HouseholdScope; expiresAt?: Date | null },
): Promise<string> {
  const name = `${scope} ${randomUUID()}`;
  const issued = await issueKey(sql, owner, { name, scopes: [scope], expiresAt });
  return issued!.value;
}
