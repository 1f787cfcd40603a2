import { expect } from 'chai';
import { buildOpenApiDocument } from '../../api/openapi/document.ts';
import { compileDocument } from '../../api/openapi/validators.ts';

const document = buildOpenApiDocument();
const validatorAt = compileDocument(document);

/** The documented paths, a literal one before one with parameters. */
const TEMPLATES = Object.keys(document.paths)
  .sort((a, b) => a.split('{').length - b.split('{').length)
  .map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
  }));

/** A response as the tests see it, its body already read. */
export interface SeenResponse {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed JSON body; undefined when the body is empty. */
  body: any;
}

/**
 * Fails the test unless the answer is one that the OpenAPI document announces for this operation:
 * a documented status, a body that matches its schema, the request id. Requests outside the
 * document (unknown routes, wrong methods) only need the one error body.
 */
export function checkResponse(method: string, path: string, response: SeenResponse): void {
  const name = `${method} ${path} ${response.status}`;
  expect(response.headers.get('x-request-id'), `${name}: X-Request-Id`).to.be.a('string');
  const template = findTemplate(path);
  const operation: any =
    template === null
      ? undefined
      : (document.paths as any)[template][method === 'HEAD' ? 'get' : method.toLowerCase()];
  if (operation === undefined) {
    if (response.status >= 400 && path.startsWith('/api/')) {
      expectValid(['components', 'schemas', 'ErrorResponse'], response.body, name);
    }
    return;
  }
  const documented = resolve(operation.responses[response.status]);
  expect(documented, `${name} is not a documented answer: ${response.text}`).to.not.equal(
    undefined,
  );
  if (method === 'HEAD') return;
  if (documented.content === undefined) {
    expect(response.text, `${name}: documented as empty`).to.equal('');
    return;
  }
  const [mediaType] = Object.keys(documented.content);
  if (mediaType !== 'application/json') {
    expect(response.headers.get('content-type'), name).to.match(new RegExp(`^${mediaType}`));
    return;
  }
  expect(response.headers.get('content-type'), name).to.match(/^application\/json/);
  const place =
    documented.place ??
    (['paths', template!, method.toLowerCase(), 'responses', String(response.status)] as const);
  expectValid([...place, 'content', 'application/json', 'schema'], response.body, name);
}

/** Follows a reference to a shared answer, and notes where that is. */
function resolve(answer: any): any {
  if (answer?.$ref === undefined) return answer;
  const place = (answer.$ref as string).slice(2).split('/');
  return { ...place.reduce((node: any, part) => node[part], document), place };
}

/** The documented path that a concrete one belongs to. */
function findTemplate(path: string): string | null {
  const plain = path.split('?')[0]!;
  return TEMPLATES.find(({ pattern }) => pattern.test(plain))?.template ?? null;
}

function expectValid(pointer: readonly string[], value: unknown, name: string): void {
  const validate = validatorAt(pointer);
  if (validate(value)) return;
  expect.fail(
    `${name} differs from the OpenAPI document:\n${JSON.stringify(validate.errors, null, 1)}\n${JSON.stringify(value)}`,
  );
}
