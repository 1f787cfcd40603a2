import { digestSecret, openSecret, sealSecret } from '../../platform/crypto.ts';
import type { KeyRing } from '../../platform/crypto.ts';
import type { Sql } from '../../postgres/connect.ts';
import {
  lockConnectionsNotSealedWith,
  resealCredential,
} from '../../sync/store/provider-connections.ts';
import { resealSecrets } from '../../webhooks/secrets.ts';

const BATCH = 100;

/**
 * Encrypts every provider key and webhook secret anew with the first key of the ring; returns how many. Throws when one
 * cannot be decrypted: its whole batch stays unchanged.
 */
export async function rotateCredentials(sql: Sql, ring: KeyRing): Promise<number> {
  let rotated = 0;
  for (;;) {
    const count = await sql.begin(async (tx) => {
      const rows = await lockConnectionsNotSealedWith(tx, ring.current.id, BATCH);
      for (const row of rows) {
        const apiKey = openSecret(ring, row.credential, row.id);
        const sealed = sealSecret(ring, apiKey, row.id);
        const digest = digestSecret(ring.current.key, apiKey, row.householdId);
        await resealCredential(tx, row.householdId, row.id, sealed, digest);
      }
      return rows.length;
    });
    rotated += count;
    if (count < BATCH) break;
  }
  for (;;) {
    const count = await sql.begin((tx) => resealSecrets(tx, ring, BATCH));
    rotated += count;
    if (count < BATCH) return rotated;
  }
}
