import type { WireObject, WireRow } from './account.ts';
import { customAccount, readRecipe, rowsByRecipe } from './custom-user.ts';
import type { CustomAccount } from './custom-user.ts';
import { demoUser } from './demo-user.ts';
import { faultPresets } from './fault-presets.ts';
import { fieldReader, isObject } from './read-fields.ts';
import { readPlan } from './script.ts';
import { isCustom } from './state.ts';
import type { SandboxState } from './state.ts';
import { currentTime } from './settings.ts';
import type { Settings } from './settings.ts';

type Handler = (state: SandboxState, body: unknown, params: string[]) => unknown;

/** Method, path after /_admin (`:x` stands for one segment), handler. */
const routes: [string, string, Handler][] = [
  ['GET', '/', () => help()],
  ['GET', '/stats', (state) => ({ ...state.traffic.stats(), planned: state.script.pending() })],
  ['DELETE', '/stats', (state) => done(() => state.traffic.clear())],
  ['GET', '/requests', (state) => ({ requests: state.traffic.log() })],
  ['GET', '/settings', showSettings],
  ['POST', '/settings', changeSettings],
  ['GET', '/faults', (state) => ({ planned: state.script.pending() })],
  ['POST', '/faults', addFault],
  ['DELETE', '/faults', (state) => done(() => state.script.clear())],
  ['POST', '/script', addScript],
  ['GET', '/users', listUsers],
  ['PUT', '/users/:key', putUser],
  ['DELETE', '/users/:key', (state, _body, [key = '']) => ({ removed: state.users.delete(key) })],
  ['POST', '/users/:key/settle', settle],
  ['POST', '/users/:key/accounts/:id/transactions', addTransactions],
  ['DELETE', '/users/:key/accounts/:id/transactions', removeTransactions],
  ['POST', '/reset', (state) => done(() => state.reset())],
];

/** Answers one admin request; if it cannot, throws an error with a sentence. */
export function answerAdmin(
  state: SandboxState,
  method: string,
  path: string,
  body: unknown,
): unknown {
  const segments = (path === '/' ? '' : path)
    .split('/')
    .map((segment) => decodeURIComponent(segment));
  for (const [routeMethod, pattern, handler] of routes) {
    const wanted = pattern === '/' ? [''] : pattern.split('/');
    if (routeMethod !== method || wanted.length !== segments.length) continue;
    const fits = wanted.every((part, at) => part.startsWith(':') || part === segments[at]);
    if (!fits) continue;
    const params = segments.filter((_segment, at) => wanted[at]?.startsWith(':') === true);
    return handler(state, body, params);
  }
  throw new Error('no such admin route; GET /_admin lists them');
}

function help(): unknown {
  return {
    routes: routes.map(([method, path]) => `${method} /_admin${path}`),
    presets: Object.keys(faultPresets),
  };
}

function done(work: () => void): unknown {
  work();
  return { ok: true };
}

function addFault(state: SandboxState, body: unknown): unknown {
  state.script.add(readPlan(body), true);
  return { planned: state.script.pending() };
}

function addScript(state: SandboxState, body: unknown): unknown {
  const field = fieldReader(body);
  if (field.flag('replace', false)) state.script.clear();
  const key = field.optionalText('key');
  for (const call of field.objects('calls')) {
    const plan = readPlan(call);
    state.script.add({ ...plan, key: plan.key ?? key });
  }
  return { planned: state.script.pending() };
}

function listUsers(state: SandboxState): unknown {
  const now = currentTime(state.settings);
  return {
    users: [...state.users.values()].map((user) => ({
      key: user.key,
      accounts: user.accounts.map((account) => ({
        id: account.id,
        name: account.listing['name'],
        transactions: account.rows(now, '0000-01-01', '9999-12-31').length,
      })),
    })),
  };
}

/** `{"demo": true}` or `{"accounts": [{"listing": {...}, "balance"?, "holdings"?, "transactions"?, "generate"?}]}`. */
function putUser(state: SandboxState, body: unknown, [key = '']: string[]): unknown {
  const field = fieldReader(body);
  const user = field.flag('demo', false)
    ? demoUser(key)
    : { key, accounts: field.objects('accounts').map(readAccount) };
  state.users.set(key, user);
  return { key, accounts: user.accounts.length };
}

function readAccount(input: WireObject): CustomAccount {
  const listing = isObject(input['listing']) ? input['listing'] : input;
  const data = listing === input ? {} : input;
  const balance = data['balance'];
  const holdings = data['holdings'];
  return customAccount({
    listing,
    balance: isObject(balance) ? balance : undefined,
    holdings: isObject(holdings) ? holdings : null,
    rows: readRows(data, listing['id']),
  });
}

function readRows(input: WireObject, accountId: unknown): WireRow[] {
  const rows = fieldReader(input).objects('transactions');
  if (input['generate'] === undefined) return rows;
  return [...rows, ...rowsByRecipe(readRecipe(input['generate']), accountId)];
}

function settle(state: SandboxState, _body: unknown, [key = '']: string[]): unknown {
  const user = state.users.get(key);
  if (user === undefined) throw new Error('no such key');
  const now = currentTime(state.settings);
  return { settled: user.accounts.reduce((sum, account) => sum + account.settle(now), 0) };
}

function customAccountOf(state: SandboxState, [key = '', id = '']: string[]): CustomAccount {
  const account = state.users.get(key)?.accounts.find((candidate) => candidate.id === id);
  if (account === undefined) throw new Error('no such key or account');
  if (!isCustom(account)) throw new Error('demo accounts make their own rows');
  return account;
}

function addTransactions(state: SandboxState, body: unknown, params: string[]): unknown {
  const account = customAccountOf(state, params);
  const rows = readRows(fieldReader(body).input, account.listing['id']);
  account.addRows(rows);
  return { added: rows.length };
}

function removeTransactions(state: SandboxState, body: unknown, params: string[]): unknown {
  const account = customAccountOf(state, params);
  const ids = isObject(body) && Array.isArray(body['ids']) ? body['ids'].map(String) : [];
  return { removed: account.removeRows(ids) };
}

/** All settings, including those of the rate limit. */
function showSettings({ settings, traffic }: SandboxState): unknown {
  const { limit, windowMs } = traffic.limit();
  return { ...settings, limit, window_ms: windowMs };
}

/** Changes the settings that are sent and keeps the others; `"now": null` goes back to real time. */
function changeSettings(state: SandboxState, body: unknown): unknown {
  const field = fieldReader(body);
  const { settings } = state;
  const paging = field.text('paging', settings.paging);
  if (!isPaging(paging)) throw new Error('paging must be none, cursor, next or page');
  const dialect = field.text('dialect', settings.dialect);
  if (dialect !== 'camel' && dialect !== 'snake') throw new Error('dialect must be camel or snake');
  const now = 'now' in field.input ? field.optionalText('now') : settings.now;
  if (now !== null && Number.isNaN(Date.parse(now))) throw new Error('now must be a date-time');
  state.settings = {
    paging,
    page_size: Math.max(1, field.whole('page_size', settings.page_size)),
    dialect,
    date_filter: field.flag('date_filter', settings.date_filter),
    rate_headers: field.flag('rate_headers', settings.rate_headers),
    now,
    latency_ms: field.whole('latency_ms', settings.latency_ms),
  };
  const limit = state.traffic.limit();
  state.traffic.setLimit({
    limit: field.whole('limit', limit.limit),
    windowMs: Math.max(1, field.whole('window_ms', limit.windowMs)),
  });
  return showSettings(state);
}

function isPaging(text: string): text is Settings['paging'] {
  return ['none', 'cursor', 'next', 'page'].includes(text);
}
