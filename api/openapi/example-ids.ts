import { digestUuid } from '../../shared/platform/crypto.ts';
import type { Route } from '../http/route.ts';
import { referredName, resolved } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';

/** Where a client finds a record of its own to use instead of the one in an example. */
interface ExampleRecord {
  /** A list, with its query. */
  list: string;
  /** Which row of it; the first by default. */
  index?: number;
  /** Path of the field that holds the id, in the first row where it is set; the row's own `id` by default. */
  field?: string;
}

/** The records of the examples by their name. */
export type ExampleRecords = Readonly<Record<string, ExampleRecord>>;

/** Records without a list of their own, and the list that shows their ids. */
const SHOWN_BY: ExampleRecords = {
  candidate: { list: '/api/v1/transaction_suggestions', field: 'candidates.0.id' },
  transfer: { list: '/api/v1/transactions', field: 'transfer_id' },
};

const named = new Set<string>();

/**
 * The id by which examples name a record, the same in every version of the document: `account` is the first of the list of
 * accounts, `other_account` the second, `pending_import` the first whose status is `pending`.
 */
export function exampleId(name: string): string {
  named.add(name);
  return digestUuid(name);
}

/** The name of a record as fields write it: `import_profile` for ImportProfile. */
export function snakeCase(schemaName: string): string {
  return schemaName.replaceAll(/(?<!^)([A-Z])/g, '_$1').toLowerCase();
}

/** The first record of every list, and the records that examples of operations name. Throws for a name that no list has. */
export function exampleRecords(routes: readonly Route[]): ExampleRecords {
  const records: Record<string, ExampleRecord> = { ...SHOWN_BY };
  for (const route of routes) {
    const name = listedRecord(route);
    if (name !== null) records[name] = { list: route.path };
  }
  for (const name of named) {
    if (Object.hasOwn(records, name)) continue;
    const [, which, one = ''] = /^(other|[a-z]+)_(\w+)$/.exec(name) ?? [];
    const list = records[one]?.list;
    if (list === undefined) throw new Error(`An example names ${name}, which no list has.`);
    records[name] =
      which === 'other' ? { list, index: 1 } : { list: `${list}?status=${which ?? ''}` };
  }
  return records;
}

/** The name of the records of a list, if they have an id; null for other operations. */
function listedRecord({ method, path, responses }: Route): string | null {
  if (method !== 'get' || path.includes('{')) return null;
  const { data } = propertiesOf(responses[200]?.schema);
  const items = (data?.['items'] ?? {}) as JsonSchema;
  const name = referredName(items);
  return name !== null && 'id' in propertiesOf(resolved(items)) ? snakeCase(name) : null;
}

function propertiesOf(schema: JsonSchema | undefined): Record<string, JsonSchema> {
  return (schema?.['properties'] ?? {}) as Record<string, JsonSchema>;
}

/** The id of the record that a field or schema is named after; for an unknown name, that of `record`. */
export function exampleIdOf(records: ExampleRecords, name: string): string {
  return digestUuid(Object.hasOwn(records, name) ? name : 'record');
}

/** For the document: every id of the examples, and where to find one that exists. */
export function exampleRecordsById(records: ExampleRecords): Record<string, ExampleRecord> {
  return Object.fromEntries(
    Object.entries(records).map(([name, record]) => [digestUuid(name), record]),
  );
}
