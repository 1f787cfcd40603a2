import { buildOpenApiDocument } from '../../api/openapi/document.ts';
import type { OpenApiDocument } from '../../api/openapi/document.ts';

/** The ids that stand for records in examples. */
export const EXAMPLE_IDS = Object.keys(buildOpenApiDocument()['x-example-records']);

/** One example of a JSON body, and where it stands in the document. */
interface PlacedExample {
  /** `createRule: body`, `createRule: answer 201`. */
  name: string;
  /** The media type object that holds the schema and the example. */
  pointer: string[];
  example: unknown;
}

/** Every example of a JSON request or answer. */
export function* eachExample(document: OpenApiDocument): Generator<PlacedExample> {
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries<any>(operations)) {
      const { operationId, requestBody, responses } = operation;
      const body = requestBody?.content['application/json'];
      const content = ['content', 'application/json'];
      const at = ['paths', path, method];
      if (body !== undefined) {
        const pointer = [...at, 'requestBody', ...content];
        yield { name: `${operationId}: body`, pointer, example: body.example };
      }
      for (const [status, { content: answer }] of Object.entries<any>(responses)) {
        const json = answer?.['application/json'];
        if (json === undefined) continue;
        const pointer = [...at, 'responses', status, ...content];
        yield { name: `${operationId}: answer ${status}`, pointer, example: json.example };
      }
    }
  }
}

/** A request as the document shows it. */
export interface ExampleRequest {
  /** `POST /api/v1/rules`. */
  name: string;
  method: string;
  /** The path with its parameters and query. */
  url: string;
  body?: unknown;
  /** Whether it changes something. */
  isWrite: boolean;
}

/** The example of every operation that answers JSON or nothing; those that delete come last. */
export function exampleRequests(document: OpenApiDocument): ExampleRequest[] {
  const requests: ExampleRequest[] = [];
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries<any>(operations)) {
      const { parameters = [], requestBody } = operation;
      let url = path;
      const query = new URLSearchParams();
      for (const { name, in: place, example } of parameters) {
        if (place === 'path') url = url.replace(`{${name}}`, String(example));
        else if (place === 'query' && example !== undefined) query.set(name, String(example));
      }
      requests.push({
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        url: query.size === 0 ? url : `${url}?${query.toString()}`,
        body: requestBody?.content['application/json'].example,
        isWrite: method !== 'get' && operation['x-required-scope'] === 'read_write',
      });
    }
  }
  const isLast = ({ method }: ExampleRequest) => Number(method === 'DELETE');
  return requests
    .filter(({ url }) => !url.endsWith('/events'))
    .sort((a, b) => isLast(a) - isLast(b));
}
