/** How long the texts of a record may be, whatever brings it: the API, NDJSON or a CSV. Characters as Postgres counts them. */

/** Names of accounts, categories, tags, merchants and rules. */
export const NAME_LENGTH_MAX = 255;
/** Source ids are stored in a column of this many characters. */
export const ID_LENGTH_MAX = 255;
/** Names of bookings, and notes. */
export const TEXT_LENGTH_MAX = 10_000;
/** Decimals of more digits are no amounts of money, and exact arithmetic on them would only cost time. */
export const DECIMAL_DIGITS_MAX = 40;
/** With its sign and its point. */
export const DECIMAL_LENGTH_MAX = DECIMAL_DIGITS_MAX + 2;

/** Whether a decimal in normalised form has more digits than one may have. */
export function isLongDecimal(text: string): boolean {
  if (text.length <= DECIMAL_DIGITS_MAX) return false;
  return text.replaceAll(/\D/g, '').length > DECIMAL_DIGITS_MAX;
}
/** The database keeps ticker, exchange and name in one index entry, which must stay below 2,700 bytes. */
export const SECURITY_LENGTH_MAX = 300;
/** Ids of the provider: longer ones of accounts are passed over, and those of rows are digests. */
export const KEY_LENGTH_MAX = 1000;
/** An index entry must stay below 2,700 bytes. */
export const KEY_BYTES_MAX = 2600;
/** What one transaction was known as before, and in files. */
export const KNOWN_AS_MAX = 50;
