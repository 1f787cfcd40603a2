import { timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { API_KEY_SCOPES, digestApiKey, HOUSEHOLD_SCOPES } from '../../shared/households/api-key.ts';
import type { ApiKeyScope, HouseholdScope } from '../../shared/households/api-key.ts';
import { AppError } from '../../shared/platform/errors.ts';
import {
  findLiveApiKey,
  findLiveKeyById,
  stampApiKeyUse,
} from '../../shared/households/api-keys.ts';
import {
  findConsoleSession,
  stampConsoleSession,
} from '../../shared/households/console-sessions.ts';
import type { ConsoleSession } from '../../shared/households/console-sessions.ts';
import type { KeyOwner, LiveApiKey, LiveHouseholdKey } from '../../shared/households/api-keys.ts';
import type { ApiContext } from '../context.ts';
import { refuseForeignPages } from './same-origin.ts';
import { readSessionDigest } from './session-cookie.ts';

/** The scopes that open an operation: any one of them is enough, and `read_write` opens all operations of a household. */
export type NeededScopes = ApiKeyScope | readonly ApiKeyScope[];

/** A key is used many times a second; its `last_used_at` is written at most this often. */
const STAMP_INTERVAL_MS = 60_000;
/** No key of ours is longer; a longer header is not worth hashing. */
const KEY_LENGTH_MAX = 256;

interface KeyHolder {
  apiKeyId: string;
  /** The household or platform, which has its own shares of the process, cursors and stored answers. */
  ownerId: string;
}

export interface HouseholdCaller extends KeyHolder {
  kind: 'household';
  /** Empty only for a key that was stored without one; such a key may do nothing. */
  scopes: readonly HouseholdScope[];
  householdId: string;
  userId: string;
  /** When the key expires; null: never. */
  expiresAt: Date | null;
  /** The console session whose cookie was sent instead of the key. */
  sessionDigest?: string;
}

/** A platform's key. It belongs to no household and opens none. */
interface PlatformCaller extends KeyHolder {
  kind: 'platform';
  scopes: readonly ['platform'];
  householdId: undefined;
  platformId: string;
}

export type Caller = HouseholdCaller | PlatformCaller;

export type CallerOf<Needed extends NeededScopes> =
  'platform' extends EachOf<Needed>
    ? [EachOf<Needed>] extends ['platform']
      ? PlatformCaller
      : Caller
    : HouseholdCaller;
type EachOf<Needed extends NeededScopes> = Needed extends readonly (infer Scope)[] ? Scope : Needed;

/**
 * Finds the caller by X-Api-Key or, where `acceptsCookie`, by the cookie of a console session, which opens what its key
 * opens. The Authorization header is ignored, so that a reverse proxy's basic auth does no harm.
 *
 * Throws unauthorized for a missing, unknown, expired or revoked key, an ended session or a deactivated owner;
 * insufficient_scope for a request with the cookie that did not come from one of our pages.
 */
export async function authenticate(
  context: ApiContext,
  req: Request,
  { acceptsCookie = false } = {},
): Promise<Caller> {
  const value = req.get('x-api-key')?.trim() ?? '';
  const sessionDigest = acceptsCookie && value === '' ? readSessionDigest(req) : null;
  if (sessionDigest !== null) {
    refuseForeignPages(req);
    const { key } = await openedSession(context, sessionDigest);
    // Tabs share the cookie: another tab may have signed in to another household since this page was loaded.
    if ((req.get('x-household-id') ?? key.householdId) !== key.householdId)
      throw unauthorized('The browser is signed in to another household. Sign in again.');
    return { ...householdOf(key), sessionDigest };
  }
  return callerOf(await openedKey(context, value));
}

/** Returns the live key with this value and notes its use. Throws unauthorized. */
export async function openedKey(context: ApiContext, value: string): Promise<LiveApiKey> {
  if (value === '') throw unauthorized('An API key is required in the X-Api-Key header.');
  const now = context.clock.now();
  const digest = digestApiKey(value.slice(0, KEY_LENGTH_MAX));
  const key = await findLiveApiKey(context.sql, digest, now);
  // The index finds keys by digest. Comparing again in constant time keeps the response time from revealing anything,
  // whatever the index does.
  if (key === null || !timingSafeEqual(Buffer.from(key.digest), Buffer.from(digest))) {
    throw unauthorized('The API key is unknown, expired or revoked.');
  }
  await noteUse(context, key);
  return key;
}

/** Returns the open session with this digest and notes its use. Throws unauthorized. */
export async function openedSession(context: ApiContext, digest: string): Promise<ConsoleSession> {
  const now = context.clock.now();
  const session = await findConsoleSession(context.sql, digest, now);
  if (session === null) throw unauthorized('The session is over. Sign in again.');
  const { key, lastUsedAt } = session;
  await noteUse(context, key);
  if (!isStampDue(lastUsedAt, now)) return session;
  const expiresAt = await stampConsoleSession(context.sql, key.householdId, digest, now);
  return { ...session, expiresAt: expiresAt ?? now };
}

/** Throws unauthorized when the owner of the key is deactivated. */
async function noteUse({ sql, clock }: ApiContext, key: LiveApiKey): Promise<void> {
  if (!key.ownerActive) throw unauthorized('The account of this API key is deactivated.');
  const now = clock.now();
  if (!isStampDue(key.lastUsedAt, now)) return;
  const olderThan = new Date(now.getTime() - STAMP_INTERVAL_MS);
  await stampApiKeyUse(sql, key, key.id, { usedAt: now, olderThan });
}

function isStampDue(lastUsedAt: Date | null, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= STAMP_INTERVAL_MS;
}

/** Whether the caller of a long request may go on: the key is still live, and the session open. */
export async function isStillOpen(
  { sql, clock }: Pick<ApiContext, 'sql' | 'clock'>,
  caller: KeyOwner & Pick<HouseholdCaller, 'apiKeyId' | 'sessionDigest'>,
): Promise<boolean> {
  const { sessionDigest, apiKeyId } = caller;
  const now = clock.now();
  const isOver =
    sessionDigest !== undefined && (await findConsoleSession(sql, sessionDigest, now)) === null;
  if (isOver) return false;
  return (await findLiveKeyById(sql, caller, apiKeyId, now))?.ownerActive === true;
}

function callerOf(key: LiveApiKey): Caller {
  if (key.platformId === null) return householdOf(key);
  const { id: apiKeyId, platformId } = key;
  return {
    kind: 'platform',
    apiKeyId,
    ownerId: platformId,
    platformId,
    householdId: undefined,
    scopes: ['platform'],
  };
}

function householdOf({ id: apiKeyId, scopes, ...key }: LiveHouseholdKey): HouseholdCaller {
  const { householdId, userId, expiresAt } = key;
  return {
    kind: 'household',
    apiKeyId,
    ownerId: householdId,
    householdId,
    userId,
    expiresAt,
    scopes: HOUSEHOLD_SCOPES.filter((scope) => scopes.includes(scope)),
  };
}

/** The caller as fields of a log line: ids only. */
export function namesOf(caller: Caller): Record<string, string> {
  return caller.kind === 'platform'
    ? { platform_id: caller.platformId }
    : { household_id: caller.householdId };
}

/** Every scope that opens an operation. */
export function openedBy(needed: NeededScopes): readonly ApiKeyScope[] {
  const named = typeof needed === 'string' ? [needed] : needed;
  const isOfHousehold = named.some((scope) => scope !== 'platform');
  return API_KEY_SCOPES.filter(
    (scope) => named.includes(scope) || (scope === 'read_write' && isOfHousehold),
  );
}

/** Whether the key has a scope that opens the operation. */
export function mayCall({ scopes }: Caller, needed: NeededScopes): boolean {
  const opening = openedBy(needed);
  return scopes.some((scope) => opening.includes(scope));
}

/** Throws insufficient_scope unless the key may call the operation; decided before any lookup. */
export function requireScope(caller: Caller, needed: NeededScopes): void {
  if (mayCall(caller, needed)) return;
  const opening = openedBy(needed);
  throw new AppError('insufficient_scope', {
    publicMessage: `This operation needs an API key with the scope ${opening.join(' or ')}.`,
    details: { needed_scopes: opening },
  });
}

/** The error for a request without credentials, or with credentials that no longer open anything. */
export function unauthorized(publicMessage: string): AppError {
  return new AppError('unauthorized', { publicMessage });
}
