import { insertDefaultCategories } from '../../shared/ledger/default-categories.ts';
import {
  findNamed,
  listNamed,
  findParentFault,
  insertNamed,
  updateNamed,
} from '../../shared/ledger/named-records.ts';
import type { NamedChange, NamedRecords, NamedTable } from '../../shared/ledger/named-records.ts';
import { conflict, recordNotFound, validationFailed } from '../../shared/platform/errors.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import { removeNamed } from '../../shared/removal/named-removal.ts';
import type { Removal } from '../../shared/removal/named-removal.ts';
import { BudgetCurrenciesError, KINDS } from '../../shared/removal/replace-references.ts';
import type { Uses } from '../../shared/removal/replace-references.ts';
import { exampleId } from '../openapi/example-ids.ts';
import { dataOf, list, pascalCase, ref, WANTED } from '../openapi/json-schema.ts';
import { booleanParameter, uuidParameter } from '../http/query-parameters.ts';
import { answerRecord, orNotFound } from '../http/answer-record.ts';
import { nameTaken, orNameTaken, readName } from '../http/read-name.ts';
import { resource } from '../http/resource.ts';
import type { Presenter, Resource } from '../http/resource.ts';
import { presentCategory, presentMerchant, presentTag } from '../records/named-record.ts';

/** Records that a household knows by name: what differs between the operations of each kind. */
interface NamedResource<Table extends NamedTable> {
  /** As in the path. */
  table: Table;
  /** The name of the schema. */
  name: 'Category' | 'Tag' | 'Merchant';
  listed: string;
  /** What may refer to a record, for the documentation. */
  uses: string;
  present: Presenter<NamedRecords[Table]> & ((record: NamedRecords[Table]) => object);
  /** Checks what the schema cannot, and fills in what was not sent; `id` is null for a new record. Throws validation_failed. */
  complete?(
    tx: Tx,
    householdId: string,
    id: string | null,
    change: NamedChange,
  ): Promise<NamedChange>;
}

/** Deletes a record and returns what referred to it. `field` names the other record in messages. */
async function removeRecord(tx: Tx, removal: Removal, field: string): Promise<Uses> {
  const kind = KINDS[removal.table];
  if (removal.intoId === removal.fromId)
    throw validationFailed(`${field} must name another ${kind}.`);
  const done = await removeNamed(tx, removal).catch((error: unknown) => {
    if (!(error instanceof BudgetCurrenciesError)) throw error;
    throw conflict('A budget has lines for both categories, in two currencies.');
  });
  if (done.end === 'removed') return done.uses;
  if (done.end === 'unknown') throw recordNotFound();
  if (done.end === 'unknown_into')
    throw validationFailed(`${field} names no ${kind} of the household.`);
  if (done.end === 'three_levels') {
    throw validationFailed(`${field} must name a category at the top, as this one has children.`);
  }
  throw conflict(
    `The ${kind} is in use: name another one with replace_with, or send clear=true.`,
    done.uses,
  );
}

/** The six operations on records that are known by name. */
function namedResource<Table extends NamedTable>(named: NamedResource<Table>): Resource {
  const routes = resource('Ledger');
  addReads(routes, named);
  addWrites(routes, named);
  addRemovals(routes, named);
  return routes;
}

function addReads<Table extends NamedTable>(routes: Resource, named: NamedResource<Table>): void {
  const { table, name, listed, uses, present } = named;
  const one = name.toLowerCase();
  routes.list(`GET /api/v1/${table}`, {
    operationId: `list${pascalCase(table)}`,
    summary: `List ${table}`,
    description: listed,
    answers: `A page of ${table}.`,
    record: present,
    rows: (sql, { householdId }, page) => listNamed(table)(sql, householdId, page),
  });

  routes.show(`GET /api/v1/${table}/{id}`, {
    operationId: `show${name}`,
    summary: `Show a ${one}`,
    description: `Other records (${uses}) refer to it by its id.`,
    answers: `The ${one}.`,
    record: present,
    find: (sql, householdId, id) => findNamed(sql, table, householdId, id),
  });
}

function addWrites<Table extends NamedTable>(routes: Resource, named: NamedResource<Table>): void {
  const { table, name, present } = named;
  const one = name.toLowerCase();
  routes.write(`POST /api/v1/${table}`, {
    operationId: `create${name}`,
    summary: `Create a ${one}`,
    description: 'The name must be new in the household.',
    body: { required: true, json: ref(`New${name}`) },
    responses: { 201: { description: `The new ${one}.`, schema: dataOf(ref(name)) } },
    async write(tx, body, { householdId }) {
      const sent = readNamed(body);
      const record = (await named.complete?.(tx, householdId, null, sent)) ?? sent;
      const made = await insertNamed(tx, table, householdId, record);
      if (made === null) throw nameTaken(`another ${one}`);
      return answerRecord(made, present, 201);
    },
  });

  routes.write(`PATCH /api/v1/${table}/{id}`, {
    operationId: `update${name}`,
    summary: `Change a ${one}`,
    description: 'Absent fields stay. A new name must not be that of another record.',
    body: { required: true, json: ref(`${name}Change`) },
    example: { body: { name: 'Another name' } },
    responses: { 200: { description: `The ${one}.`, schema: dataOf(ref(name)) } },
    exists: (sql, householdId, id) => findNamed(sql, table, householdId, id),
    async write(tx, body, { householdId, id, now }) {
      const sent = readNamed(body);
      orNotFound(await findNamed(tx, table, householdId, id, { lock: true }));
      const change = (await named.complete?.(tx, householdId, id, sent)) ?? sent;
      const changing = updateNamed(tx, table, householdId, { id, change, now });
      return answerRecord(await orNameTaken(changing, `another ${one}`), present);
    },
  });
}

function addRemovals<Table extends NamedTable>(
  routes: Resource,
  { table, name, uses, present }: NamedResource<Table>,
): void {
  const one = name.toLowerCase();
  routes.write(`DELETE /api/v1/${table}/{id}`, {
    operationId: `delete${name}`,
    summary: `Delete a ${one}`,
    description: `A ${one} in use (${uses}) is a 409 whose \`details\` count what uses it, unless \`replace_with\` names another one or \`clear\` is true.`,
    query: {
      replace_with: uuidParameter('What refers to the record refers to this one afterwards.'),
      clear: booleanParameter(
        'What refers to the record refers to none afterwards; rules that name it are paused.',
      ),
    },
    responses: { 204: { description: `The ${one} is deleted.` } },
    errors: ['conflict'],
    async write(tx, _body, { householdId, id, query, now }) {
      const intoId = query.replace_with ?? null;
      const clears = query.clear ?? false;
      if (intoId !== null && clears) {
        throw validationFailed('Send replace_with or clear, not both.');
      }
      const of = { table, householdId, fromId: id, now };
      const removal = intoId === null ? { ...of, intoId, clears } : { ...of, intoId };
      await removeRecord(tx, removal, 'replace_with');
      return { status: 204 };
    },
  });

  routes.write(`POST /api/v1/${table}/{id}/merge`, {
    operationId: `merge${name}`,
    summary: `Merge a ${one} into another one`,
    description: `Deletes the ${one} of the path; everything that refers to it (${uses}) refers to the one named by \`into\` afterwards. This cannot be undone.`,
    body: { required: true, json: ref('NewMerge') },
    responses: {
      200: {
        description: `The remaining ${one}, and what was moved.`,
        schema: dataOf(ref(`${name}Merge`)),
      },
    },
    errors: ['conflict'],
    example: { body: { into: exampleId(`other_${one}`) } },
    exists: (sql, householdId, id) => findNamed(sql, table, householdId, id),
    async write(tx, { into }, { householdId, id, now }) {
      const intoId = into.toLowerCase();
      const moved = await removeRecord(tx, { table, householdId, fromId: id, intoId, now }, 'into');
      const remaining = await findNamed(tx, table, householdId, intoId);
      return answerRecord(remaining, (record) => ({ [one]: present(record), moved }));
    },
  });
}

function readNamed(body: unknown): NamedChange {
  const change = body as NamedChange;
  const name = readName(change['name'] ?? undefined);
  return name === undefined ? change : { ...change, name };
}

export const categoryRoutes = namedResource({
  table: 'categories',
  name: 'Category',
  listed: 'By name. A category has at most one level of children.',
  uses: 'transactions, children, budgets, rules',
  present: presentCategory,
  complete: completeCategory,
});

/** A new child takes from its parent what it does not send. */
async function completeCategory(
  tx: Tx,
  householdId: string,
  id: string | null,
  change: NamedChange,
): Promise<NamedChange> {
  const parentId = change['parent_id'];
  if (parentId === undefined || parentId === null) return change;
  const fault = await findParentFault(tx, householdId, id, parentId.toLowerCase());
  if (fault !== null) throw validationFailed(`${fault}.`);
  if (id !== null) return change;
  const parent = await findNamed(tx, 'categories', householdId, parentId);
  return { color: parent?.color, classification: parent?.classification, ...change };
}

categoryRoutes.write('POST /api/v1/categories/defaults', {
  operationId: 'createDefaultCategories',
  summary: 'Create starter categories',
  description:
    'Two levels of common categories, for a new household. Names that it has already stay as they are, so ' +
    'asking again changes nothing.',
  responses: {
    200: {
      description: 'The household’s categories of these names, parents first.',
      schema: dataOf(list(ref('Category'), WANTED)),
    },
  },
  async write(tx, _body, { householdId }) {
    const made = await insertDefaultCategories(tx, householdId);
    return { status: 200, body: { data: made.map(presentCategory) } };
  },
});

export const tagRoutes = namedResource({
  table: 'tags',
  name: 'Tag',
  listed: 'By name.',
  uses: 'transactions, rules',
  present: presentTag,
});

export const merchantRoutes = namedResource({
  table: 'merchants',
  name: 'Merchant',
  listed: 'By name.',
  uses: 'transactions, recurring transactions, rules',
  present: presentMerchant,
});
