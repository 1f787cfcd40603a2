import type { Clock } from '../../platform/clock.ts';
import { sha256Hex } from '../../platform/crypto.ts';
import { isAllowedUrl } from './addresses.ts';
import { errorOfAnswer, readBody, readList } from './classify.ts';
import type { WireAnswer } from './classify.ts';
import { limiterWaits } from '../../platform/metrics/series.ts';
import { admit, answered, settled } from '../limit/call-outcome.ts';
import type { Guards } from '../limit/call-outcome.ts';
import { exchange } from './client-exchange.ts';
import { ProviderError } from './errors.ts';
import { nextPage } from './paging.ts';
import type { Caller } from '../limit/take-slot.ts';
import { readRateHeaders } from '../limit/rate-headers.ts';
import type { RawLog } from './raw-log.ts';
import type { ProviderSettings } from './settings.ts';
import {
  shapeAccount,
  shapeBalance,
  shapeHolding,
  shapeTotal,
  shapeTransaction,
  wholeNumber,
} from './shapes.ts';
import type {
  PageToken,
  ProviderAccount,
  ProviderClient,
  ProviderHoldings,
  TransactionsPage,
  TransactionsQuery,
} from './types.ts';

export type ClientOptions = Guards & {
  settings: ProviderSettings;
  apiKey: string;
  clock: Clock;
  /** Resolves after `ms` milliseconds, rejects when the signal is aborted. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  rawLog?: RawLog | undefined;
  /** Called right before a request goes out, after any wait for a limit. */
  beforeAsking?: (() => Promise<void>) | undefined;
  /** Whether others wait for the place of this client's run: if so, a request that timed out gives it up at once. */
  isAwaited?: (() => boolean) | undefined;
};

/** How often a call is tried at most. @internal */
const MAX_TRIES = 4;
const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];
const BACKOFF_MS = 1000;
/** A server error may state a wait; a longer one is left to the next run. */
const LONGEST_STATED_BACKOFF_MS = 30_000;

/** A client for one credential. It is cheap: make one per run. */
export function createProviderClient(options: ClientOptions): ProviderClient {
  const call = createCall(options);
  const { settings, clock } = options;
  return {
    async listAccounts(signal) {
      const accounts: ProviderAccount[] = [];
      let token: PageToken | null = null;
      do {
        const url: URL = pageUrl(endpoint(settings, '/accounts'), token, settings);
        const page: { token: PageToken | null } = await call(url, signal, (answer) => {
          const { body, list } = readList(answer, 'accounts', clock.now());
          const { next, stopped } = nextPage(body, { token, url, link: answer.headers['link'] });
          // Half a list would make accounts look as if they had vanished.
          if (stopped !== null) throw new ProviderError('invalid_response', { reason: stopped });
          accounts.push(...list.flatMap((entry) => shapeAccount(entry) ?? []));
          return { token: next };
        });
        token = page.token;
      } while (token !== null);
      return accounts;
    },
    async getBalance(accountId, signal) {
      const url = endpoint(settings, `/accounts/${pathSegment(accountId)}/balance`);
      // Banks know no balance of some kinds of account. Whether the account is known its rows tell.
      const read = (answer: WireAnswer) =>
        shapeBalance(
          answer.status === 404 ? null : readBody(answer, 'balance', clock.now())['balance'],
        );
      return call(url, signal, read, [404]);
    },
    async fetchTransactionsPage(accountId, query, signal) {
      const url = transactionsUrl(accountId, query, settings);
      return call(url, signal, (answer) => readPage(answer, query, url, options));
    },
    async getHoldings(accountId, signal) {
      const url = endpoint(settings, `/accounts/${pathSegment(accountId)}/holdings`);
      return call(url, signal, (answer) => readHoldings(answer, clock), [404, 501]);
    },
  };
}

function readPage(
  answer: WireAnswer,
  query: TransactionsQuery,
  url: URL,
  { clock, apiKey }: Pick<ClientOptions, 'clock' | 'apiKey'>,
): TransactionsPage {
  const { body, list } = readList(answer, 'transactions', clock.now());
  const context = { token: query.page, url, link: answer.headers['link'] };
  return {
    rows: list.map((entry) => shapeTransaction(entry, apiKey)),
    total: wholeNumber(body['total']),
    ...nextPage(body, context),
  };
}

function readHoldings(answer: WireAnswer, clock: Clock): ProviderHoldings {
  if (answer.status === 404 || answer.status === 501) return { supported: false };
  const body = readBody(answer, 'holdings', clock.now());
  const isNull = body['holdings'] === null;
  return {
    supported: true,
    holdings: isNull ? null : readList(answer, 'holdings', clock.now()).list.map(shapeHolding),
    ...shapeTotal(body),
  };
}

function endpoint(settings: ProviderSettings, path: string): URL {
  return new URL(settings.baseUrl + path);
}

/** Ids may contain any character, even slashes and question marks; but an id of only dots would change the path. */
function pathSegment(accountId: string): string {
  if (/^\.{0,2}$/.test(accountId)) {
    throw new ProviderError('account_id_invalid');
  }
  return encodeURIComponent(accountId);
}

function transactionsUrl(accountId: string, query: TransactionsQuery, settings: ProviderSettings) {
  const { names } = settings;
  const url = endpoint(settings, `/accounts/${pathSegment(accountId)}/transactions`);
  url.searchParams.set(names.from, query.from);
  url.searchParams.set(names.to, query.to);
  if (query.includePending) url.searchParams.set(names.includePending, 'true');
  return pageUrl(url, query.page, settings);
}

function pageUrl(first: URL, token: PageToken | null, settings: ProviderSettings): URL {
  if (token === null) return first;
  if (token.kind === 'link') {
    if (URL.canParse(token.value)) return new URL(token.value);
    throw new ProviderError('blocked_redirect', { reason: 'next_link_unreadable' });
  }
  const url = new URL(first);
  url.searchParams.set(
    token.kind === 'cursor' ? settings.names.cursor : settings.names.page,
    token.value,
  );
  return url;
}

/** Identifies a credential in limits and breakers without revealing it. */
function credentialDigest(baseUrl: string, apiKey: string): string {
  return sha256Hex(`${baseUrl}\n${apiKey}`).slice(0, 32);
}

type Call = <T>(
  url: URL,
  signal: AbortSignal | undefined,
  read: (answer: WireAnswer) => T,
  accepted?: readonly number[],
) => Promise<T>;

/** Applies limiter, breaker, retries and redirects to single exchanges. */
function createCall(options: ClientOptions): Call {
  const { settings, apiKey, limiter, clock, random = Math.random } = options;
  const credential = credentialDigest(settings.baseUrl, apiKey);
  const caller = { credential, host: new URL(settings.baseUrl).host };
  const request = async (first: URL, signal: AbortSignal | undefined): Promise<WireAnswer> => {
    let url = first;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      if (!isAllowedUrl(url, settings.addresses)) throw new ProviderError('blocked_redirect');
      const answer = await ask(options, caller, url, signal);
      options.rawLog?.(url, apiKey, answer);
      await limiter.learn(credential, readRateHeaders(answer.headers, clock.now()));
      if (!REDIRECTS.includes(answer.status)) return answer;
      const target = answer.headers['location'] ?? '';
      if (!URL.canParse(target, url.href)) throw new ProviderError('blocked_redirect');
      url = new URL(target, url);
    }
    throw new ProviderError('blocked_redirect', { reason: 'too_many_redirects' });
  };

  return async (url, signal, read, accepted = []) => {
    if (!/^[\x21-\x7e]+$/.test(apiKey)) {
      throw new ProviderError('unauthorized', { reason: 'key_not_sendable' });
    }
    for (let tries = 1; ; tries += 1) {
      const isProbe = await admit(options, caller, tries);
      let error: unknown;
      try {
        signal?.throwIfAborted();
        const answer = await request(url, signal);
        const isFine =
          (answer.status >= 200 && answer.status < 300) || accepted.includes(answer.status);
        if (!isFine) throw errorOfAnswer(answer, clock.now());
        const value = read(answer);
        await answered(options, caller);
        limiter.succeeded(credential);
        return value;
      } catch (caught) {
        error = signal?.aborted === true ? new ProviderError('cancelled') : caught;
      }
      const isHanging = error instanceof ProviderError && error.reason === 'timeout';
      const givesWay = isHanging && options.isAwaited?.() === true;
      const mayRetry = tries < MAX_TRIES && !isProbe && !givesWay;
      const backoffMs = mayRetry ? retryDelay(error, tries, random) : null;
      if (backoffMs === null) throw await settled(options, caller, error, { url, isProbe });
      await options.sleep(backoffMs, signal).catch(() => undefined);
    }
  };
}

/** One exchange in its own rate-limit slot. */
async function ask(
  { limiter, apiKey, settings, beforeAsking }: ClientOptions,
  caller: Caller,
  url: URL,
  signal: AbortSignal | undefined,
): Promise<WireAnswer> {
  const waited = limiterWaits.startTimer({ provider: caller.host });
  const slot = await limiter.take(caller, signal);
  waited({ outcome: slot.granted ? 'granted' : 'refused' });
  if (!slot.granted) {
    throw new ProviderError('rate_limited', { retryAfterMs: slot.waitMs, reason: 'own_limit' });
  }
  await beforeAsking?.();
  // By the time the answer begins, the request has reached the provider.
  const arrival: { at?: number } = {};
  const answering = (): void => void (arrival.at = performance.now());
  try {
    return await exchange(url, apiKey, settings, { signal, answering });
  } finally {
    const lateMs = (arrival.at ?? performance.now()) - slot.at;
    if (slot.slot !== null && lateMs > slot.toleranceMs) {
      await limiter.tookLong(caller, slot.slot);
    }
  }
}

/** Full jitter below 1, 2, 4 s; null when a retry makes no sense. @internal */
function retryDelay(error: unknown, tries: number, random: () => number): number | null {
  if (!(error instanceof ProviderError)) return null;
  if (error.kind !== 'unavailable' && error.kind !== 'invalid_response') return null;
  const stated = error.retryAfterMs ?? 0;
  if (stated > LONGEST_STATED_BACKOFF_MS) return null;
  return Math.max(stated, Math.round(random() * BACKOFF_MS * 2 ** (tries - 1)));
}
