/**
 * The text that a search covers, in SQL. One expression: an index on it is a third smaller than one on four columns. Not `ilike`
 * but lower(): if Postgres only knows ASCII letters (`lc_ctype` C), the trigrams of `İ` differ from those of `i`. The index in
 * `deploy/sql/search-index.sql` and the statistics of migration 0380 are on this expression: change them together.
 */
export const SEARCH_TEXT =
  "lower(name || chr(31) || coalesce(notes, '') || chr(31) || coalesce(provider_merchant, '') || chr(31) || coalesce(provider_description, ''))";

/**
 * Whether SEARCH_TEXT can answer a search: every database finds a trigram in it, even one that only knows ASCII letters, and it
 * does not contain the column separator, nor a sigma, whose form at the end of a word lower() keeps apart. Without a trigram,
 * Postgres's cached generic plan would read the whole index, of all households.
 */
export function hasTrigram(search: string): boolean {
  return /[a-z\d]{3}/i.test(search) && !/[Σσς]/.test(search) && !search.includes('\u001f');
}
