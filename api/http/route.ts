import type { Request } from 'express';
import type { Config } from '../../shared/platform/config.ts';
import { recordNotFound } from '../../shared/platform/errors.ts';
import type { ErrorCode } from '../../shared/platform/errors.ts';
import type { AnySql, Tx } from '../../shared/postgres/connect.ts';
import type { ApiContext } from '../context.ts';
import type { BodySchema, JsonSchema } from '../openapi/json-schema.ts';
import type { BodyPace } from './read-body.ts';
import type { Caller, HouseholdCaller, NeededScopes } from './authenticate.ts';
import type { NewJob } from './jobs.ts';
import type { QueryParameters } from './query-parameters.ts';

export type Method = 'get' | 'post' | 'patch' | 'delete';

/**
 * One request as a handler sees it, after all the checks that precede the record lookup. The caller is of a kind that
 * the operation's scope admits: a household, unless the operation is open to platforms.
 */
export interface ApiRequest<
  Query = Record<string, unknown>,
  Body = unknown,
  By extends Caller = HouseholdCaller,
> {
  /** Path parameters. Those documented as uuids are valid and in lower case. */
  readonly params: Readonly<Record<string, string>>;
  /** The path parameter `id`; '' on a path without one. */
  readonly id: string;
  /** The declared query parameters, parsed; one that is absent or blank is undefined. */
  readonly query: Query;
  readonly caller: By;
  readonly householdId: By['householdId'];
  readonly requestId: string;
  /** Aborts when the client goes away before it has received its answer. */
  readonly signal: AbortSignal;
  /**
   * Reads the JSON body and validates it against the operation's schema. Call it after the record
   * lookup, so that 404 wins over 422.
   *
   * Throws bad_request, payload_too_large, unsupported_media_type, validation_failed.
   */
  readonly readJson: () => Promise<Body>;
  /** Calls `release` when the request is over, however it ends; at once if it already is. */
  readonly onClose: (release: () => void) => void;
  readonly pace: BodyPace;
  /** Node's request, for uploads that are read as a stream. */
  readonly raw: Request;
}

/** A request to any operation. */
export type AnyRequest = ApiRequest<Record<string, unknown>, unknown, Caller>;

/** What a handler answers. `body` is sent as JSON; without it the response is empty. */
export interface ApiResponse {
  status: number;
  body?: unknown;
  /** Instead of `body`: text that is already JSON. */
  json?: string;
  headers?: Record<string, string>;
  /** Sent piece by piece instead of a body; `headers` then name its Content-Type. */
  stream?: AsyncIterable<string>;
}

interface ResponseSchema {
  description: string;
  /** Absent for an empty body. */
  schema?: JsonSchema;
  /** Default application/json. */
  mediaType?: string;
}

/**
 * A request that works, as the document shows it and a test sends it. Ids come from `exampleId(…)`; the docs page and
 * the test replace them with ids of existing records. Omit what the schemas already provide: `{id}` in the path, and
 * answers and bodies for which the `examples` of their fields will do.
 */
interface OperationExample {
  /** Path parameters other than the first record of the resource. */
  params?: Readonly<Record<string, string>>;
  body?: unknown;
}

/** One operation: its address, who may call it, and its documentation, from which validation, OpenAPI and tests are made. */
export interface Operation {
  method: Method;
  /** As in OpenAPI: `/api/v1/rules/{id}`. */
  path: string;
  /** The scopes that open it; if `platform` is one of them, platforms may call it, too. */
  scope: NeededScopes;
  operationId: string;
  summary: string;
  description?: string;
  tag: string;
  /** Path parameters that are not uuids; all others are. */
  params?: Record<string, JsonSchema>;
  query?: QueryParameters;
  /** True: unknown parameters and fields are ignored, because clients of the reference may send more. */
  lenient?: boolean;
  body?: BodySchema;
  responses: Record<number, ResponseSchema>;
  /** Error codes of this operation; those that all operations share are added. */
  errors?: readonly ErrorCode[];
  example?: OperationExample;
  /** True: an answer that is kept for retries is encrypted. */
  answersSecret?: boolean;
  /** Looks up the record `{id}` of the path before the body is read: null and false answer 404. */
  exists?: (sql: AnySql, ownerId: string, id: string) => Promise<unknown>;
}

/** What a write may use of its request: nothing that could have an effect outside its transaction. */
export interface WriteRequest<
  Query = Record<string, unknown>,
  By extends Caller = HouseholdCaller,
> extends Pick<
  ApiRequest<Query, unknown, By>,
  'id' | 'params' | 'query' | 'caller' | 'householdId'
> {
  readonly config: Config;
  readonly now: Date;
}

/** What a write answers, and the jobs of the runs that it created, which are added after the commit. */
export interface Written extends Pick<ApiResponse, 'status' | 'body'> {
  jobs?: readonly NewJob[];
}

// Methods rather than properties, so that a route's own functions can have narrower types of query and body.

/** An operation that changes nothing. */
export interface ReadRoute extends Operation {
  handler(context: ApiContext, request: AnyRequest): Promise<ApiResponse>;
}

/** An operation whose effect is one transaction. */
export interface WriteRoute extends Operation {
  /** Everything before the transaction: reads the body (the default does only that), parses files, calls other services. */
  prepare?(context: ApiContext, request: AnyRequest): Promise<unknown>;
  /** The whole effect. It may run again after a deadlock. An error that it throws undoes it. */
  write(
    tx: Tx,
    prepared: unknown,
    request: WriteRequest<Record<string, unknown>, Caller>,
  ): Promise<Written>;
}

export type Route = ReadRoute | WriteRoute;

/** Throws record_not_found unless the record that the path names exists. */
export async function requireRecord(
  { sql }: Pick<ApiContext, 'sql'>,
  { exists }: Operation,
  { caller, id }: AnyRequest,
): Promise<void> {
  const found = exists === undefined || (await exists(sql, caller.ownerId, id));
  if (found === null || found === false) throw recordNotFound();
}

/** Answers an operation that changes nothing. */
export async function runHandler(
  context: ApiContext,
  route: ReadRoute,
  request: AnyRequest,
): Promise<ApiResponse> {
  await requireRecord(context, route, request);
  return route.handler(context, request);
}
