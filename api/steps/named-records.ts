import { findNamed, insertNamed, updateNamed } from '../../shared/ledger/named-records.ts';
import type { NamedChange, NamedRecords, NamedTable } from '../../shared/ledger/named-records.ts';
import { errorCode } from '../../shared/platform/error-code.ts';
import { AppError, recordNotFound, validationFailed } from '../../shared/platform/errors.ts';
import type { AnySql, Tx } from '../../shared/postgres/connect.ts';
import type { Page, PageRequest } from '../../shared/postgres/page.ts';
import { removeNamed } from '../../shared/removal/named-removal.ts';
import type { Removal } from '../../shared/removal/named-removal.ts';
import { BudgetCurrenciesError, KINDS } from '../../shared/removal/replace-references.ts';
import type { Uses } from '../../shared/removal/replace-references.ts';
import { exampleId } from '../openapi/example-ids.ts';
import { answerPage } from '../http/answer-page.ts';
import { pageParameters } from '../http/pagination.ts';
import { dataOf, pageOf, ref } from '../openapi/json-schema.ts';
import { booleanParameter, uuidParameter } from '../http/query-parameters.ts';
import { answerRecord } from '../http/answer-record.ts';
import { defineRoute, defineWrite } from '../http/route.ts';
import type { Route } from '../http/route.ts';

/** A resource whose records a household knows by name: what its six operations differ in. */
interface NamedResource<Table extends NamedTable = NamedTable> {
  /** As in the path. */
  table: Table;
  /** Its schema's name. */
  name: 'Category' | 'Tag' | 'Merchant';
  /** What a list of them is. */
  listed: string;
  /** What may refer to a record, for the documentation. */
  uses: string;
  present: (record: NamedRecords[Table]) => object;
  list: (sql: AnySql, householdId: string, page: PageRequest) => Promise<Page<NamedRecords[Table]>>;
  /**
   * What the schema cannot say: completes a change, and throws validation_failed for one that does not fit. `id` is null
   * for a new record.
   */
  complete?(
    tx: Tx,
    householdId: string,
    id: string | null,
    change: NamedChange,
  ): Promise<NamedChange>;
}

/** The body's fields, the name without the blanks around it. Throws validation_failed. */
function readNamed(body: unknown): NamedChange {
  const change = body as NamedChange;
  const name = change['name']?.trim();
  if (name === '') throw validationFailed('name must not be blank.');
  return name === undefined ? change : { ...change, name };
}

/** Refuses a second record of the same name. */
function nameTaken({ name }: Pick<NamedResource, 'name'>): Error {
  return validationFailed(`name is taken by another ${name.toLowerCase()}.`);
}

/** Whether a write gave a record the name of another one. */
function isNameTaken(error: unknown): boolean {
  return errorCode(error) === '23505';
}

/**
 * Deletes a record and says what referred to it. `field` names the other record in messages. Throws record_not_found,
 * validation_failed and conflict; `details` of a conflict say what uses the record.
 */
async function removeRecord(tx: Tx, removal: Removal, field: string): Promise<Uses> {
  const { kind } = KINDS[removal.table];
  if (removal.intoId === removal.fromId)
    throw validationFailed(`${field} must name another ${kind}.`);
  const done = await removeNamed(tx, removal).catch((error: unknown) => {
    throw error instanceof BudgetCurrenciesError ? budgetCurrencies() : error;
  });
  if (done.end === 'removed') return done.uses;
  if (done.end === 'unknown') throw recordNotFound();
  if (done.end === 'unknown_into')
    throw validationFailed(`${field} names no ${kind} of the household.`);
  if (done.end === 'three_levels') {
    throw validationFailed(`${field} must name a category at the top, as this one has children.`);
  }
  throw new AppError('conflict', {
    publicMessage: `The ${kind} is in use: name another one with replace_with, or send clear=true.`,
    details: done.uses,
  });
}

function budgetCurrencies(): AppError {
  return new AppError('conflict', {
    publicMessage: 'A budget has lines for both categories, in two currencies.',
  });
}

/** GET /api/v1/categories, /tags, /merchants */
function listNamedRecords<Table extends NamedTable>(resource: NamedResource<Table>): Route {
  const { table, name, listed, list, present } = resource;
  return defineRoute({
    method: 'get',
    path: `/api/v1/${table}`,
    scope: 'read',
    schema: {
      operationId: `list${table.slice(0, 1).toUpperCase()}${table.slice(1)}`,
      summary: `List ${table}`,
      description: listed,
      tag: 'Ledger',
      query: pageParameters,
      responses: { 200: { description: `A page of ${table}.`, schema: pageOf(ref(name)) } },
    },
    handler: ({ sql }, request) =>
      answerPage(request, (page) => list(sql, request.caller.householdId, page), present),
  });
}

/** POST /api/v1/categories, /tags, /merchants */
function createNamedRecord<Table extends NamedTable>(resource: NamedResource<Table>): Route {
  const { name, table } = resource;
  return defineWrite({
    method: 'post',
    path: `/api/v1/${resource.table}`,
    scope: 'read_write',
    schema: {
      operationId: `create${name}`,
      summary: `Create a ${name.toLowerCase()}`,
      description: 'A name that the household has already is refused.',
      tag: 'Ledger',
      body: { required: true, json: ref(`New${name}`) },
      responses: {
        201: { description: `The new ${name.toLowerCase()}.`, schema: dataOf(ref(name)) },
      },
    },
    async write(tx, body, { caller: { householdId } }) {
      const sent = readNamed(body);
      const record = (await resource.complete?.(tx, householdId, null, sent)) ?? sent;
      const made = await insertNamed(tx, table, householdId, record);
      if (made === null) throw nameTaken(resource);
      return { status: 201, body: { data: resource.present(made) } };
    },
  });
}

/** GET /api/v1/categories/{id}, /tags/{id}, /merchants/{id} */
function showNamedRecord<Table extends NamedTable>(resource: NamedResource<Table>): Route {
  const { name, table } = resource;
  return defineRoute({
    method: 'get',
    path: `/api/v1/${resource.table}/{id}`,
    scope: 'read',
    schema: {
      operationId: `show${name}`,
      summary: `Show a ${name.toLowerCase()}`,
      description: `Where it is used (${resource.uses}), its id stands.`,
      tag: 'Ledger',
      responses: { 200: { description: `The ${name.toLowerCase()}.`, schema: dataOf(ref(name)) } },
    },
    async handler({ sql }, { caller, id }) {
      const record = await findNamed(sql, table, caller.householdId, id);
      return answerRecord(record, resource.present);
    },
  });
}

/** PATCH /api/v1/categories/{id}, /tags/{id}, /merchants/{id} */
function updateNamedRecord<Table extends NamedTable>(resource: NamedResource<Table>): Route {
  const { name, table } = resource;
  return defineWrite({
    method: 'patch',
    path: `/api/v1/${resource.table}/{id}`,
    scope: 'read_write',
    schema: {
      operationId: `update${name}`,
      summary: `Change a ${name.toLowerCase()}`,
      description: 'Absent fields stay. A name that the household has already is refused.',
      tag: 'Ledger',
      body: { required: true, json: ref(`${name}Change`) },
      example: { body: { name: 'Another name' } },
      responses: { 200: { description: `The ${name.toLowerCase()}.`, schema: dataOf(ref(name)) } },
    },
    exists: (sql, householdId, id) => findNamed(sql, table, householdId, id),
    async write(tx, body, { caller: { householdId }, id, now }) {
      const sent = readNamed(body);
      const before = await findNamed(tx, table, householdId, id, { lock: true });
      if (before === null) throw recordNotFound();
      const change = (await resource.complete?.(tx, householdId, id, sent)) ?? sent;
      const changed = await updateNamed(tx, table, householdId, { id, change, now }).catch(
        (error: unknown) => {
          throw isNameTaken(error) ? nameTaken(resource) : error;
        },
      );
      return answerRecord(changed, resource.present);
    },
  });
}

const removalParameters = {
  replace_with: uuidParameter('What refers to the record refers to this one afterwards.'),
  clear: booleanParameter(
    'What refers to the record refers to none afterwards; rules that name it are paused.',
  ),
};

/** DELETE /api/v1/categories/{id}, /tags/{id}, /merchants/{id} */
function deleteNamedRecord<Table extends NamedTable>(resource: NamedResource<Table>): Route {
  const { name, table, uses } = resource;
  const one = name.toLowerCase();
  return defineWrite({
    method: 'delete',
    path: `/api/v1/${resource.table}/{id}`,
    scope: 'read_write',
    schema: {
      operationId: `delete${name}`,
      summary: `Delete a ${one}`,
      description: `A ${one} in use (${uses}) is a 409 whose \`details\` count what uses it, unless \`replace_with\` names another one or \`clear\` is true.`,
      tag: 'Ledger',
      query: removalParameters,
      responses: { 204: { description: `The ${one} is gone.` } },
      errors: ['conflict'],
    },
    async write(tx, _body, { caller: { householdId }, id, query, now }) {
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
}

const OTHERS = {
  Category: 'other_category',
  Tag: 'other_tag',
  Merchant: 'other_merchant',
} as const;

/** POST /api/v1/categories/{id}/merge, /tags/{id}/merge, /merchants/{id}/merge */
function mergeNamedRecord<Table extends NamedTable>(resource: NamedResource<Table>): Route {
  const { name, table, uses } = resource;
  const one = name.toLowerCase();
  return defineWrite({
    method: 'post',
    path: `/api/v1/${resource.table}/{id}/merge`,
    scope: 'read_write',
    schema: {
      operationId: `merge${name}`,
      summary: `Merge a ${one} into another one`,
      description: `The ${one} of the path ends; all that refers to it (${uses}) refers to the one named by \`into\`. This cannot be undone.`,
      tag: 'Ledger',
      body: { required: true, json: ref('NewMerge') },
      responses: {
        200: {
          description: `The remaining ${one}, and what was moved.`,
          schema: dataOf(ref(`${name}Merge`)),
        },
      },
      errors: ['conflict'],
      example: { body: { into: exampleId(OTHERS[name]) } },
    },
    exists: (sql, householdId, id) => findNamed(sql, table, householdId, id),
    async write(tx, { into }, { caller: { householdId }, id, now }) {
      const intoId = into.toLowerCase();
      const moved = await removeRecord(tx, { table, householdId, fromId: id, intoId, now }, 'into');
      const remaining = await findNamed(tx, table, householdId, intoId);
      if (remaining === null) throw recordNotFound();
      return { status: 200, body: { data: { [one]: resource.present(remaining), moved } } };
    },
  });
}

/** The operations on a resource whose records are known by name. */
export function namedRoutes<Table extends NamedTable>(resource: NamedResource<Table>): Route[] {
  return [
    listNamedRecords(resource),
    createNamedRecord(resource),
    showNamedRecord(resource),
    updateNamedRecord(resource),
    deleteNamedRecord(resource),
    mergeNamedRecord(resource),
  ];
}
