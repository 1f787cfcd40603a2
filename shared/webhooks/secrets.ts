import { randomUUID } from 'node:crypto';
import { openSecret, sealSecret } from '../platform/crypto.ts';
import type { KeyRing } from '../platform/crypto.ts';
import type { AnySql } from '../postgres/connect.ts';
import { deleteOldest } from '../postgres/walk.ts';
import { newWebhookSecret } from './signature.ts';
import type { Turn } from './turns.ts';

/** A replaced secret keeps signing for another day, so that receivers can switch at their leisure. */
export const SECRET_OVERLAP_HOURS = 24;
/** Each secret adds a signature to a header, and receivers refuse long headers. */
const SIGNING_MAX = 5;

interface Row {
  id: string;
  keyId: string;
  ciphertext: Uint8Array;
}

/** Returns an endpoint's new secret; it is shown nowhere else. Earlier ones sign for another day. The endpoint must exist. */
export async function rotateSecret(
  sql: AnySql,
  ring: KeyRing,
  ownerId: string,
  endpointId: string,
): Promise<string> {
  const secret = newWebhookSecret();
  const id = randomUUID();
  const { keyId, ciphertext } = sealSecret(ring, secret, id);
  await sql`
    with endpoint as (
      select id from webhook_endpoints where owner_id = ${ownerId} and id = ${endpointId}
    ),
    retired as (
      update webhook_secrets s
      set retired_at = now()
      from endpoint
      where s.endpoint_id = endpoint.id
        and s.retired_at is null
    )
    insert into webhook_secrets (id, endpoint_id, key_id, ciphertext)
    select ${id}, endpoint.id, ${keyId}, ${ciphertext}
    from endpoint`;
  return secret;
}

/** The secrets that sign for an endpoint, newest first, at most five. Leaves out those whose key is not configured. */
export async function listSecrets(
  sql: AnySql,
  ring: KeyRing,
  { ownerId, endpointId }: Turn,
): Promise<string[]> {
  const rows = await sql<Row[]>`
    select s.id, s.key_id, s.ciphertext
    from webhook_endpoints e
    join webhook_secrets s on s.endpoint_id = e.id
    where e.owner_id = ${ownerId}
      and e.id = ${endpointId}
      and (s.retired_at is null or s.retired_at > now() - make_interval(hours => ${SECRET_OVERLAP_HOURS}))
    order by s.created_at desc, s.id
    limit ${SIGNING_MAX}`;
  return rows.flatMap((row) => {
    try {
      return [open(ring, row)];
    } catch {
      return [];
    }
  });
}

const open = (ring: KeyRing, { id, keyId, ciphertext }: Row): string =>
  openSecret(ring, { keyId, ciphertext: Buffer.from(ciphertext) }, id);

/** Re-encrypts secrets of all owners with the current key. Returns how many; fewer than `limit` means that none is left. */
export async function resealSecrets(sql: AnySql, ring: KeyRing, limit: number): Promise<number> {
  const rows = await sql<Row[]>`
    select id, key_id, ciphertext
    from webhook_secrets
    where key_id <> ${ring.current.id}
    order by id
    limit ${limit}
    for update`;
  for (const row of rows) {
    const { keyId, ciphertext } = sealSecret(ring, open(ring, row), row.id);
    await sql`
      update webhook_secrets
      set key_id = ${keyId}, ciphertext = ${ciphertext}
      where id = ${row.id}`;
  }
  return rows.length;
}

/** Deletes secrets that were replaced before that time. Returns how many. */
export const deleteSecretsBefore = deleteOldest('webhook_secrets', 'id', 'retired_at');
