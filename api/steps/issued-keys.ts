import type { HouseholdScope } from '../../shared/households/api-key.ts';
import { findApiKey, rotateKey } from '../../shared/households/api-keys.ts';
import type { KeyOwner, IssuedKey } from '../../shared/households/api-keys.ts';
import { conflict, validationFailed } from '../../shared/platform/errors.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import { orNotFound } from '../http/answer-record.ts';
import { nameTaken, readName } from '../http/read-name.ts';
import * as s from '../openapi/json-schema.ts';
import type { Schemas } from '../openapi/json-schema.ts';
import { presentApiKey } from '../records/api-key.ts';

/** Reads the key that a body asks for. It may not outlive `latest`, when the requesting key expires. Throws validation_failed. */
export function readNewKey(
  body: Schemas['NewApiKey'],
  now: Date,
  latest: Date | null,
): { name: string; scopes: readonly HouseholdScope[]; expiresAt: Date | null } {
  const name = readName(body.name);
  const expiresAt = readExpiry(body.expires_at, now, latest);
  if ((body.scope === undefined) === (body.scopes === undefined)) {
    throw validationFailed('Send either scope or scopes.');
  }
  const scopes = new Set(body.scopes ?? (body.scope === undefined ? [] : [body.scope]));
  return { name, scopes: scopes.has('read_write') ? ['read_write'] : [...scopes], expiresAt };
}

/** When a new key expires. Throws validation_failed. */
function readExpiry(text: string | null | undefined, now: Date, latest: Date | null): Date | null {
  const expiresAt = typeof text === 'string' ? new Date(text) : null;
  if (expiresAt !== null && !(expiresAt > now)) {
    throw validationFailed('expires_at must lie in the future.');
  }
  if (latest === null || (expiresAt !== null && expiresAt <= latest)) return expiresAt;
  if (text === undefined) return latest;
  throw validationFailed('expires_at must not be later than that of the key you use.');
}

/** How long a rotated key keeps working by default, and at most. */
const OVERLAP_SECONDS = { default: 86_400, max: 7 * 86_400 };

export const KEY_ROTATION = s.define('KeyRotation', 'How a key is replaced.', [], {
  overlap_seconds: {
    type: 'integer',
    minimum: 0,
    maximum: OVERLAP_SECONDS.max,
    default: OVERLAP_SECONDS.default,
    description: 'How long the old key keeps working, so that no client is left without one.',
  },
  expires_at: {
    type: ['string', 'null'],
    format: 'date-time',
    description:
      'When the new key stops working; null for never, absent: when the old one would have.',
  },
});

/** Replaces a key of this owner. Throws record_not_found, conflict and validation_failed. */
export async function answerRotated(
  tx: Tx,
  owner: KeyOwner,
  asked: { id: string; body: Schemas['KeyRotation']; now: Date; latest: Date | null },
) {
  const { id, body, now, latest } = asked;
  const { overlap_seconds: overlap = OVERLAP_SECONDS.default, expires_at: sent } = body;
  const expiresAt = sent === undefined ? undefined : readExpiry(sent, now, latest);
  const endsAt = new Date(now.getTime() + overlap * 1000);
  const issued = await rotateKey(tx, owner, id, { now, endsAt, expiresAt, latest });
  if (issued !== null) return answerIssued(issued);
  orNotFound(await findApiKey(tx, owner, id));
  throw conflict('The key is revoked, expired or rotated already.');
}

/** Answers a new key. Its value is shown only this once. Throws validation_failed when there is none: its name is taken. */
export function answerIssued(issued: IssuedKey | null) {
  if (issued === null) throw nameTaken('another live key');
  return {
    status: 201,
    body: { data: { ...presentApiKey(issued.key), api_key: issued.value } },
  };
}
