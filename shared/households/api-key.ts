import { randomBytes } from 'node:crypto';
import { sha256Hex } from '../platform/crypto.ts';

/** Tells a key of ours from any other secret, for people and for scanners. */
const PREFIX = 'ledg_';
const RANDOM_BYTES = 32;

export const API_KEY_SCOPES = ['read', 'read_write'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** A new key: its value is shown once, digest and last four characters are what is stored. */
export interface NewApiKeySecret {
  value: string;
  digest: string;
  lastFour: string;
}

/**
 * Makes a key from 32 random bytes. That much chance needs no slow hash: SHA-256 cannot be
 * searched back, and it lets an index find the key.
 */
export function generateApiKey(): NewApiKeySecret {
  const value = PREFIX + randomBytes(RANDOM_BYTES).toString('hex');
  return { value, digest: digestApiKey(value), lastFour: value.slice(-4) };
}

/** What is stored of a key. */
export function digestApiKey(value: string): string {
  return sha256Hex(value);
}
