import { createHash } from 'node:crypto';

/** Tells equal bodies, taken while they are read: what it sees is in no memory of its own. */
export interface BodyDigest {
  /** The next bytes, in order, their Content-Encoding undone. */
  add(chunk: Uint8Array): void;
  /** Nothing more will come. */
  end(): void;
  /** SHA-256 in hex; null unless the whole body was read. */
  value(): string | null;
}

/** The digest of a body of that media type, of which nothing is read yet; without a type there is no body. */
export function createBodyDigest(mediaType: string | null): BodyDigest {
  const hash = createHash('sha256').update(`${mediaType ?? ''}\n`);
  let value: string | null = null;
  const end = (): void => void (value ??= hash.digest('hex'));
  if (mediaType === null) end();
  return {
    add(chunk) {
      if (value === null) hash.update(chunk);
    },
    end,
    value: () => value,
  };
}
