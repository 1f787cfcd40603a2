import type { KeyRing } from '../../../shared/platform/crypto.ts';
import { digestSecret } from '../../../shared/platform/crypto.ts';
import type { AnySql, Tx } from '../../../shared/postgres/connect.ts';
import { AppError } from '../../../shared/platform/errors.ts';
import { lockHousehold } from '../../../shared/households/households.ts';
import { findConnectionByDigest } from '../../../shared/sync/store/provider-connections.ts';

/** A provider key on its way into a connection of the household. */
export interface NewKey {
  ring: KeyRing;
  householdId: string;
  apiKey: string;
  /** The connection that gets it; it may have the key already. */
  connectionId: string;
}

/**
 * Throws already_connected when another connection of the household has the key. Each is compared by the digest
 * under the encryption key that seals it, so a rotation that is half done finds them all.
 */
export async function refuseConnectedKey(
  sql: AnySql,
  { ring, householdId, apiKey, connectionId }: NewKey,
): Promise<void> {
  const digests = [...ring.all].map(([keyId, key]) => {
    return { keyId, digest: digestSecret(key, apiKey, householdId) };
  });
  const existing = await findConnectionByDigest(sql, householdId, digests, connectionId);
  if (existing === null) return;
  throw new AppError('already_connected', {
    publicMessage:
      'This key is already connected. Use that connection, or send allow_duplicate: true to connect it twice.',
    details: { provider_connection_id: existing },
  });
}

/** The same, decided for good: the household's other requests that connect a key wait for the transaction. */
export async function refuseConnectedKeyLocked(tx: Tx, key: NewKey): Promise<void> {
  await lockHousehold(tx, key.householdId);
  await refuseConnectedKey(tx, key);
}
