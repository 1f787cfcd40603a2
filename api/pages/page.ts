import { gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import { etagOf, isKnown } from '../http/etag.ts';

/** The content security policy of our pages: only their own files, and no framing. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'self'",
].join('; ');

/** Lets the answer be a page instead of data; a page of bull-board may also set style attributes. */
export function allowPage(res: Response, { isBoard = false } = {}): void {
  const policy = isBoard ? POLICY.replace("style-src 'self'", "$& 'unsafe-inline'") : POLICY;
  res.set('Content-Security-Policy', policy);
}

/** Sends an HTML page with our style sheet. `body` is trusted: escape what a client sent. */
export function sendPage(res: Response, { status = 200, ...content }: PageContent): void {
  allowPage(res);
  res.status(status).type('html').send(htmlOf(content));
}

function htmlOf({ title, head = '', body, lang = 'en' }: Omit<PageContent, 'status'>): string {
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/pages.css">
${head}
</head>
<body>
${body}
</body>
</html>
`;
}

export interface PageContent {
  title: string;
  /** The language that it is written in. Default: English. */
  lang?: string;
  /** Further elements of the head. */
  head?: string;
  body: string;
  status?: number;
}

/** A page that stays the same while the process runs; made on first request. */
export function keptPage(make: () => Omit<PageContent, 'status'>) {
  const send = keptText('html', () => htmlOf(make()));
  return (req: Request, res: Response): void => {
    allowPage(res);
    send(req, res);
  };
}

/** Answers with a text that never changes: compressed if the client accepts that, and 304 if it already has it. */
export function keptText(type: string, make: () => string) {
  let kept: { etag: string; identity: Buffer; gzip: Buffer } | undefined;
  const keep = (identity: Buffer) => ({
    etag: etagOf(identity),
    identity,
    gzip: gzipSync(identity, { level: 9 }),
  });
  return (req: Request, res: Response): void => {
    kept ??= keep(Buffer.from(make()));
    res.set({ 'Cache-Control': 'no-cache', ETag: kept.etag, Vary: 'Accept-Encoding' }).type(type);
    if (isKnown(req, kept.etag)) {
      res.status(304).end();
      return;
    }
    const encoding = req.acceptsEncodings('gzip', 'identity') === 'gzip' ? 'gzip' : 'identity';
    if (encoding === 'gzip') res.set('Content-Encoding', encoding);
    res.send(kept[encoding]);
  };
}
