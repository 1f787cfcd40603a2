import { createContext, runInContext } from 'node:vm';
import { expect } from 'chai';
import { buildOpenApiDocument } from '../../../api/openapi/document.ts';
import { readSource } from '../../helpers/checkout.ts';

const RECORD = '00000000-0000-4000-8000-000000000001';

/** Runs the script of /docs with a key of before, in a household whose lists all show one record; what Swagger UI is given. */
function documentWithKey(key: string): Promise<string> {
  return new Promise((resolve) => {
    const element = { value: '', textContent: '', addEventListener: () => undefined };
    const answer = (body: unknown) =>
      Promise.resolve({ ok: true, json: () => Promise.resolve(body) });
    const ui = {
      specActions: { updateSpec: resolve },
      preauthorizeApiKey: () => undefined,
    };
    const swagger = Object.assign(
      ({ onComplete }: { onComplete: () => void }) => {
        setImmediate(onComplete);
        return ui;
      },
      { presets: {} },
    );
    const window = {
      sessionStorage: { getItem: () => key, setItem: () => undefined },
      matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
      SwaggerUIBundle: swagger,
    };
    const document = {
      getElementById: () => ({ ...element }),
      documentElement: { classList: { toggle: () => undefined } },
    };
    const fetch = (path: string) =>
      path.endsWith('openapi.json')
        ? answer(structuredClone(buildOpenApiDocument()))
        : answer({ data: Array.from({ length: 5 }, () => ({ id: RECORD })) });
    runInContext(
      readSource('api/pages/assets/docs.js'),
      createContext({ window, document, fetch }),
    );
  });
}

describe('the docs page with a key', () => {
  it('has records of the household in its examples, and no key twice where one stands for several', async () => {
    const shown = await documentWithKey('key');
    expect(shown.split(RECORD).length).greaterThan(2);
    // Swagger UI refuses a document with a key twice, and JSON.parse takes the last.
    expect(shown).not.includes(`"${RECORD}":`);
  });

  it('names no record in the form of what deletes, merges or undoes, and doubles nothing by itself', async () => {
    const { paths } = JSON.parse(await documentWithKey('key'));
    const isFilled = (path: string, method: string): boolean =>
      paths[path][method].parameters.some(({ example }: any) => example === RECORD);
    for (const path of ['/api/v1/accounts/{id}', '/api/v1/transactions/{id}']) {
      expect(isFilled(path, 'get'), path).to.equal(true);
    }
    const takesAway = Object.keys(paths).flatMap((path) => [
      ...(paths[path].delete === undefined ? [] : [[path, 'delete'] as const]),
      ...(/\/(merge|undo|cancel)$/.test(path) ? [[path, 'post'] as const] : []),
    ]);
    expect(takesAway).to.have.length.greaterThan(15);
    for (const [path, method] of takesAway) {
      expect(isFilled(path, method), `${method} ${path}`).to.equal(false);
    }
    const examples = Object.values<any>(paths).flatMap((item) =>
      Object.values<any>(item).map(
        ({ requestBody }) => requestBody?.content?.['application/json']?.example,
      ),
    );
    expect(JSON.stringify(examples)).to.not.match(/"allow_duplicate":true/);
  });
});
