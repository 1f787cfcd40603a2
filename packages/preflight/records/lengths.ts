/** How long the texts of a record may be, from any source: the API, NDJSON or a CSV. Characters as Postgres counts them. */

/** Names of accounts, categories, tags, merchants and rules. */
export const NAME_LENGTH_MAX = 255;
/** Source ids are stored in a column of this many characters. */
export const ID_LENGTH_MAX = 255;
/** Names of bookings, and notes. */
export const TEXT_LENGTH_MAX = 10_000;
/** Decimals with more digits are not amounts of money, and exact arithmetic on them would only waste time. */
export const DECIMAL_DIGITS_MAX = 40;
/** With its sign and its point. */
export const DECIMAL_LENGTH_MAX = DECIMAL_DIGITS_MAX + 2;

/** Whether a decimal in normalised form has too many digits. */
export function isLongDecimal(text: string): boolean {
  if (text.length <= DECIMAL_DIGITS_MAX) return false;
  return text.replaceAll(/\D/g, '').length > DECIMAL_DIGITS_MAX;
}
/** The database keeps ticker, exchange and name in one index entry, which must stay below 2,700 bytes. */
export const SECURITY_LENGTH_MAX = 300;
/** Ids of the provider: accounts with longer ones are skipped, and those of rows are replaced by digests. */
export const KEY_LENGTH_MAX = 1000;
/** An index entry must stay below 2,700 bytes. */
export const KEY_BYTES_MAX = 2600;
/** How many earlier ids, or rows of files, one transaction may carry. */
export const KNOWN_AS_MAX = 50;
