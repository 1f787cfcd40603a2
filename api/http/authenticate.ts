import { timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { digestApiKey } from '../../shared/households/api-key.ts';
import type { ApiKeyScope } from '../../shared/households/api-key.ts';
import { AppError } from '../../shared/platform/errors.ts';
import { findLiveApiKey, stampApiKeyUse } from '../../shared/households/api-keys.ts';
import type { ApiContext } from '../context.ts';

/** What an operation needs of the key: `read` is met by every live key, `read_write` by that scope only. */
export type NeededScope = 'read' | 'read_write';

/** A key is used many times a second; its `last_used_at` is written at most this often. */
const STAMP_INTERVAL_MS = 60_000;
/** No key of ours is longer; a longer header is not worth hashing. */
const KEY_LENGTH_MAX = 256;

/** Who is asking: a live key, its owner and the household that it opens. */
export interface Caller {
  apiKeyId: string;
  userId: string;
  householdId: string;
  /** Null only for a key that was stored without one; such a key may do nothing. */
  scope: ApiKeyScope | null;
}

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
  if (key.lastUsedAt === null || now.getTime() - key.lastUsedAt.getTime() >= STAMP_INTERVAL_MS) {
    const olderThan = new Date(now.getTime() - STAMP_INTERVAL_MS);
    await stampApiKeyUse(context.sql, key.householdId, key.id, { usedAt: now, olderThan });
  }
  return {
    apiKeyId: key.id,
    userId: key.userId,
    householdId: key.householdId,
    scope: key.scope,
  };
}

/** Throws insufficient_scope unless the key's scope meets the need; decided before any lookup. */
export function requireScope(caller: Caller, needed: NeededScope): void {
  if (caller.scope === 'read_write' || (caller.scope === 'read' && needed === 'read')) return;
  const name = needed === 'read' ? 'read' : 'write';
  throw new AppError('insufficient_scope', {
    publicMessage: `This operation needs an API key with the ${name} scope.`,
  });
}

function unauthorized(publicMessage: string): AppError {
  return new AppError('unauthorized', { publicMessage });
}
