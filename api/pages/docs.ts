import express from 'express';
import type { RequestHandler, Router } from 'express';
import type { OpenApiDocument } from '../openapi/document.ts';
import { addressOfGuide, findableGuides, guideEntries, readGuides } from './guides.ts';
import type { Guide } from './guides.ts';
import { addressOfTag, docsPage } from './layout.ts';
import type { Groups } from './layout.ts';
import { escapeHtml, renderMarkdown } from './markdown.ts';
import { renderOperation } from './operation.ts';
import { operationsOf } from './shapes.ts';
import type { Shown } from './shapes.ts';
import { keptPage, sendPage } from './page.ts';
import { renderFound } from './search.ts';
import type { Findable } from './search.ts';

/** `/docs`: the operations of the document and the guides of `docs/`, rendered here; a script only sends the forms. */
export function serveDocs(document: OpenApiDocument): Router {
  const operations = operationsOf(document);
  const guides = readGuides();
  const pages = new Map<string, RequestHandler>();
  const page = (address: string, make: () => { title: string; body: string; groups?: Groups }) =>
    pages.set(
      address,
      keptPage(() => docsPage({ groups: groupsOf(document, operations), ...make() }, address)),
    );

  page('/docs', () => ({ title: 'Documentation', body: renderOverview(document, operations) }));
  for (const { name, description } of document.tags) {
    const own = ofTag(operations, name);
    page(addressOfTag(name), () => ({
      title: name,
      body: `<h1>${name}</h1>${renderMarkdown(description)}
${own.map((each) => renderOperation(each, document)).join('\n')}
${recordsOf(own, document)}`,
    }));
  }
  for (const guide of guides.values()) {
    page(`/docs/guides/${guide.name}`, () => ({
      title: escapeHtml(guide.title),
      groups: groupsOf(document, operations, guide),
      body: `<div class="guide">${guide.rendered().html}</div>`,
    }));
  }

  const router = express.Router();
  router.get('/docs/search', (req, res) => {
    const query = new URLSearchParams(req.url.split('?')[1]).get('q')?.slice(0, 200) ?? '';
    findable ??= [...operations.map((each) => findableOperation(each)), ...findableGuides(guides)];
    const found = { title: 'Search', body: renderFound(query, findable), query: escapeHtml(query) };
    sendPage(res, docsPage({ ...found, groups: groupsOf(document, operations) }, ''));
  });
  router.get('/docs/guides', (_req, res) => res.redirect(302, addressOfGuide('start')));
  router.get(['/docs', '/docs/*path'], (req, res, next) => {
    const serve = pages.get(req.path);
    if (serve !== undefined) void serve(req, res, next);
    else if (req.accepts(['json', 'html']) !== 'html') next();
    else {
      const groups = groupsOf(document, operations);
      sendPage(res, {
        ...docsPage({ title: 'Not found', body: NOT_FOUND, groups }, ''),
        status: 404,
      });
    }
  });
  let findable: Findable[] | undefined;
  return router;
}

function groupsOf({ tags }: OpenApiDocument, operations: readonly Shown[], guide?: Guide): Groups {
  return {
    Guides: guideEntries(guide),
    Operations: tags.map(({ name }) => ({
      href: addressOfTag(name),
      text: name,
      parts: ofTag(operations, name).map(({ operation }) => ({
        href: `#${operation.operationId}`,
        text: escapeHtml(operation.summary),
      })),
    })),
  };
}

function ofTag(operations: readonly Shown[], name: string): Shown[] {
  return operations.filter(({ operation }) => operation.tags[0] === name);
}

function renderOverview({ info, tags }: OpenApiDocument, operations: readonly Shown[]): string {
  const groups = tags.map(({ name, description }) => {
    const rows = ofTag(operations, name).map(
      ({ method, path, operation }) =>
        `<li><a href="${addressOfTag(name)}#${operation.operationId}">${escapeHtml(operation.summary)}</a>
<span class="address"><b class="${method}">${method}</b> <code>${path}</code></span></li>`,
    );
    return `<h2><a href="${addressOfTag(name)}">${name}</a></h2>${renderMarkdown(description)}<ul class="operations">${rows.join('\n')}</ul>`;
  });
  return `<h1>Ledgerline API</h1>${renderMarkdown(info.description)}${renderBeginning()}${groups.join('\n')}`;
}

const NOT_FOUND = `<h1>There is no such page</h1>
<p>Search above, or begin with <a href="/docs">all operations</a> or <a href="/docs/guides/start">the first import</a>.</p>`;

/** How the samples of all operations begin. */
const renderBeginning = (): string =>
  renderMarkdown(`Every operation has a form to try it, with the key in the bar above, and samples that begin with:

\`\`\`sh
export API=http://127.0.0.1:3000/api/v1 KEY=ledg_…
\`\`\`

\`\`\`ts
import { createClient } from '@ledgerline/client';
const ledgerline = createClient({ baseUrl: 'http://127.0.0.1:3000', apiKey: 'ledg_…' });
\`\`\`

\`\`\`py
import requests
API, KEY = "http://127.0.0.1:3000/api/v1", "ledg_…"
\`\`\`

Machines read [openapi.json](/api/v1/openapi.json).
`);

/** For the script: which ids of the examples stand for records, and the lists that have them. */
function recordsOf(own: readonly Shown[], document: OpenApiDocument): string {
  const text = JSON.stringify(own);
  const used = Object.entries(document['x-example-records']).filter(([id]) => text.includes(id));
  return `<script type="application/json" id="records">${JSON.stringify(Object.fromEntries(used))}</script>`;
}

function findableOperation({ method, path, operation }: Shown): Findable {
  const said: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'description' || key === 'name' || key === 'operationId')
        said.push(String(inner));
      else if (key !== 'responses' && key !== 'example') collect(inner);
    }
  };
  collect(operation);
  return {
    title: operation.summary,
    href: `${addressOfTag(operation.tags[0])}#${operation.operationId}`,
    text: `${method} ${path} ${said.join(' ')}`.replaceAll('`', ''),
  };
}
