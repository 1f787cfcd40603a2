import type { Response } from 'express';

/** The content security policy of our pages: only their own files, and no framing. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // Swagger UI and bull-board set style attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'self'",
].join('; ');

/** Lets the answer be a page instead of data. */
export function allowPage(res: Response): void {
  res.set('Content-Security-Policy', POLICY);
}

/** Sends an HTML page with our style sheet. `body` is trusted: escape what a client sent. */
export function sendPage(
  res: Response,
  { title, head = '', body, status = 200 }: PageContent,
): void {
  allowPage(res);
  res.status(status).type('html').send(`<!doctype html>
<html lang="en">
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
`);
}

export interface PageContent {
  title: string;
  /** Further elements of the head. */
  head?: string;
  body: string;
  status?: number;
}
