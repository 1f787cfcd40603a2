import { dataOf, pageOf } from '../openapi/json-schema.ts';
import type { BodySchema, JsonSchema, Typed } from '../openapi/json-schema.ts';
import { answerPage, pageParameters } from './pagination.ts';
import { answerRecord } from './answer-record.ts';
import type { CallerOf, NeededScopes } from './authenticate.ts';
import type { QueryOf, QueryParameters } from './query-parameters.ts';
import type {
  ApiRequest,
  ApiResponse,
  Method,
  Operation,
  ReadRoute,
  Route,
  WriteRequest,
  WriteRoute,
  Written,
} from './route.ts';
import type { ApiContext } from '../context.ts';
import { recordNotFound } from '../../shared/platform/errors.ts';
import type { Sql, Tx } from '../../shared/postgres/connect.ts';
import type { Page, PageRequest } from '../../shared/postgres/page.ts';

/** Method and path, as in OpenAPI: `GET /api/v1/rules/{id}`. */
type Place = `${Uppercase<Method>} /api/v1/${string}`;

/** An operation. Query and body have the types of their schemas, and the caller is of a kind that the scope admits. */
type Defined<Query, Body, Needed> = Omit<
  Operation,
  'method' | 'path' | 'tag' | 'scope' | 'query' | 'body'
> & {
  /** Default: that of the tag. */
  scope?: Needed;
  query?: Query;
  body?: Omit<BodySchema, 'json'> & { json?: Typed<Body> };
};

/** An operation without a body whose answer follows from its kind; `answers` describes it. */
type Usual<Query, Needed> = Omit<Defined<Query, unknown, Needed>, 'body' | 'responses'> & {
  answers: string;
};

/** Presents a row as an object or as JSON text; `schema` is that of the result. */
export type Presenter<Row> = ((row: Row) => object | string) & { readonly schema: JsonSchema };

/** The operations of a resource, in the order in which its file defines them. */
export interface Resource<
  Reads extends NeededScopes = 'read',
  Writes extends NeededScopes = 'write',
> {
  readonly operations: readonly Route[];
  read<
    Query extends QueryParameters = Readonly<Record<string, never>>,
    Body = unknown,
    const Needed extends NeededScopes = Reads,
  >(
    place: Place,
    operation: Defined<Query, Body, Needed> & {
      handler(
        context: ApiContext,
        request: ApiRequest<QueryOf<Query>, Body, CallerOf<Needed>>,
      ): Promise<ApiResponse>;
    },
  ): ReadRoute;
  /** An operation whose effect is one transaction. Without `prepare`, `write` gets the body. */
  write<
    Query extends QueryParameters = Readonly<Record<string, never>>,
    Body = unknown,
    Prepared = Body,
    const Needed extends NeededScopes = Writes,
  >(
    place: Place,
    operation: Defined<Query, Body, Needed> & {
      prepare?(
        context: ApiContext,
        request: ApiRequest<QueryOf<Query>, Body, CallerOf<Needed>>,
      ): Promise<Prepared>;
      write(
        tx: Tx,
        prepared: Prepared,
        request: WriteRequest<QueryOf<Query>, CallerOf<Needed>>,
      ): Promise<Written>;
    },
  ): void;
  /** A list in pages. Its query declares the parameters of pages only where they are not the usual ones. */
  list<
    Row,
    Query extends QueryParameters = Readonly<Record<string, never>>,
    const Needed extends NeededScopes = Reads,
  >(
    place: Place,
    operation: Usual<Query, Needed> & {
      record: Presenter<Row>;
      rows(
        sql: Sql,
        request: ApiRequest<QueryOf<Query>, unknown, CallerOf<Needed>>,
        page: PageRequest,
        now: Date,
      ): Promise<Page<Row>>;
    },
  ): void;
  /** Shows one record by the id in the path: null answers 404. */
  show<Row, const Needed extends NeededScopes = Reads>(
    place: Place,
    operation: Usual<Readonly<Record<string, never>>, Needed> & {
      record: Presenter<Row>;
      find(sql: Sql, ownerId: string, id: string, now: Date): Promise<Row | null>;
    },
  ): void;
  /** Deletes a record by the id in the path: false answers 404. */
  remove<const Needed extends NeededScopes = Writes>(
    place: Place,
    operation: Usual<Readonly<Record<string, never>>, Needed> & {
      remove(
        tx: Tx,
        ownerId: string,
        id: string,
        request: WriteRequest<Record<string, unknown>, CallerOf<Needed>>,
      ): Promise<boolean>;
    },
  ): void;
}

const SCOPES_OF = {
  Imports: { read: ['read', 'imports'], write: 'imports' },
  'Import sessions': { read: ['read', 'imports'], write: 'imports' },
  'Bank sync': { read: ['read', 'sync'], write: 'sync' },
  Rules: { read: ['read', 'rules'], write: 'rules' },
  Transactions: { read: 'read', write: 'write' },
  Transfers: { read: 'read', write: 'write' },
  Ledger: { read: 'read', write: 'write' },
  Account: { read: 'read', write: 'write' },
  Webhooks: { read: ['read', 'platform'], write: ['write', 'platform'] },
  Platform: { read: 'platform', write: 'platform' },
} as const satisfies Record<string, Record<'read' | 'write', NeededScopes>>;
type Scopes = typeof SCOPES_OF;

/** Creates a resource without operations. The document shows those that are added under `tag`. */
export function resource<Tag extends keyof Scopes>(
  tag: Tag,
): Resource<Scopes[Tag]['read'], Scopes[Tag]['write']> {
  const scopes = SCOPES_OF[tag];
  const operations: Route[] = [];
  function add<Of extends Route>(place: Place, operation: Omit<Of, 'method' | 'path' | 'tag'>): Of {
    const [method = '', path] = place.split(' ');
    const route = { method: method.toLowerCase(), path, tag, ...operation } as Of;
    operations.push(route);
    return route;
  }
  const routes: Resource<Scopes[Tag]['read'], Scopes[Tag]['write']> = {
    operations,
    read: (place, operation) => add<ReadRoute>(place, { scope: scopes.read, ...operation }),
    write(place, operation) {
      add<WriteRoute>(place, { scope: scopes.write, ...operation });
    },
    list(place, { answers, record, query, ...operation }) {
      routes.read(place, {
        ...operation,
        query: { ...query, ...pageParameters, ...query },
        responses: { 200: { description: answers, schema: pageOf(record.schema) } },
        handler({ sql, clock }, request) {
          const list = (page: PageRequest) => operation.rows(sql, request, page, clock.now());
          return answerPage(request, list, record);
        },
      });
    },
    show(place, { answers, record, ...operation }) {
      routes.read(place, {
        ...operation,
        responses: { 200: { description: answers, schema: dataOf(record.schema) } },
        handler: async ({ sql, clock }, { caller, id }) =>
          answerRecord(await operation.find(sql, caller.ownerId, id, clock.now()), record),
      });
    },
    remove(place, { answers, ...operation }) {
      routes.write(place, {
        ...operation,
        responses: { 204: { description: answers } },
        async write(tx, _body, request) {
          const { caller, id } = request;
          const wasThere = await operation.remove(tx, caller.ownerId, id, request);
          if (!wasThere) throw recordNotFound();
          return { status: 204 };
        },
      });
    },
  };
  return routes;
}
