import { sha256Hex } from '../../platform/crypto.ts';
import { foldText } from '#preflight/clean-text';

/** The content by which two rows of an account count as the same purchase. */
export type RowContent = {
  date: string;
  /** Normalised decimal text. */
  amount: string;
  currency: string;
  merchant: string | null;
  description: string | null;
};

/** SHA-256 in hex of the account and everything that a bank says about a row, ignoring letter case. */
export function contentHash(providerAccountId: string, row: RowContent): string {
  return sha256Hex(
    JSON.stringify([
      providerAccountId,
      row.date,
      row.amount,
      row.currency,
      foldText(row.merchant),
      foldText(row.description),
    ]),
  );
}

/** SHA-256 in hex of a row's content without its account, for comparing rows of any accounts. */
export function contentMark(row: {
  date: string;
  amount: string;
  currency: string;
  /** Merchant or description, case-folded. */
  label: string;
}): string {
  return sha256Hex(JSON.stringify([row.date, row.amount, row.currency, row.label]));
}

/** The prefix of keys for rows without an id. */
export const SYNTHETIC_PREFIX = 'syn_';
/** A pattern for such keys that means the same in JavaScript and Postgres. */
export const SYNTHETIC_KEY_PATTERN = `^${SYNTHETIC_PREFIX}[0-9a-f]{64}_[0-9]+$`;
const SYNTHETIC_KEY = new RegExp(SYNTHETIC_KEY_PATTERN);

/** The key of a row without an id: content and ordinal among equal rows of the read, so that two equal purchases stay two. */
export function syntheticKey(hash: string, occurrence: number): string {
  return `${SYNTHETIC_PREFIX}${hash}_${occurrence}`;
}

/** Whether a key is one of ours. rowKey escapes a provider's id that looks like one. */
export function isSyntheticKey(key: string): boolean {
  return SYNTHETIC_KEY.test(key);
}

/** Longer keys do not fit into a database index. */
const LONGEST_KEY = 500;
const HASHED_ID = /^sha256:[0-9a-f]{64}$/;

/**
 * The key of a row with an id: the id itself, or its hash if it is too long. An id that looks like one of our own keys is escaped.
 */
export function rowKey(id: string): string {
  if (id.length > LONGEST_KEY) return `sha256:${sha256Hex(id)}`;
  return isSyntheticKey(id) || HASHED_ID.test(id) ? `id:${id}` : id;
}
