import type { components, paths } from './schema.ts';

/** The records of the API, by name. */
export type Schemas = components['schemas'];

export type Method = 'get' | 'post' | 'patch' | 'delete';

/** The paths below `/api/v1` that have an operation with this method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Readonly<Record<M, unknown>> ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends PathOf<M>> =
  paths[P] extends Readonly<Record<M, infer O>> ? O : never;

type ParametersOf<O, In extends string> = O extends { readonly parameters: infer Parameters }
  ? In extends keyof Parameters
    ? NonNullable<Parameters[In]>
    : never
  : never;

type ContentOf<Body> = Body extends { readonly content: infer Content }
  ? Content[keyof Content]
  : never;

/** Makes optional properties accept undefined as well. */
type Loose<Value> = { readonly [Name in keyof Value]: Value[Name] | Missing<Value, Name> };
type Missing<Value, Name extends keyof Value> =
  object extends Pick<Value, Name> ? undefined : never;

type PathPart<O> = [ParametersOf<O, 'path'>] extends [never]
  ? object
  : { /** The parameters of the path, such as `id`. */ readonly path: ParametersOf<O, 'path'> };

type QueryPart<O> = [ParametersOf<O, 'query'>] extends [never]
  ? object
  : object extends ParametersOf<O, 'query'>
    ? { readonly query?: Loose<ParametersOf<O, 'query'>> | undefined }
    : { readonly query: Loose<ParametersOf<O, 'query'>> };

type BodyPart<O> = O extends { readonly requestBody: infer Body }
  ? { /** Sent as JSON, or as a form when it holds a Blob. */ readonly body: ContentOf<Body> }
  : O extends { readonly requestBody?: infer Body }
    ? { readonly body?: ContentOf<NonNullable<Body>> | undefined }
    : object;

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, even while it waits to retry; the call then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that one attempt may take, including reading the answer; overrides the client's. */
  readonly timeoutMs?: number | undefined;
  /** How often to retry the call; overrides the client's. */
  readonly retries?: number | undefined;
  /** For a POST; generated for each call unless you pass one. 1 to 255 printable ASCII characters, no spaces or commas. */
  readonly idempotencyKey?: string | undefined;
  /** For a PATCH or DELETE: the ETag that the record must have, else the call fails with `precondition_failed`. */
  readonly ifMatch?: string | undefined;
}

export type OptionsOf<M extends Method, P extends PathOf<M>> = CallOptions &
  PathPart<Operation<M, P>> &
  QueryPart<Operation<M, P>> &
  BodyPart<Operation<M, P>>;

/** The options of a call, which may be omitted when none is required. */
export type Arguments<M extends Method, P extends PathOf<M>> =
  object extends OptionsOf<M, P> ? [options?: OptionsOf<M, P>] : [options: OptionsOf<M, P>];

type BodyOf<Answer> = Answer extends { readonly content: infer Content }
  ? Content extends { readonly 'application/json': infer Body }
    ? Body
    : ReadableStream<Uint8Array>
  : undefined;

/** The body of a successful answer: JSON, undefined without a body, or a stream of bytes for anything else. */
export type AnswerOf<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { readonly responses: infer Answers }
    ? { [Status in keyof Answers]: BodyOf<Answers[Status]> }[keyof Answers]
    : never;

interface PageOf<Row> {
  readonly data: readonly Row[];
  readonly meta: Schemas['PageMeta'];
}

/** The paths of paginated lists. */
export type ListPath = {
  [P in PathOf<'get'>]: AnswerOf<'get', P> extends PageOf<unknown> ? P : never;
}[PathOf<'get'>];

/** A record of a list. */
export type RowOf<P extends ListPath> = AnswerOf<'get', P> extends PageOf<infer Row> ? Row : never;

/** A successful answer. */
export interface Answer<Body> {
  readonly status: number;
  /** Including `etag` (for `ifMatch`), `x-request-id` and `idempotency-replayed`. */
  readonly headers: Headers;
  readonly body: Body;
}
