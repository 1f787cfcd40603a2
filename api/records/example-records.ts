import { createHash } from 'node:crypto';

/** Where a client finds a record of its own to put in place of the one that an example names. */
interface ExampleRecord {
  /** A list, with its query. */
  list: string;
  /** Which row of it; the first by default. */
  index?: number;
  /** Path of the field that holds the id, in the first row where it is set; the row's own `id` by default. */
  field?: string;
}

/**
 * The records that examples name. `{id}` in a path, and a field like `account_id`, mean the first entry of that
 * resource; the other entries are for operations that need two records, or one in a certain state.
 */
const EXAMPLE_RECORDS = {
  account: { list: '/api/v1/accounts' },
  other_account: { list: '/api/v1/accounts', index: 1 },
  account_suggestion: { list: '/api/v1/account_suggestions' },
  api_key: { list: '/api/v1/api_keys' },
  budget: { list: '/api/v1/budgets' },
  candidate: { list: '/api/v1/transaction_suggestions', field: 'candidates.0.id' },
  category: { list: '/api/v1/categories' },
  other_category: { list: '/api/v1/categories', index: 1 },
  holding: { list: '/api/v1/holdings' },
  import: { list: '/api/v1/imports' },
  pending_import: { list: '/api/v1/imports?status=pending' },
  complete_import: { list: '/api/v1/imports?status=complete' },
  import_profile: { list: '/api/v1/import_profiles' },
  import_session: { list: '/api/v1/import_sessions' },
  pending_import_session: { list: '/api/v1/import_sessions?status=pending' },
  complete_import_session: { list: '/api/v1/import_sessions?status=complete' },
  merchant: { list: '/api/v1/merchants' },
  other_merchant: { list: '/api/v1/merchants', index: 1 },
  provider_connection: { list: '/api/v1/provider_connections' },
  rule: { list: '/api/v1/rules' },
  rule_run: { list: '/api/v1/rule_runs' },
  sync: { list: '/api/v1/syncs' },
  tag: { list: '/api/v1/tags' },
  other_tag: { list: '/api/v1/tags', index: 1 },
  trade: { list: '/api/v1/trades' },
  transaction: { list: '/api/v1/transactions' },
  transaction_suggestion: { list: '/api/v1/transaction_suggestions' },
  transfer: { list: '/api/v1/transactions', field: 'transfer_id' },
  transfer_suggestion: { list: '/api/v1/transfer_suggestions' },
  valuation: { list: '/api/v1/valuations' },
} satisfies Record<string, ExampleRecord>;

type ExampleRecordName = keyof typeof EXAMPLE_RECORDS;

/** The id by which examples name a record: the same in every version of the document. */
export function exampleId(name: ExampleRecordName): string {
  return uuidOf(name);
}

/** The id that stands for records of a resource, known by its path (`/api/v1/accounts`) or not. */
export function exampleIdAt(list: string): string {
  const isFirst = (record: ExampleRecord) =>
    record.list === list && record.index === undefined && record.field === undefined;
  const known = Object.entries(EXAMPLE_RECORDS).find(([, record]) => isFirst(record));
  return uuidOf(known?.[0] ?? 'record');
}

/** The id that a field names by its own name (`account_id`), or a schema by its (`Account` is `account`). */
export function exampleIdNamed(name: string): string {
  return uuidOf(Object.hasOwn(EXAMPLE_RECORDS, name) ? name : 'record');
}

/** For the document: every id of the examples, and where to find one that exists. */
export function exampleRecordsById(): Record<string, ExampleRecord> {
  return Object.fromEntries(
    Object.entries(EXAMPLE_RECORDS).map(([name, record]) => [uuidOf(name), record]),
  );
}

function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
