import type { ValidateFunction } from 'ajv/dist/2020.js';
import { createAjv } from '#preflight/validate';
import type { Route } from '../http/route.ts';
import type { OpenApiDocument } from './document.ts';

const DOCUMENT_KEY = 'openapi';

/** Finds the validator of a schema by its pointer into the document. Compiled on first use. @internal */
export type DocumentValidators = (pointer: readonly string[]) => ValidateFunction;

/** Finds the validator of an operation's JSON body; null where it has none. */
export type BodyValidators = (route: Route) => ValidateFunction | null;

/** Validates against the document itself: its schemas are compiled in place. @internal */
export function compileDocument(document: OpenApiDocument): DocumentValidators {
  const ajv = createAjv();
  // The document is not itself a schema, but ajv resolves references into it and looks at its root.
  ajv.addVocabulary(Object.keys(document));
  ajv.addSchema(document, DOCUMENT_KEY, false, false);
  const compiled = new Map<string, ValidateFunction>();
  return (pointer) => {
    const path = pointer
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const validate = compiled.get(path) ?? ajv.compile({ $ref: `${DOCUMENT_KEY}#/${path}` });
    compiled.set(path, validate);
    return validate;
  };
}

/** The validators of the JSON bodies. Each is compiled when its operation is first called: a process rarely needs all of them. */
export function bodyValidators(document: OpenApiDocument): BodyValidators {
  let validatorAt: DocumentValidators | undefined;
  const content = ['requestBody', 'content', 'application/json', 'schema'];
  return ({ path, method, body }) =>
    body?.json === undefined || body.validate === false
      ? null
      : (validatorAt ??= compileDocument(document))(['paths', path, method, ...content]);
}
