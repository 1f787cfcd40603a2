import { execFileSync, spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { buildOpenApiDocument } from '../../../api/openapi/document.ts';
import { LANGUAGES, sampleOf } from '../../../api/pages/samples.ts';
import { operationsOf } from '../../../api/pages/shapes.ts';
import { exampleRequests } from '../../helpers/examples.ts';
import { answered, withApi } from '../../helpers/start-api.ts';

const document = buildOpenApiDocument();
/** Those that test/api/openapi/examples-run.full.test.ts sends, and the streams, which it leaves out. */
const OPERATIONS = operationsOf(document).filter(({ path }) => !path.endsWith('/events'));

/** Requests as `METHOD URL BODY`, in one order. */
const sorted = (requests: readonly { method: string; url: string; body?: unknown }[]) =>
  requests.map(({ method, url, body }) => `${method} ${url} ${JSON.stringify(body)}`).sort();
const EXPECTED = sorted(exampleRequests(document));

const PYTHON = `
import json, sys
class Answer:
    def raise_for_status(self): pass
class Requests:
    def __getattr__(self, method):
        def send(url, headers, json=None):
            sent.append({"method": method.upper(), "url": url, **({} if json is None else {"body": json})})
            return Answer()
        return send
sent, requests, API, KEY = [], Requests(), "/api/v1", ""
exec(sys.stdin.read())
print(json.dumps(sent))
`;

describe('the reference at /docs', () => {
  const { api } = withApi();
  const get = async (path: string) => {
    const { text } = await answered(200, api.request('GET', path, { as: 'none' }), path);
    return text;
  };
  const printed = (language: string, glue: string) =>
    OPERATIONS.map((each) => LANGUAGES[language]!(sampleOf(each))).join(glue);

  it('shows every operation in its group, each once', async () => {
    const pages = new Set(
      [...(await get('/docs')).matchAll(/href="(\/docs\/operations\/[^"#]+)"/g)].map(
        ([, at]) => at!,
      ),
    );
    const texts = await Promise.all([...pages].map((page) => get(page)));
    const shown = [...texts.join('').matchAll(/<section class="operation" id="(\w+)"/g)];
    const expected = operationsOf(document).map(({ operation }) => operation.operationId);
    expect(shown.map(([, id]) => id)).to.have.members(expected);
  });

  it('answers a page to a browser that asks for what there is not, and data to a program', async () => {
    for (const [accept, type] of [
      ['text/html,*/*;q=0.8', 'text/html'],
      ['*/*', 'application/json'],
    ] as const) {
      const answer = await fetch(`${api.baseUrl}/docs/nothing`, { headers: { accept } });
      expect(answer.status).to.equal(404);
      expect(answer.headers.get('content-type')).to.include(type);
    }
  });

  it('finds words of operations, of their descriptions and of guides', async () => {
    for (const [query, found] of [
      ['net worth', '#showNetWorth'],
      ['category', '#listCategories'],
      ['Standard Webhooks', '/docs/guides/webhooks'],
      ['YNAB', '/docs/guides/moving#ynab'],
    ] as const) {
      expect(await get(`/docs/search?q=${encodeURIComponent(query)}`), query).to.include(found);
    }
    const none = await get(`/docs/search?q=${encodeURIComponent('<b>zebra</b>')}`);
    expect(none).to.include('Nothing has all').and.not.include('<b>zebra');
  });

  it('asks for what is deleted, merged or undone: its form is empty', async () => {
    let asking = 0;
    for (const { name } of document.tags) {
      const text = await get(`/docs/operations/${name.toLowerCase().replaceAll(' ', '-')}`);
      for (const [section] of text.matchAll(/<section class="operation"[^]*?<\/section>/g)) {
        const takesAway = /data-(?:method="DELETE"|path="[^"]*\/(?:merge|undo|cancel)")/.test(
          section,
        );
        if (takesAway) expect(section).to.include(' data-asks>');
        if (!section.includes(' data-asks>')) continue;
        asking += 1;
        const [form] = /<form[^]*<\/form>/.exec(section)!;
        expect(form)
          .to.not.match(/<input[^>]* value=/)
          .and.not.match(/<textarea[^>]*>[^<]/);
      }
    }
    expect(asking).to.be.greaterThan(25);
    expect(JSON.stringify(document)).to.not.include('"allow_duplicate":true');
  });

  it('prints with curl the requests of the examples', () => {
    const preamble = String.raw`API=/api/v1; curl() { printf '%s\0' "$@"; printf '\1'; };`;
    const out = execFileSync('bash', ['-c', `${preamble}\n${printed('curl', '\n')}`], {
      encoding: 'utf8',
    });
    const sent = out
      .split('\x01')
      .slice(0, -1)
      .map((call) => {
        const words = call.split('\0');
        const after = (option: string) =>
          words.includes(option) ? words[words.indexOf(option) + 1] : undefined;
        const body = after('-d');
        return {
          method: after('-X') ?? (body === undefined ? 'GET' : 'POST'),
          url: words.find((word) => word.startsWith('/api'))!,
          ...(body === undefined ? {} : { body: JSON.parse(body) }),
        };
      });
    expect(sorted(sent)).to.deep.equal(EXPECTED);
  });

  it('prints them for Python', function () {
    const { stdout, error } = spawnSync('python3', ['-c', PYTHON], {
      input: printed('Python', '\n'),
      encoding: 'utf8',
    });
    if (error !== undefined) this.skip();
    expect(sorted(JSON.parse(stdout))).to.deep.equal(EXPECTED);
  });
});
