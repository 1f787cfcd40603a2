/**
 * The text that a search looks at, in SQL. In one piece: an index of it costs two thirds of one of four columns. In lower case,
 * and not with `ilike`: where Postgres knows ASCII letters alone (`lc_ctype` C), the trigrams of `İ` are not those of `i`. The index
 * of `deploy/sql/search-index.sql` and the statistics of migration 0380 are of this expression, so it only changes with them.
 */
export const SEARCH_TEXT =
  "lower(name || chr(31) || coalesce(notes, '') || chr(31) || coalesce(provider_merchant, '') || chr(31) || coalesce(provider_description, ''))";

/**
 * Whether SEARCH_TEXT has the rows of a search: whether every database finds a trigram in it, also one that knows no other letters
 * than those of ASCII, and nothing in it that stands between two columns. Without a trigram the index would be read whole, that
 * of all households, by a plan that Postgres made for any search.
 */
export function hasTrigram(search: string): boolean {
  return /[a-z\d]{3}/i.test(search) && !search.includes('\u001f');
}
