import type { AnySql } from '../postgres/connect.ts';
import { deleteOldest } from '../postgres/walk.ts';
import type { SealedSecret } from '../platform/crypto.ts';

/** How long an answer is kept for retries, as at Stripe. */
export const IDEMPOTENCY_HOURS = 24;

/** A key belongs to one household or one platform. */
export interface IdempotencyKey {
  owner: { householdId: string } | { platformId: string };
  key: string;
}

const ownerOf = ({ owner }: IdempotencyKey) =>
  'platformId' in owner
    ? { column: 'platform_id', id: owner.platformId }
    : { column: 'household_id', id: owner.householdId };

const isKept = (sql: AnySql, kept: IdempotencyKey) => {
  const { column, id } = ownerOf(kept);
  return sql`${sql(column)} = ${id} and key = ${kept.key}`;
};

export interface KeptAnswer {
  requestDigest: string;
  /** Null where the operation did not read the body. */
  bodyDigest: string | null;
  status: number;
  /** JSON text; null for an empty body. */
  answer: string | SealedSecret | null;
}

/** The answer kept under a key since `since`; null if the key is free. */
export async function findKeptAnswer(
  sql: AnySql,
  kept: IdempotencyKey,
  since: Date,
): Promise<KeptAnswer | null> {
  const [row] = await sql<
    (Omit<KeptAnswer, 'answer'> & {
      answer: string | null;
      sealedAnswer: Buffer | null;
      sealedWith: string | null;
    })[]
  >`
    select request_digest, body_digest, status, answer, sealed_answer, sealed_with
    from idempotency_keys
    where ${isKept(sql, kept)}
      and created_at >= ${since}
      and status is not null`;
  if (row === undefined) return null;
  const { sealedAnswer, sealedWith, answer, ...rest } = row;
  const sealed = sealedAnswer !== null && sealedWith !== null;
  return { ...rest, answer: sealed ? { keyId: sealedWith, ciphertext: sealedAnswer } : answer };
}

/**
 * Claims a key for the transaction's request, if it is free or its answer is older than `since`. Waits for another transaction that
 * holds it. False: it is taken.
 */
export async function claimIdempotencyKey(
  sql: AnySql,
  kept: IdempotencyKey,
  { requestDigest, now, since }: { requestDigest: string; now: Date; since: Date },
): Promise<boolean> {
  const { column, id } = ownerOf(kept);
  const { count } = await sql`
    insert into idempotency_keys as k (${sql(column)}, key, request_digest, created_at)
    values (${id}, ${kept.key}, ${requestDigest}, ${now})
    on conflict (${sql(column)}, key) do update
    set request_digest = excluded.request_digest,
        body_digest = null,
        status = null,
        answer = null,
        sealed_answer = null,
        sealed_with = null,
        created_at = excluded.created_at
    where k.created_at < ${since}`;
  return count > 0;
}

/** Keeps the answer to the request that claimed the key in this transaction. */
export async function updateKeptAnswer(
  sql: AnySql,
  kept: IdempotencyKey,
  { bodyDigest, status, answer }: Omit<KeptAnswer, 'requestDigest'>,
): Promise<void> {
  const sealed = typeof answer === 'object' ? answer : null;
  await sql`
    update idempotency_keys
    set body_digest = ${bodyDigest},
        status = ${status},
        answer = ${typeof answer === 'string' ? answer : null},
        sealed_answer = ${sealed?.ciphertext ?? null},
        sealed_with = ${sealed?.keyId ?? null}
    where ${isKept(sql, kept)}`;
}

/** Deletes answers from before that time, oldest first. Returns how many. */
export const deleteKeptAnswersBefore = deleteOldest('idempotency_keys', 'ctid', 'created_at');
