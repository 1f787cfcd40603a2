import path from 'node:path';
import express from 'express';
import type { Response, Router } from 'express';
import { packageRoot } from '../../shared/platform/package-root.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { serveDocs } from './docs.ts';
import { sendPage } from './page.ts';

/** Browsers ask again each time and get 304, so a page never uses the files of an older version. */
const ASSET_OPTIONS = { index: false, redirect: false, maxAge: 0 } as const;

/** The pages for people: `/` with links, and `/docs`. All files are local. */
export function servePages(document: OpenApiDocument, options: { dashboard: boolean }): Router {
  const router = express.Router();
  router.get('/', (_req, res) => sendLandingPage(res, options.dashboard));
  router.use(serveDocs(document));
  router.use(
    '/assets',
    express.static(path.join(packageRoot(), 'api/pages/assets'), ASSET_OPTIONS),
  );
  return router;
}

function sendLandingPage(res: Response, dashboard: boolean): void {
  const links = [
    ['/app', 'Console', 'Accounts, transactions, imports and rules, to look at and to change.'],
    ['/docs', 'API documentation', 'Every operation, with a form to try it.'],
    ['/docs/guides/start', 'First import, first sync', 'From nothing to a bank that is synced.'],
    [
      '/api/v1/openapi.json',
      'OpenAPI document',
      'The same for machines; generate a client from it.',
    ],
    ...(dashboard
      ? [
          ['/admin', 'Operations', 'Queues, connections and failures; asks for a password.'],
          ['/admin/queues', 'Queue dashboard', 'Jobs of the workers, behind the same password.'],
        ]
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
