import type { components, paths } from './schema.ts';

/** The records of the API, by name. */
export type Schemas = components['schemas'];

export type Method = 'get' | 'post' | 'patch' | 'delete';

/** The paths that have an operation of this method, below `/api/v1`. */
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

/** What may be left out may be undefined as well. */
type Loose<Value> = { readonly [Name in keyof Value]: Value[Name] | Missing<Value, Name> };
type Missing<Value, Name extends keyof Value> =
  object extends Pick<Value, Name> ? undefined : never;

type PathPart<O> = [ParametersOf<O, 'path'>] extends [never]
  ? object
  : { /** The parts of the path, such as `id`. */ readonly path: ParametersOf<O, 'path'> };

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

/** What every call takes. */
export interface CallOptions {
  /** Ends the call, its waiting included; the call then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that one attempt may take, its answer included; instead of the client's. */
  readonly timeoutMs?: number | undefined;
  /** How often the call is repeated, instead of the client's number. */
  readonly retries?: number | undefined;
  /** Of a POST; generated for each call unless you give one. 1 to 255 printable ASCII characters. */
  readonly idempotencyKey?: string | undefined;
  /** Of a PATCH or DELETE: an ETag that the record must have, else `precondition_failed`. */
  readonly ifMatch?: string | undefined;
}

export type OptionsOf<M extends Method, P extends PathOf<M>> = CallOptions &
  PathPart<Operation<M, P>> &
  QueryPart<Operation<M, P>> &
  BodyPart<Operation<M, P>>;

/** The options of a call, which may be left out where nothing in them is needed. */
export type Arguments<M extends Method, P extends PathOf<M>> =
  object extends OptionsOf<M, P> ? [options?: OptionsOf<M, P>] : [options: OptionsOf<M, P>];

type BodyOf<Answer> = Answer extends { readonly content: infer Content }
  ? Content extends { readonly 'application/json': infer Body }
    ? Body
    : ReadableStream<Uint8Array>
  : undefined;

/** What a success answers: JSON, undefined where there is no body, the bytes of anything else as they come. */
export type AnswerOf<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { readonly responses: infer Answers }
    ? { [Status in keyof Answers]: BodyOf<Answers[Status]> }[keyof Answers]
    : never;

interface PageOf<Row> {
  readonly data: readonly Row[];
  readonly meta: Schemas['PageMeta'];
}

/** The paths of lists that come in pages. */
export type ListPath = {
  [P in PathOf<'get'>]: AnswerOf<'get', P> extends PageOf<unknown> ? P : never;
}[PathOf<'get'>];

/** A record of the list. */
export type RowOf<P extends ListPath> = AnswerOf<'get', P> extends PageOf<infer Row> ? Row : never;

/** A success. */
export interface Answer<Body> {
  readonly status: number;
  /** Among them `etag` for `ifMatch`, `x-request-id` and `idempotency-replayed`. */
  readonly headers: Headers;
  readonly body: Body;
}
