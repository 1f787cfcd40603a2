import type { AnySql, Tx } from '../postgres/connect.ts';
import { generateApiKey } from './api-key.ts';
import { endApiKey, insertApiKey } from './api-keys.ts';
import type { ApiKey, KeyOwner, NewKeyOwner } from './api-keys.ts';

/** A new key with its value, which is shown once. */
export interface IssuedKey {
  key: ApiKey;
  value: string;
}

/** Makes a key. Null if its owner has another live key with that name. */
export async function issueKey(
  sql: AnySql,
  owner: NewKeyOwner,
  wanted: Pick<ApiKey, 'name' | 'scopes' | 'expiresAt'>,
): Promise<IssuedKey | null> {
  const { value, digest, lastFour } = generateApiKey();
  const key = await insertApiKey(sql, owner, { ...wanted, digest, lastFour });
  return key && { key, value };
}

interface Rotation {
  now: Date;
  endsAt: Date;
  /** When the new key expires; undefined: when the old one would have. */
  expiresAt?: Date | null | undefined;
  /** The new key expires no later than this. */
  latest: Date | null;
}

/**
 * Replaces a live key by a new one with the same name, owner and scopes. The old one works until `endsAt`. Null if its owner has no
 * such live key. A null owner means any owner, only for the command line.
 */
export async function rotateKey(
  tx: Tx,
  owner: KeyOwner | null,
  id: string,
  { now, endsAt, expiresAt, latest }: Rotation,
): Promise<IssuedKey | null> {
  const old = await endApiKey(tx, owner, id, { now, endsAt });
  if (old === null) return null;
  const wanted = expiresAt === undefined ? old.expiresAt : expiresAt;
  const isLater = latest !== null && (wanted === null || wanted > latest);
  return issueKey(tx, old.platformId === null ? old : { platformId: old.platformId }, {
    name: old.name,
    scopes: old.scopes,
    expiresAt: isLater ? latest : wanted,
  });
}
