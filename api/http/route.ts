import type { Request } from 'express';
import type { ErrorCode } from '../../shared/platform/errors.ts';
import type { ApiContext } from '../context.ts';
import type { BodySchema, JsonSchema, Typed } from '../openapi/json-schema.ts';
import type { BodyPace } from './read-body.ts';
import type { Caller, NeededScope } from './authenticate.ts';
import type { QueryOf, QueryParameters } from './query-parameters.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** One request as a handler sees it: checked by everything that comes before the record lookup. */
export interface ApiRequest<Query = Record<string, unknown>, Body = unknown> {
  /** Path parameters. Those documented as uuids are valid and in lower case. */
  readonly params: Readonly<Record<string, string>>;
  /** The path parameter `id`; '' on a path without one. */
  readonly id: string;
  /** The declared query parameters, parsed; one that is absent or blank is undefined. */
  readonly query: Query;
  readonly caller: Caller;
  readonly requestId: string;
  /** Aborts when the client goes away before it has its answer. */
  readonly signal: AbortSignal;
  /**
   * Reads the JSON body and validates it against the operation's schema. Call it after the record
   * lookup, so that 404 wins over 422.
   *
   * Throws bad_request, payload_too_large, unsupported_media_type, validation_failed.
   */
  readonly readJson: () => Promise<Body>;
  /** Calls back when the request is over, however it ends; at once when it is already. */
  readonly onClose: (release: () => void) => void;
  /** How slowly the client may send its body, and where its bytes count. */
  readonly pace: BodyPace;
  /** The bare request, for uploads that are read as a stream. */
  readonly raw: Request;
}

/** What a handler answers; `body` is sent as JSON, an absent one as an empty response. */
export interface ApiResponse {
  status: number;
  body?: unknown;
  /** In place of `body`: text that is JSON already. */
  json?: string;
  headers?: Record<string, string>;
  /** Sent piece by piece instead of a body; `headers` then name its Content-Type. */
  stream?: AsyncIterable<string>;
}

/** One documented success. */
interface ResponseSchema {
  description: string;
  /** Absent for an empty body. */
  schema?: JsonSchema;
  /** Default application/json. */
  mediaType?: string;
}

/**
 * A request that works, as the document shows it and a test sends it. Ids are those of `exampleId(…)`: the docs page
 * and the test put in their place the ids of records that exist. Leave out what the schemas say already: `{id}` in the
 * path, and an answer or a body whose sample (the `examples` of its fields) is right.
 */
interface OperationExample {
  /** Path parameters other than the first record of the resource. */
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean>>;
  /** The JSON body. */
  body?: unknown;
  /** The body of the answer; text where that is not JSON. */
  answer?: unknown;
}

/** The documentation of an operation, from which validation, OpenAPI and the tests are made. */
export interface OperationSchema {
  operationId: string;
  summary: string;
  description?: string;
  tag: string;
  /** Path parameters that are not uuids; every other one is. */
  params?: Record<string, JsonSchema>;
  query?: QueryParameters;
  /** True: unknown parameters and fields stay without effect, because clients of the reference may send more. */
  lenient?: boolean;
  body?: BodySchema;
  responses: Record<number, ResponseSchema>;
  /** Codes that this operation itself can answer; those that all share are added. */
  errors?: readonly ErrorCode[];
  example?: OperationExample;
  /** True: an answer that is kept for retries is kept encrypted. */
  answersSecret?: boolean;
}

/** One operation: where it is reached, who may call it, how it is documented and what it does. */
export interface Route {
  method: Method;
  /** As in OpenAPI: `/api/v1/rules/{id}`. */
  path: string;
  scope: NeededScope;
  /**
   * True: the handler asks others between its body and its `begin`, and writes nothing before that. Else what it does
   * after `readJson` may be in one transaction with what belongs to the request, see `runHeld`.
   */
  waitsAfterBody?: boolean;
  schema: OperationSchema;
  // A method, not a property: a route's own handler knows the types of its query and body.
  handler(context: ApiContext, request: ApiRequest): Promise<ApiResponse>;
}

/** An operation as its file writes it: query and body have the types that its schema gives them. */
interface RouteDefinition<Query extends QueryParameters, Body> extends Omit<
  Route,
  'schema' | 'handler'
> {
  schema: Omit<OperationSchema, 'query' | 'body'> & {
    query?: Query;
    body?: Omit<BodySchema, 'json'> & { json?: Typed<Body> };
  };
  handler(context: ApiContext, request: ApiRequest<QueryOf<Query>, Body>): Promise<ApiResponse>;
}

/** Defines an operation. Its handler reads a query and a body that are typed by the schema beside it. */
export function defineRoute<
  Query extends QueryParameters = Readonly<Record<string, never>>,
  Body = unknown,
>(route: RouteDefinition<Query, Body>): Route {
  return route;
}
