import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { AppError } from '../../shared/platform/errors.ts';
import { errorCode } from '../../shared/platform/error-code.ts';
import type { Sql, Tx } from '../../shared/postgres/connect.ts';
import type { ApiContext } from '../context.ts';
import { answerWrite } from './answer-write.ts';
import { runHandler } from './route.ts';
import type { AnyRequest, ApiResponse, Route } from './route.ts';

/**
 * Whether the answers of an operation have an ETag: those of GET, and those of changes that show the record as GET
 * does, so that the client can send it with its next change.
 */
export function hasTag(route: Route, shown: Route | null): boolean {
  if (route.method === 'get' || route.method === 'post') return route.method === 'get';
  const schemaOf = (each: Route | null) => each?.responses[200]?.schema ?? null;
  const own = schemaOf(route);
  return own !== null && JSON.stringify(own) === JSON.stringify(schemaOf(shown));
}

/** The JSON text of an answer; null for an empty body. */
export function jsonOf({ json, body }: ApiResponse): string | null {
  return json ?? (body === undefined ? null : JSON.stringify(body));
}

/** The ETag of an answer: the same text has the same tag in every process. */
export function etagOf(json: string | Buffer): string {
  return `"${createHash('sha256').update(json).digest('base64url').slice(0, 27)}"`;
}

/** Whether a list of tags, as in If-Match, has this one. Ignores `W/`, which compressing proxies put before our tags. */
function namesTag(header: string, tag: string): boolean {
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === tag);
}

/** Whether the client already has the answer with this tag. */
export function isKnown({ headers, method }: Request, tag: string): boolean {
  const known = headers['if-none-match'];
  if (known === undefined || !['GET', 'HEAD'].includes(method)) return false;
  return known.trim() === '*' || namesTag(known, tag);
}

/**
 * Answers a write. With If-Match it takes effect only while the record still has a tag that the header names. The
 * comparison is part of the write's transaction and snapshot: Postgres refuses to write a row that another transaction
 * has changed since.
 *
 * Throws precondition_failed, and what the write throws.
 */
export async function answerIfMatch(
  context: ApiContext,
  route: Route,
  request: AnyRequest,
  shown: Route | null,
): Promise<ApiResponse> {
  const wanted = request.raw.headers['if-match'];
  if (wanted === undefined || route.method === 'post') return answerWrite(context, route, request);
  try {
    return await answerWrite(context, route, request, {
      options: 'isolation level repeatable read',
      async opening(tx) {
        if (wanted.trim() === '*') return;
        const json = await show({ ...context, sql: asPool(tx) }, request, shown);
        if (json === null || !namesTag(wanted, etagOf(json))) throw changedSince();
      },
    });
  } catch (error) {
    throw errorCode(error) === SERIALIZATION_FAILURE ? changedSince(error) : error;
  }
}

/** What GET would answer now; null where there is no GET, and so no tag that could match. */
async function show(context: ApiContext, request: AnyRequest, shown: Route | null) {
  if (shown === null || 'write' in shown) return null;
  return jsonOf(await runHandler(context, shown, { ...request, query: {} }));
}

/** A pool can do only one thing more, open a transaction, and handlers of GET never do that. */
function asPool(tx: Tx): Sql {
  return tx as unknown as Sql;
}

const SERIALIZATION_FAILURE = '40001';

function changedSince(cause?: unknown): AppError {
  return new AppError('precondition_failed', {
    publicMessage: 'The record has changed since it had the ETag of If-Match; read it again.',
    cause,
  });
}
