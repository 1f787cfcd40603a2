/**
 * The text that a search looks at, in SQL. In one piece: an index of it costs two thirds of one of four columns. In lower case,
 * and not with `ilike`: where Postgres knows ASCII letters alone (`lc_ctype` C), the trigrams of `İ` are not those of `i`. The index
 * of `deploy/sql/search-index.sql` and the statistics of migration 0380 are of this expression, so it only changes with them.
 */
export const SEARCH_TEXT =
  "lower(name || chr(31) || coalesce(notes, '') || chr(31) || coalesce(provider_merchant, '') || chr(31) || coalesce(provider_description, ''))";

/**
 * Whether SEARCH_TEXT can answer a search: whether every database finds a trigram in it, even one that only knows the letters of
 * ASCII, and it does not contain the separator of the columns. Without a trigram, Postgres would read the whole index of all
 * households with the plan that it keeps for any search.
 */
export function hasTrigram(search: string): boolean {
  return /[a-z\d]{3}/i.test(search) && !search.includes('\u001f');
}
