import type { OpenApiDocument } from '../openapi/document.ts';

/** The parts of a schema that the reference reads. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
}

export type Schemas = Readonly<Record<string, Schema>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly example?: string | number | boolean;
}

interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
}

interface Answer {
  readonly description: string;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Reference {
  readonly $ref: string;
}

/** The parts of an operation that the reference reads. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly [string];
  readonly 'x-required-scopes': readonly string[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, Content>> & { 'application/json': Content };
  };
  readonly responses: Readonly<Record<string, Answer | Reference>>;
}

/** An operation with its address. */
export interface Shown {
  method: string;
  path: string;
  operation: Operation;
}

/** The operations of the document in its order. */
export function operationsOf(document: OpenApiDocument): Shown[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as unknown as Record<string, Operation>).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

export function parametersOf(
  { parameters = [] }: Operation,
  document: OpenApiDocument,
): Parameter[] {
  const named = document.components.parameters as unknown as Record<string, Parameter>;
  return parameters.map((each) => resolved(each, named));
}

export function answersOf({ responses }: Operation, document: OpenApiDocument): [string, Answer][] {
  const named = document.components.responses as unknown as Record<string, Answer>;
  return Object.entries(responses).map(([status, each]) => [status, resolved(each, named)]);
}

function resolved<T extends object>(each: T | Reference, named: Readonly<Record<string, T>>): T {
  if (!('$ref' in each)) return each;
  const found = named[each.$ref.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`The document has no ${each.$ref}.`);
  return found;
}
