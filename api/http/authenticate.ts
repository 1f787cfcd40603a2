import { timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { API_KEY_SCOPES, digestApiKey, HOUSEHOLD_SCOPES } from '../../shared/households/api-key.ts';
import type { ApiKeyScope, HouseholdScope } from '../../shared/households/api-key.ts';
import { AppError } from '../../shared/platform/errors.ts';
import { findLiveApiKey, stampApiKeyUse } from '../../shared/households/api-keys.ts';
import type { LiveApiKey } from '../../shared/households/api-keys.ts';
import type { ApiContext } from '../context.ts';

/** The scopes that open an operation: one of them is enough, and `read_write` opens all of a household's. */
export type NeededScopes = ApiKeyScope | readonly ApiKeyScope[];

/** A key is used many times a second; its `last_used_at` is written at most this often. */
const STAMP_INTERVAL_MS = 60_000;
/** No key of ours is longer; a longer header is not worth hashing. */
const KEY_LENGTH_MAX = 256;

/** A live key. */
interface KeyHolder {
  apiKeyId: string;
  /** The household or the platform: shares of the process, cursors and kept answers are its own. */
  ownerId: string;
}

/** A key of a user, and the household that it opens. */
export interface HouseholdCaller extends KeyHolder {
  kind: 'household';
  /** Empty only for a key that was stored without one; such a key may do nothing. */
  scopes: readonly HouseholdScope[];
  householdId: string;
  userId: string;
  /** When the key expires; null: never. */
  expiresAt: Date | null;
}

/** A key of a platform. It opens no household: it names none. */
interface PlatformCaller extends KeyHolder {
  kind: 'platform';
  scopes: readonly ['platform'];
  householdId: undefined;
  platformId: string;
}

export type Caller = HouseholdCaller | PlatformCaller;

/** Who may call an operation that these scopes open. */
export type CallerOf<Needed extends NeededScopes> =
  'platform' extends EachOf<Needed>
    ? [EachOf<Needed>] extends ['platform']
      ? PlatformCaller
      : Caller
    : HouseholdCaller;
type EachOf<Needed extends NeededScopes> = Needed extends readonly (infer Scope)[] ? Scope : Needed;

/**
 * Finds the caller by X-Api-Key, the only accepted place. An Authorization header is not looked at,
 * so that basic auth of a reverse proxy does no harm.
 *
 * Throws unauthorized for a missing, unknown, expired or revoked key and for a deactivated owner.
 */
export async function authenticate(context: ApiContext, req: Request): Promise<Caller> {
  const value = req.get('x-api-key')?.trim() ?? '';
  if (value === '') throw unauthorized('An API key is required in the X-Api-Key header.');
  const now = context.clock.now();
  const digest = digestApiKey(value.slice(0, KEY_LENGTH_MAX));
  const key = await findLiveApiKey(context.sql, digest, now);
  // The index finds by digest; comparing once more in constant time keeps the answer's time from
  // telling anything, whatever the index does.
  if (key === null || !timingSafeEqual(Buffer.from(key.digest), Buffer.from(digest))) {
    throw unauthorized('The API key is unknown, expired or revoked.');
  }
  if (!key.ownerActive) throw unauthorized('The account of this API key is deactivated.');
  const caller = callerOf(key);
  if (key.lastUsedAt === null || now.getTime() - key.lastUsedAt.getTime() >= STAMP_INTERVAL_MS) {
    const olderThan = new Date(now.getTime() - STAMP_INTERVAL_MS);
    await stampApiKeyUse(context.sql, caller, key.id, { usedAt: now, olderThan });
  }
  return caller;
}

function callerOf({ id: apiKeyId, scopes, ...key }: LiveApiKey): Caller {
  if (key.platformId !== null) {
    const { platformId } = key;
    return {
      kind: 'platform',
      apiKeyId,
      ownerId: platformId,
      platformId,
      householdId: undefined,
      scopes: ['platform'],
    };
  }
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

/** Whom it is, for the log: ids only. */
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

function unauthorized(publicMessage: string): AppError {
  return new AppError('unauthorized', { publicMessage });
}
