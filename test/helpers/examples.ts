import { buildOpenApiDocument, type OpenApiDocument } from '../../api/openapi/document.ts';
import type { TestApi } from './start-api.ts';

const RECORDS = buildOpenApiDocument()['x-example-records'];

/** The ids that stand for records in examples. */
export const EXAMPLE_IDS = Object.keys(RECORDS);

/** The id of the household's record that an example's id stands for; null when it has no such record. */
export async function findExampleRecord(
  api: Pick<TestApi, 'request'>,
  id: string,
): Promise<string | null> {
  const { list, index = 0, field = 'id' } = RECORDS[id]!;
  const { status, body } = await api.request('GET', list);
  // Records of platforms are no household's.
  if (status === 403) return null;
  const { data } = body;
  const valueIn = (row: any) => field.split('.').reduce((value, name) => value?.[name], row);
  const found = data.map(valueIn).filter((value: unknown) => typeof value === 'string');
  return found[index] ?? null;
}

/** The id of one record for each collection of the API that has some, by the word of its path. Imports and sessions are pending. */
export async function recordsByCollection(api: TestApi): Promise<Record<string, string>> {
  const records: Record<string, string> = {};
  for (const [id, { list, index, field }] of Object.entries(RECORDS)) {
    const [path = '', query = 'status=pending'] = list.split('?');
    if (index !== undefined || query !== 'status=pending') continue;
    const collection = field === 'transfer_id' ? 'transfers' : path.split('/')[3];
    if (collection === undefined || (field ?? 'transfer_id') !== 'transfer_id') continue;
    const found = await findExampleRecord(api, id);
    if (found !== null) records[collection] = found;
  }
  return records;
}

/** One example of a JSON body, and where it is in the document. */
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
  /** The path with its parameters. */
  url: string;
  body?: unknown;
  /** Whether only a key of a platform may send it. */
  isOfPlatform: boolean;
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
      for (const { name, in: place, example } of parameters) {
        if (place === 'path') url = url.replace(`{${name}}`, String(example));
      }
      requests.push({
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        url,
        body: requestBody?.content['application/json'].example,
        isOfPlatform: !operation['x-required-scopes'].includes('read_write'),
        isWrite: method !== 'get' && !operation['x-required-scopes'].includes('read'),
      });
    }
  }
  const isLast = ({ method }: ExampleRequest) => Number(method === 'DELETE');
  return requests
    .filter(({ url }) => !url.endsWith('/events'))
    .sort((a, b) => isLast(a) - isLast(b));
}
