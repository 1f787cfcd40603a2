import { createHash } from 'node:crypto';

/** A digest of a body, computed while the body is read. Equal bodies have equal digests. */
export type BodyDigest = ReturnType<typeof createBodyDigest>;

/** Starts the digest of a body of this media type; null when the request has no body. */
export function createBodyDigest(mediaType: string | null) {
  const hash = createHash('sha256').update(`${mediaType ?? ''}\n`);
  let value: string | null = null;
  const end = (): void => void (value ??= hash.digest('hex'));
  if (mediaType === null) end();
  return {
    /** Adds the next bytes, in order and with their Content-Encoding undone. */
    add(chunk: Uint8Array) {
      if (value === null) hash.update(chunk);
    },
    /** Marks the body as complete. */
    end,
    /** SHA-256 in hex; null unless the whole body was read. */
    value: () => value,
  };
}
