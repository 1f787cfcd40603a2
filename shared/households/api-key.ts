import { randomBytes } from 'node:crypto';
import { sha256Hex } from '../platform/crypto.ts';

/** Lets people and scanners distinguish a key of ours from any other secret. */
const PREFIX = 'ledg_';
const RANDOM_BYTES = 32;

/**
 * What each scope opens. Operations name the scopes that open them; the check, the document and the guides follow from
 * both. `read_write` opens whatever another scope of a household does.
 */
export const SCOPES = {
  read: 'reads everything and checks files and rules, but changes nothing',
  write: 'changes accounts, transactions, categories and the like, and the household itself',
  imports: 'imports files and sessions, undoes them, and reads how they went',
  sync: 'connects banks, syncs them, and reads how that went',
  rules: 'changes rules, runs them, and reads both',
  read_write: 'all of these, and makes and revokes keys',
  platform:
    'makes, changes and deletes an app’s households and their keys; opens no household’s data',
} as const;
export type ApiKeyScope = keyof typeof SCOPES;
export const API_KEY_SCOPES = Object.keys(SCOPES) as ApiKeyScope[];

/** The scopes of a household’s keys. */
export type HouseholdScope = Exclude<ApiKeyScope, 'platform'>;
export const HOUSEHOLD_SCOPES = API_KEY_SCOPES.filter((scope) => scope !== 'platform');

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
