import type { BodySchema, Typed } from '../openapi/json-schema.ts';
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
import type { Tx } from '../../shared/postgres/connect.ts';

/** Method and path, as in OpenAPI: `GET /api/v1/rules/{id}`. */
type Place = `${Uppercase<Method>} /api/v1/${string}`;

/**
 * What an operation says of itself; query and body have the types that their schemas give them, and the caller is one whom
 * its scope lets in.
 */
type Defined<Query, Body, Needed> = Omit<
  Operation,
  'method' | 'path' | 'tag' | 'scope' | 'query' | 'body'
> & {
  /** Default: that of the tag. */
  scope?: Needed;
  query?: Query;
  body?: Omit<BodySchema, 'json'> & { json?: Typed<Body> };
};

/** The operations of a resource, in the order in which its file defines them. */
export interface Resource<
  Reads extends NeededScopes = 'read',
  Writes extends NeededScopes = 'write',
> {
  readonly operations: readonly Route[];
  /** An operation that changes nothing. */
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
  /** An operation whose effect is one transaction. Without `prepare` it gets the body. */
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
}

/** The scopes that open what reads and what writes, by tag. */
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

/** A resource without operations. The document shows those that it gets under `tag`. */
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
  return {
    operations,
    read: (place, operation) => add<ReadRoute>(place, { scope: scopes.read, ...operation }),
    write(place, operation) {
      add<WriteRoute>(place, { scope: scopes.write, ...operation });
    },
  };
}
