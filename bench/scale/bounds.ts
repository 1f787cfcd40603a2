/**
 * The household's rows, read once for their number and once for the page: where few match, Postgres may find both in that
 * way, or walk an index to the page. Its choice goes by samples of the table, which are others each time.
 */
const HOUSEHOLD_TWICE = 222_000;

/**
 * Pages (8 kB) that one operation may read, all its statements together, in the large household of 150,000
 * transactions among 3 million. docs/PERFORMANCE.md says how to read and change them.
 */
export const BOUNDS: Readonly<Record<string, number>> = {
  'GET /accounts': 60,
  'GET /transactions': 4500,
  'GET /transactions?page=5000': 7500,
  'GET /transactions?after={cursor}': 60,
  'GET /transactions?per_page=500&after={cursor}': 540,
  'GET /transactions?category_id={category}': 14_000,
  'GET /transactions?category_id=none': HOUSEHOLD_TWICE,
  'GET /transactions?merchant_id={merchant}': 3100,
  'GET /transactions?tag_id={tag}': 12_000,
  'GET /transactions?kind=one_time': HOUSEHOLD_TWICE,
  'GET /transactions?min_amount=-10&max_amount=-5': HOUSEHOLD_TWICE,
  'GET /transactions?updated_since={month}': HOUSEHOLD_TWICE,
  'GET /transactions?sort=amount': HOUSEHOLD_TWICE,
  'GET /transactions?sort=-updated_at': HOUSEHOLD_TWICE,
  'GET /transactions?account_id={account}&sort=amount': 7200,
  'GET /transactions?account_id={account}': 7200,
  'GET /transactions?account_id={account}&page=1500': 8100,
  'GET /transactions?pending=true': 830,
  'GET /transactions?start_date=2025-01-01&end_date=2025-01-31': 579,
  'GET /transactions?search=zebra': 223_000,
  'GET /transactions?search=dinner': 112_000,
  'GET /transactions/{parent}': 77,
  'GET /transactions/{parent}/changes': 28,
  'PATCH /transactions/{parent} {"notes":"Seen"}': 329,
  // A hundred transactions that one sync brought.
  'GET /changes?cursor={synced}': 60,
  // A hundred of the latest days, edited: each lies on a page among those of other households.
  'GET /changes?cursor={feed}': 260,
  'GET /holdings': 512,
  'GET /holdings?account_id={account}': 360,
  'GET /trades': 613,
  'GET /valuations': 72,
  'GET /net_worth': 104,
  'GET /accounts/{account}/balances': 4000,
  'GET /record_changes': 15,
  'GET /categories': 32,
  'GET /merchants': 58,
  'GET /tags': 25,
  'GET /budgets': 52,
  'GET /rules': 23,
  'GET /rule_runs': 59,
  'GET /provider_connections': 29,
  'GET /syncs': 390,
  'GET /syncs?status=failed': 1400,
  'GET /syncs?provider_connection_id={connection}': 230,
  'GET /syncs?provider_connection_id={connection}&status=failed': 53,
  'GET /syncs/{sync}': 23,
  'GET /import_sessions': 43,
  'GET /imports': 13,
  'GET /import_profiles': 13,
  'GET /transfer_suggestions': 3500,
  'GET /transaction_suggestions': 767,
  'GET /account_suggestions': 13,
  'GET /api_keys': 15,
  'GET /usage': 14,
  'GET /export': 620_000,
  // Of some 1,425 transactions: what others have must not count.
  'GET /export of a small household': 5800,
  'sync of 20 rows into an account of 50,000': 6600,
  'rules over what the sync brought': 979,
  'tell-of-changes': 100,
  'is a job waiting, every second': 155,
  'ages of connections, for each scrape': 190,
  'start-due-syncs': 4700,
  'requeue-runs': 543,
  'end-stale-syncs': 100,
  'end-stale-import-sessions': 12,
  'delete-old-rate-limit-windows': 10,
  'delete-old-provider-limits': 10,
  'delete-old-rule-runs': 14,
  'delete-old-syncs': 735_000,
  'delete-old-changes': 101_000,
  'delete-old-operator-actions': 10,
  'delete-old-import-content': 10,
  'delete-old-import-files': 10,
};

/**
 * Filters and orders that no index holds read all of the household's rows, to be found in five of six pages of the whole
 * table: here Postgres may read it from end to end. It does so for a household with a large part of all rows alone.
 */
export const mayScan = (name: string): boolean => BOUNDS[name] === HOUSEHOLD_TWICE;
