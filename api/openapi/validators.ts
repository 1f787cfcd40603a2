import type { ValidateFunction } from 'ajv/dist/2020.js';
import { createAjv } from '../../shared/validate.ts';
import type { Route } from '../http/route.ts';
import type { OpenApiDocument } from './document.ts';

const DOCUMENT_KEY = 'openapi';

/** Finds the validator of a schema by where it stands in the document. Compiled on first use. @internal */
export type DocumentValidators = (pointer: readonly string[]) => ValidateFunction;

/** Finds the validator of an operation's JSON body; null where it has none. */
export type BodyValidators = (route: Route) => ValidateFunction | null;

/** What the document says is what is validated: its schemas are compiled where they stand. @internal */
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

/** The validators of the JSON bodies, compiled now, so that a fault in a schema stops the start. */
export function compileBodyValidators(
  document: OpenApiDocument,
  routes: readonly Route[],
): BodyValidators {
  const validatorAt = compileDocument(document);
  const compiled = new Map<Route, ValidateFunction>();
  for (const route of routes) {
    if (route.schema.body?.json === undefined || route.schema.body.validate === false) continue;
    const content = ['requestBody', 'content', 'application/json', 'schema'];
    compiled.set(route, validatorAt(['paths', route.path, route.method, ...content]));
  }
  return (route) => compiled.get(route) ?? null;
}
