import { randomBytes } from 'node:crypto';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'chai';
import { freePort } from '../../scripts/ports.ts';
import { digestApiKey, type ApiKeyScope } from '../../shared/households/api-key.ts';
import { findLiveApiKey, issueKey } from '../../shared/households/api-keys.ts';
import { issueConsoleTicket } from '../../shared/households/console-sessions.ts';
import { connect, type Sql } from '../../shared/postgres/connect.ts';
import { launchBrowser, LOOKS } from './browser.ts';
import { eventually } from './eventually.ts';
import {
  copyCheckout,
  npmStart,
  processesOf,
  readReady,
  removeCheckout,
  untilReady,
} from './npm-start.ts';
import type { Started } from './npm-start.ts';

export type ConsoleService = ReturnType<typeof withConsoleService>;

/** Scripts that failed, what the policy blocked, and what was asked of other hosts, by page. */
const faults = new WeakMap<Page, string[]>();

/** What went wrong on a page that its visitor may not even see. */
export const faultsOf = (page: Page): readonly string[] => faults.get(page) ?? [];

/**
 * Gives the surrounding `describe` one fresh `npm start` and a browser that looks at it, for all its tests. Nothing is
 * imitated but the bank, which is the sandbox.
 */
export function withConsoleService() {
  let copy = '';
  let started: Started | undefined;
  let browser: Browser;
  let sql: Sql;
  let ready: Record<string, string> = {};
  const adminPassword = 'correct horse; battery=staple';

  before('start the service', async () => {
    copy = copyCheckout();
    [browser, started] = await Promise.all([
      launchBrowser(),
      freePort().then((port) =>
        npmStart(copy, {
          PORT: String(port),
          ADMIN_PASSWORD: adminPassword,
          ADMIN_WRITE: 'true',
          // A Redis is shared with the other test files, so the queues need a separate name.
          QUEUE_PREFIX: `console_${randomBytes(6).toString('hex')}`,
        }),
      ),
    ]);
    await untilReady(copy, started);
    ready = readReady(copy);
    sql = connect({ databaseUrl: ready['database_url']!, poolMax: 2, applicationName: 'test' });
  });
  afterEach('close the pages', async () => {
    for (const context of browser.contexts()) await context.close();
  });
  after('stop the service', async () => {
    await browser.close();
    await sql.end({ timeout: 5 });
    if (started?.child.exitCode === null) process.kill(-started.child.pid!, 'SIGINT');
    await eventually(() => expect(processesOf(copy)).to.deep.equal([]));
    removeCheckout(copy);
  });

  const keyOf = async (value: string) => {
    const key = await findLiveApiKey(sql, digestApiKey(value), new Date());
    if (key?.platformId !== null) throw new Error('no such key of a household');
    return key;
  };

  return {
    get baseUrl() {
      return ready['base_url']!;
    },
    /** The link that the start printed; it signs in once. */
    get link() {
      return /https?:\/\/\S+\/app\/#ticket=\w+/.exec(started!.output())![0];
    },
    /** Of the demo household. */
    get apiKey() {
      return ready['api_key']!;
    },
    get householdId() {
      return ready['household_id']!;
    },
    get userId() {
      return ready['user_id']!;
    },
    get sql() {
      return sql;
    },
    adminPassword,
    /** An empty page in a browser without a session. It notes what a person must not see: see `faultsOf`. */
    async newPage(options: BrowserContextOptions = LOOKS.light): Promise<Page> {
      const context = await browser.newContext({ locale: 'en-GB', ...options });
      // A busy machine takes longer than anybody would wait.
      context.setDefaultTimeout(120_000);
      const page = await context.newPage();
      const seen: string[] = [];
      faults.set(page, seen);
      page.on('pageerror', (error) => seen.push(error.message));
      page.on('console', (message) => {
        // A refused sign-in is an answer, which the browser notes as an error.
        if (message.type() === 'error' && !message.text().includes('the server responded with'))
          seen.push(message.text());
      });
      page.on('request', (request) => {
        const { origin, protocol } = new URL(request.url());
        if (origin !== this.baseUrl && protocol !== 'data:' && protocol !== 'blob:')
          seen.push(`asked ${request.url()}`);
      });
      return page;
    },
    /** A page of the console at this address below /app, signed in with a ticket; of the demo household, unless another key is given. */
    async signIn(
      address = '/app/',
      { apiKey, ...options }: BrowserContextOptions & { apiKey?: string } = {},
    ): Promise<Page> {
      const { id: apiKeyId, householdId } = await keyOf(apiKey ?? this.apiKey);
      const ticket = await issueConsoleTicket(sql, { apiKeyId, householdId }, new Date());
      const page = await this.newPage({ ...LOOKS.light, ...options });
      await page.goto(`${this.baseUrl}${address}#ticket=${ticket}`);
      // Leaving the page before would cancel the exchange of the ticket.
      await page.getByRole('navigation').first().waitFor();
      return page;
    },
    /** A page of the operators' console, behind its login. */
    async logIn(address = '/admin', options: BrowserContextOptions = LOOKS.light): Promise<Page> {
      const page = await this.newPage(options);
      await page.goto(`${this.baseUrl}/admin/login`);
      await page.fill('#password', adminPassword);
      await page.click('button[type=submit]');
      await page.waitForURL(`${this.baseUrl}/admin`);
      if (address !== '/admin') await page.goto(this.baseUrl + address);
      return page;
    },
    /** A key of the demo user. */
    async newKey(name: string, scopes: ApiKeyScope[] = ['read_write']) {
      const owner = { householdId: this.householdId, userId: this.userId };
      const issued = await issueKey(sql, owner, { name, scopes, expiresAt: null });
      return { id: issued!.key.id, value: issued!.value };
    },
    /** Calls the API with the demo key; throws what it refuses. */
    async call<T = any>(method: string, path: string, body?: object): Promise<T> {
      const answer = await fetch(`${this.baseUrl}/api/v1${path}`, {
        method,
        headers: { 'X-Api-Key': this.apiKey, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
      return (text === '' ? undefined : JSON.parse(text)) as T;
    },
    /** Calls the sandbox's admin routes, such as `/faults`. */
    async bank(method: string, path: string, body?: object): Promise<void> {
      const admin = ready['provider_url']!.replace(/\/api\/v1$/, '/_admin');
      const answer = await fetch(admin + path, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    },
  };
}
