import path from 'node:path';
import express from 'express';
import type { Response, Router } from 'express';
import getAbsoluteFSPath from 'swagger-ui-dist/absolute-path.js';
import { packageRoot } from '../../shared/platform/package-root.ts';
import { serveGuides } from './guides.ts';
import { sendPage } from './page.ts';

const SWAGGER_FILES = ['/swagger-ui.css', '/swagger-ui-bundle.js'];
/** Asked for again each time, answered with 304: a page never meets the files of an older version. */
const ASSET_OPTIONS = { index: false, redirect: false, maxAge: 0 } as const;

/** The pages for people: `/` with links, `/docs` with a form to try every operation. All files are local. */
export function servePages(options: { dashboard: boolean }): Router {
  const router = express.Router();
  router.get('/', (_req, res) => sendLandingPage(res, options.dashboard));
  router.get('/docs', (_req, res) => sendDocsPage(res));
  router.use(serveGuides());
  router.use(
    '/assets',
    express.static(path.join(packageRoot(), 'api/pages/assets'), ASSET_OPTIONS),
  );
  const swagger = express.static(getAbsoluteFSPath(), ASSET_OPTIONS);
  router.use('/assets', (req, res, next) => {
    // Named one by one: the package also has a page that calls a foreign server.
    if (SWAGGER_FILES.includes(req.path)) swagger(req, res, next);
    else next();
  });
  return router;
}

function sendLandingPage(res: Response, dashboard: boolean): void {
  const links = [
    ['/docs', 'API documentation', 'Every operation, with a form to try it.'],
    ['/docs/guides', 'Guides', 'First steps, imports, bank sync, rules, errors.'],
    [
      '/api/v1/openapi.json',
      'OpenAPI document',
      'The same for machines; generate a client from it.',
    ],
    ...(dashboard
      ? [['/admin/queues', 'Queue dashboard', 'Jobs of the workers; asks for a password.']]
      : []),
    ['/readyz', 'Readiness', 'Whether Postgres and the queue answer.'],
  ];
  const items = links
    .map(
      ([href, name, text]) => `<li><a href="${href}"><b>${name}</b><span>${text}</span></a></li>`,
    )
    .join('\n');
  sendPage(res, {
    title: 'Ledgerline',
    body: `<main class="card">
<h1><img src="/assets/icon.svg" alt="" width="40" height="40"> Ledgerline</h1>
<p>Import, rules and bank-sync service for personal-finance apps.</p>
<ul class="links">
${items}
</ul>
</main>`,
  });
}

function sendDocsPage(res: Response): void {
  sendPage(res, {
    title: 'Ledgerline API',
    head: [
      '<link rel="stylesheet" href="/assets/swagger-ui.css">',
      '<link rel="stylesheet" href="/assets/docs.css">',
      '<script src="/assets/swagger-ui-bundle.js" defer></script>',
      '<script src="/assets/docs.js" defer></script>',
    ].join('\n'),
    body: `<header class="bar">
<a class="brand" href="/"><img src="/assets/icon.svg" alt="" width="28" height="28"> Ledgerline</a>
<a href="/docs/guides">Guides</a>
<form id="key-form">
<label for="key">API key</label>
<input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="ledg_…">
<button type="submit">Use</button>
<output id="key-state" for="key">No key yet: operations answer 401.</output>
</form>
</header>
<div id="docs"><noscript>This page needs JavaScript; <a href="/api/v1/openapi.json">openapi.json</a> does not.</noscript></div>`,
  });
}
