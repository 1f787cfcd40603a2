import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { expect } from 'chai';
import { buildOpenApiDocument } from '../../../api/openapi/document.ts';

const SCRIPT = new URL('../../../api/pages/assets/docs.js', import.meta.url);
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
    runInContext(readFileSync(SCRIPT, 'utf8'), createContext({ window, document, fetch }));
  });
}

describe('the docs page with a key', () => {
  it('has records of the household in its examples, and no key twice where one stands for several', async () => {
    const shown = await documentWithKey('key');
    expect(shown.split(RECORD).length).greaterThan(2);
    // Swagger UI refuses a document with a key twice, and JSON.parse takes the last.
    expect(shown).not.includes(`"${RECORD}":`);
  });
});
