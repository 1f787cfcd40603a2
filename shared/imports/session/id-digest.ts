import { createHash } from 'node:crypto';

/** 64 bits that stand for an id where there are too many ids to keep: a bigint of Postgres, as text. */
export function idDigest(id: string): string {
  return createHash('sha256').update(id).digest().readBigInt64BE().toString();
}
