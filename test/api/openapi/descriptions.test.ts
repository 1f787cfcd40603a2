import { expect } from 'chai';
import { buildOpenApiDocument } from '../../../api/openapi/document.ts';
import { isObject } from '#preflight/is-object';

const document = buildOpenApiDocument();

/** A field of a request or an answer, and how the document calls it. */
interface Field {
  at: string;
  schema: any;
}

/** The fields of a schema and of all that it is made of; a named schema that it refers to has its own. */
function* fieldsOf(schema: unknown, at: string): Generator<Field> {
  if (!isObject(schema)) return;
  const fields = schema['properties'];
  for (const [name, field] of Object.entries(isObject(fields) ? fields : {})) {
    yield { at: `${at}.${name}`, schema: field };
    yield* fieldsOf(field, `${at}.${name}`);
  }
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap(
    (key) => (schema[key] as unknown[] | undefined) ?? [],
  );
  for (const part of [...parts, schema['items'], schema['additionalProperties']]) {
    yield* fieldsOf(part, at);
  }
}

function* everyField(): Generator<Field> {
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    yield { at: name, schema };
    yield* fieldsOf(schema, name);
  }
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries<any>(operations)) {
      const at = `${method.toUpperCase()} ${path}`;
      for (const { requestBody, responses } of [operation]) {
        for (const answer of [requestBody, ...Object.values<any>(responses)]) {
          for (const content of Object.values<any>(answer?.content ?? {})) {
            yield* fieldsOf(content.schema, at);
          }
        }
      }
    }
  }
}

/** How a field is described: its own words, or those of the schema that it refers to. */
function descriptionOf(schema: any): unknown {
  if (typeof schema.description === 'string') return schema.description;
  const [named] = [schema, ...(schema.anyOf ?? [])].map((each: any) => each.$ref).filter(Boolean);
  return named && document.components.schemas[named.split('/').pop()]!['description'];
}

const mayBeNull = (schema: any): boolean =>
  [schema.type].flat().includes('null') || (schema.anyOf ?? []).some(mayBeNull);

describe('the descriptions of the OpenAPI document', () => {
  it('say of every operation, parameter and header what it does', () => {
    const silent: string[] = [];
    const require = (text: unknown, at: string) => {
      if (typeof text !== 'string' || text.trim() === '') silent.push(at);
    };
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, { summary, description, parameters, responses }] of Object.entries<any>(
        operations,
      )) {
        const at = `${method.toUpperCase()} ${path}`;
        require(summary, `${at}: summary`);
        require(description, `${at}: description`);
        for (const parameter of parameters ?? []) {
          if (parameter.$ref === undefined)
            require(parameter.description, `${at}: ${parameter.name}`);
        }
        for (const [status, answer] of Object.entries<any>(responses)) {
          if (answer.$ref === undefined) require(answer.description, `${at}: ${status}`);
        }
      }
    }
    for (const shared of [document.components.parameters, document.components.headers]) {
      for (const [name, { description }] of Object.entries<any>(shared)) require(description, name);
    }
    expect(silent).to.deep.equal([]);
  });

  it('say of every field what it holds', () => {
    const silent = [...everyField()].filter(({ schema }) => !descriptionOf(schema));
    expect(silent.map(({ at }) => at)).to.deep.equal([]);
  });

  it('say of every field that may be null when it is', () => {
    const silent = [...everyField()].filter(
      ({ schema }) => mayBeNull(schema) && !/null/i.test(String(descriptionOf(schema))),
    );
    expect(silent.map(({ at }) => at)).to.deep.equal([]);
  });
});
