import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
} from 'node:crypto';

/** A 256-bit key, and the id that is stored with everything it encrypts. */
interface EncryptionKey {
  id: string;
  key: Buffer;
}

/** The key that encrypts new credentials, and all keys that can decrypt. */
export interface KeyRing {
  current: EncryptionKey;
  all: ReadonlyMap<string, Buffer>;
}

export interface SealedSecret {
  keyId: string;
  /** 12-byte nonce, ciphertext, 16-byte tag. */
  ciphertext: Buffer;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM. `owner` (the row's id) is authenticated along with it, so a ciphertext copied to another row cannot be opened there.
 */
export function sealSecret(ring: KeyRing, plain: string, owner: string): SealedSecret {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', ring.current.key, nonce);
  cipher.setAAD(Buffer.from(owner));
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return {
    keyId: ring.current.id,
    ciphertext: Buffer.concat([nonce, body, cipher.getAuthTag()]),
  };
}

/** Opens what sealSecret made. Throws when the key is unknown or anything was altered. */
export function openSecret(ring: KeyRing, sealed: SealedSecret, owner: string): string {
  const key = ring.all.get(sealed.keyId);
  if (key === undefined) throw new Error(`encryption key ${sealed.keyId} is not configured`);
  const { ciphertext } = sealed;
  const decipher = createDecipheriv('aes-256-gcm', key, ciphertext.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(ciphertext.subarray(-TAG_BYTES));
  const body = ciphertext.subarray(NONCE_BYTES, -TAG_BYTES);
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new Error(`encryption key ${sealed.keyId} is not the one that was used`, { cause });
  }
}

/** A UUID derived from a text: the same text always yields the same one. */
export function digestUuid(text: string): string {
  const hex = sha256Hex(text);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/**
 * HMAC-SHA-256 that finds equal secrets of one owner without decrypting them. It is useless without the encryption key, from which
 * its own key is derived.
 */
export function digestSecret(key: Buffer, plain: string, owner: string): Buffer {
  const own = Buffer.from(hkdfSync('sha256', key, '', 'ledgerline secret digest', 32));
  return createHmac('sha256', own)
    .update(JSON.stringify([owner, plain]))
    .digest();
}

/** SHA-256 as 64 lowercase hex characters. */
export function sha256Hex(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex');
}
