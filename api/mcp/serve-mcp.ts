import express from 'express';
import type { Request as HttpRequest, Response as HttpResponse, Router } from 'express';
import type { CallToolResult, jsonSchemaValidator, McpServer } from '@modelcontextprotocol/server';
import { HOUSEHOLD_SCOPES } from '../../shared/households/api-key.ts';
import { AppError, ERROR_CODES } from '../../shared/platform/errors.ts';
import { addToOrigin } from '../../shared/platform/origin.ts';
import type { ApiContext } from '../context.ts';
import { mayCall } from '../http/authenticate.ts';
import { presentError, toAppError } from '../http/error-handler.ts';
import { jsonOf } from '../http/etag.ts';
import { refuseMethod } from '../http/refuse-method.ts';
import type { AnyRequest, ApiResponse, ReadRoute } from '../http/route.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import { serveRoute } from '../http/serve-route.ts';
import type { BodyValidators } from '../openapi/validators.ts';
import { callOperation } from './call-operation.ts';
import type { Arguments } from './call-operation.ts';
import { FROM_STRANGERS, TOOLS } from './tools.ts';
import type { Tool } from './tools.ts';

const PATH = '/mcp';

/** Takes 0.2 s to load, so it is loaded when an assistant first calls. */
const loadSdk = () => import('@modelcontextprotocol/server');
type Sdk = Awaited<ReturnType<typeof loadSdk>>;
type Call = (tool: Tool, args: Arguments) => Promise<CallToolResult>;

/**
 * The Model Context Protocol at /mcp, over Streamable HTTP and without sessions, so that any process answers any request. It is
 * served like an operation of the API, with the same keys, limits and errors.
 */
export function serveMcp(context: ApiContext, validators: BodyValidators): Router {
  const route: ReadRoute = {
    method: 'post',
    path: PATH,
    tag: 'MCP',
    operationId: 'mcp',
    summary: 'Model Context Protocol',
    scope: HOUSEHOLD_SCOPES,
    body: { required: true },
    responses: {},
    handler: (reading, request) => answerMessage(reading, validators, request),
  };
  const router = express.Router({ caseSensitive: true, strict: true });
  const served = { route, validators, shown: null };
  router.post(PATH, refuseForeignPages, takeBearer, serveRoute(context, served));
  router.all(PATH, refuseMethod(['POST']));
  return router;
}

/** The protocol requires a check of Origin, against pages that reach a local server by DNS rebinding. */
function refuseForeignPages(req: HttpRequest, _res: HttpResponse, next: () => void): void {
  if (req.get('origin') !== undefined && !isSameOrigin(req)) {
    throw new AppError('insufficient_scope', {
      publicMessage: 'Pages of other sites cannot call /mcp.',
    });
  }
  next();
}

/** Some clients of the protocol can send a key only as a bearer token. */
function takeBearer(req: HttpRequest, _res: HttpResponse, next: () => void): void {
  const [scheme, token] = (req.get('authorization') ?? '').split(' ');
  if (scheme?.toLowerCase() === 'bearer' && token !== undefined) req.headers['x-api-key'] ??= token;
  next();
}

/** What an assistant reads with the answer to a write that had already taken effect. */
const REPLAYED =
  'This answers an earlier call with the same arguments: nothing was written again, and the record may have changed since.';

/** Answers one message of the protocol, of any version that the SDK knows. Throws the service's own failures (5xx). */
async function answerMessage(
  context: ApiContext,
  validators: BodyValidators,
  request: AnyRequest,
): Promise<ApiResponse> {
  const parsedBody = await request.readJson();
  const sdk = await loadSdk();
  const failures: unknown[] = [];
  const call: Call = async ({ name, route }, args) => {
    addToOrigin({ tool: name });
    try {
      const answer = await callOperation(context, { route, validators }, request, args);
      const isReplay = answer.headers?.['Idempotency-Replayed'] === 'true';
      return resultOf(jsonOf(answer) ?? '{}', ...(isReplay ? [REPLAYED] : []));
    } catch (thrown) {
      const error = toAppError(thrown);
      if (ERROR_CODES[error.code].status >= 500) failures.push(thrown);
      return { isError: true, ...resultOf(JSON.stringify(presentError(error))) };
    }
  };
  const server = () => serverFor(sdk, request, call);
  const response = await exchange(sdk, webRequest(request), parsedBody, server);
  const json = await response.text();
  if (failures.length > 0) throw failures[0];
  return { status: response.status, ...(json === '' ? {} : { json }) };
}

/** The tools that the key opens. The operations check the arguments: their messages name the fault and suggest a fix. */
function serverFor(sdk: Sdk, { caller }: AnyRequest, call: Call): McpServer {
  const server = new sdk.McpServer(
    { name: 'ledgerline', title: 'Ledgerline', version: 'v1' },
    { capabilities: { tools: { listChanged: false } }, instructions: INSTRUCTIONS },
  );
  for (const tool of TOOLS.filter(({ route }) => mayCall(caller, route.scope))) {
    const { name, title, description, annotations } = tool;
    const inputSchema = sdk.fromJsonSchema<Arguments>(tool.inputSchema, UNCHECKED);
    const said = { title, description, annotations, inputSchema };
    server.registerTool(name, said, (args) => call(tool, args));
  }
  return server;
}

const INSTRUCTIONS = `The accounts, transactions and rules of one household. ${FROM_STRANGERS} Amounts are exact decimals as text; money in is positive. Lists come in pages: pass \`meta.next_cursor\` as \`after\`.`;

const UNCHECKED: jsonSchemaValidator = {
  getValidator: () => (input) => ({
    valid: true,
    data: input as never,
    errorMessage: undefined,
  }),
};

/** Passes the message to a server of its own; the answer is JSON, never a stream. */
async function exchange(
  sdk: Sdk,
  request: Request,
  parsedBody: unknown,
  makeServer: () => McpServer,
): Promise<Response> {
  if (!(await sdk.isLegacyRequest(request, parsedBody))) {
    // Nothing here ever changes on its own, so there is nothing to subscribe to.
    const options = { legacy: 'reject', maxSubscriptions: 0 } as const;
    return sdk.createMcpHandler(makeServer, options).fetch(request, { parsedBody });
  }
  const server = makeServer();
  const transport = new sdk.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const response = await transport.handleRequest(request, { parsedBody });
  await server.close();
  return response;
}

/** The request for the SDK, without the key. */
function webRequest({ raw, signal }: AnyRequest): Request {
  const headers = Object.entries(raw.headers).filter(([name]) =>
    /^(?:accept$|content-type$|mcp-)/.test(name),
  );
  return new Request(`http://localhost${PATH}`, {
    method: 'POST',
    headers: headers.map(([name, value]) => [name, String(value)] as [string, string]),
    signal,
  });
}

function resultOf(json: string, ...notes: string[]): CallToolResult {
  return {
    content: [json, ...notes].map((text) => ({ type: 'text', text })),
    structuredContent: JSON.parse(json) as Record<string, unknown>,
  };
}
