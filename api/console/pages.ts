import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import express from 'express';
import type { Request, RequestHandler, Response, Router } from 'express';
import { AppError } from '../../shared/platform/errors.ts';
import { packageRoot } from '../../shared/platform/package-root.ts';
import { sendPage } from '../pages/page.ts';

/** Where `npm run build` puts the built packages/console. */
const BUILT = path.join(packageRoot(), 'packages/console/dist');
/** The build writes each asset in these encodings too, where that makes it smaller. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
/** The name of an asset changes with its content. */
const FOR_EVER = { maxAge: '1y', immutable: true } as const;

/** The pages of account holders at /app. The page itself works out what its address means. */
export function serveConsole(built = BUILT): Router {
  const router = express.Router({ caseSensitive: true });
  router.get('/app/assets/:file', sendAsset(path.join(built, 'assets')));
  router.get('/app{/*place}', consolePage(sendUnbuilt, built));
  return router;
}

/** Serves the page of the built console, with a new nonce each time. Where the console is not built, `otherwise` answers. */
export function consolePage(
  otherwise: (req: Request, res: Response) => void,
  built = BUILT,
): RequestHandler {
  return async (req, res) => {
    const page = await readFile(path.join(built, 'index.html'), 'utf8').catch(() => null);
    if (page === null) {
      otherwise(req, res);
      return;
    }
    const nonce = randomBytes(18).toString('base64url');
    res.set({ 'Content-Security-Policy': policyWith(nonce), 'Cache-Control': 'no-store' });
    res.type('html').send(page.replaceAll('__CSP_NONCE__', nonce));
  };
}

/** Allows only files of this host, and styles only from it or with the nonce, which the components create. */
function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function sendAsset(root: string): RequestHandler<{ file: string }> {
  return (req, res, next) => {
    const { file } = req.params;
    const encoding = ENCODINGS.find(
      ([name, suffix]) =>
        req.acceptsEncodings(name) !== false && existsSync(path.join(root, `/${file}${suffix}`)),
    );
    res.vary('Accept-Encoding').type(path.extname(file));
    if (encoding !== undefined) res.set('Content-Encoding', encoding[0]);
    res.sendFile(file + (encoding?.[1] ?? ''), { root, ...FOR_EVER }, (error?: Error) => {
      if (error === undefined) return;
      res.removeHeader('Content-Encoding');
      next(new AppError('not_found', { publicMessage: `There is no ${req.path}.`, cause: error }));
    });
  };
}

function sendUnbuilt(_req: Request, res: Response): void {
  sendPage(res, {
    status: 404,
    title: 'Ledgerline',
    body: `<main class="card">
<h1><img src="/assets/icon.svg" alt="" width="40" height="40"> The console is not built</h1>
<p>Run <code>npm run build</code> in the folder of the service, or start it with <code>npm start</code>.</p>
<ul class="links">
<li><a href="/"><b>Start</b><span>What else there is.</span></a></li>
</ul>
</main>`,
  });
}
