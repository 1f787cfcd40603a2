import { randomBytes } from 'node:crypto';
import { sha256Hex } from '../platform/crypto.ts';

/** Lets people and scanners distinguish a key of ours from any other secret. */
const PREFIX = 'ledg_';
const RANDOM_BYTES = 32;

/**
 * What each scope opens. Each operation names the scopes that open it; the check, the API description and the guides follow from
 * the two. `read_write` opens everything that any other household scope does.
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

export type HouseholdScope = Exclude<ApiKeyScope, 'platform'>;
export const HOUSEHOLD_SCOPES = API_KEY_SCOPES.filter((scope) => scope !== 'platform');

/**
 * Makes a key from 32 random bytes, of which only the digest and the last four characters are stored. With that much entropy a plain
 * SHA-256 is enough: it cannot be searched back, and an index can find the key by it.
 */
export function generateApiKey() {
  const value = PREFIX + randomBytes(RANDOM_BYTES).toString('hex');
  return { value, digest: digestApiKey(value), lastFour: value.slice(-4) };
}

/** What is stored of a key. */
export function digestApiKey(value: string): string {
  return sha256Hex(value);
}
