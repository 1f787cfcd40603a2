import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Request } from 'express';
import { textFault } from '#preflight/text';
import { sha256Hex } from '../../shared/platform/crypto.ts';
import { validationFailed } from '../../shared/platform/errors.ts';
import type { ApiContext } from '../context.ts';
import { answerOperation } from '../http/answer-operation.ts';
import type { AnyRequest, ApiResponse, Route } from '../http/route.ts';
import { pathParameterNames } from '../openapi/path-parameters.ts';
import type { BodyValidators } from '../openapi/validators.ts';
import { IDEMPOTENCY_KEY, TOOL_ROWS_MAX } from './input-schema.ts';

/** Arguments as a client sent them: any JSON object. */
export type Arguments = Readonly<Record<string, unknown>>;

/**
 * Calls an operation in this process for the caller of `asked`, as if the arguments had come over HTTP: validation,
 * places and stored answers work as usual. Throws what the operation throws.
 */
export function callOperation(
  context: ApiContext,
  { route, validators }: { route: Route; validators: BodyValidators },
  asked: AnyRequest,
  args: Arguments,
): Promise<ApiResponse> {
  const raw = likeHttp(route, args);
  return answerOperation(context, { route, validators, shown: null }, { ...asked, raw });
}

/** The request that an API client would send. */
function likeHttp(route: Route, { [IDEMPOTENCY_KEY]: key, ...args }: Arguments): Request {
  const inPath = pathParameterNames(route.path);
  const params = Object.fromEntries(inPath.map((name) => [name, textOf(args[name] ?? '')]));
  const others = Object.entries(args).filter(([name]) => !inPath.includes(name));
  const isQuery = ([name]: [string, unknown]) =>
    route.body === undefined || Object.hasOwn(route.query ?? {}, name);
  const search = new URLSearchParams(
    others
      .filter((argument) => isQuery(argument) && argument[1] !== null)
      .map(([name, value]): [string, string] => [name, bounded(name, queryText(name, value))]),
  );
  const body = Object.fromEntries(others.filter((argument) => !isQuery(argument)));
  const bytes = Buffer.from(route.body === undefined ? '' : JSON.stringify(body));
  const headers: Record<string, string> = {
    'content-length': String(bytes.length),
    'content-type': 'application/json',
  };
  if ('write' in route) {
    const derived = `mcp-${sha256Hex(JSON.stringify([route.operationId, args]))}`;
    headers['idempotency-key'] = key === undefined || key === null ? derived : textOf(key);
  }
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const url = search.size === 0 ? path : `${path}?${search.toString()}`;
  const message = new IncomingMessage(new Socket());
  message.push(bytes);
  message.push(null);
  const method = route.method.toUpperCase();
  const asExpress = { method, headers, url, originalUrl: url, path, params, complete: true };
  return Object.assign(message, asExpress) as unknown as Request;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The text of an argument in a query. Throws validation_failed for a list or an object, and for text that UTF-8 cannot carry. */
function queryText(name: string, value: unknown): string {
  if (typeof value === 'object')
    throw validationFailed(`${name} must be a text, a number or a boolean.`);
  const text = textOf(value);
  const fault = textFault(text);
  if (fault !== null) throw validationFailed(`${name} ${fault}.`);
  return text;
}

/** Limits a page to what an assistant should read. */
function bounded(name: string, text: string): string {
  return name === 'per_page' && Number(text) > TOOL_ROWS_MAX ? String(TOOL_ROWS_MAX) : text;
}
