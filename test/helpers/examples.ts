import { exampleRecordsById } from '../../api/contract/example-records.ts';
import type { OpenApiDocument } from '../../api/openapi/document.ts';

/** The ids that stand for records in examples. */
export const EXAMPLE_IDS = Object.keys(exampleRecordsById());

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
