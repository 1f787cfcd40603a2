import type { Request, Response } from 'express';
import { escapeHtml } from '../pages/markdown.ts';
import { sendPage } from '../pages/page.ts';

const ENGLISH = {
  title: 'Operators',
  password: 'Password',
  log_in: 'Log in',
  log_out: 'Log out',
  away: 'The service is not available right now. Try again shortly.',
  wrong: 'That is not the password.',
  too_many:
    'Too many passwords were tried. Try again in a minute, or in a browser in which you have logged in before.',
};

const GERMAN: typeof ENGLISH = {
  title: 'Betrieb',
  password: 'Passwort',
  log_in: 'Anmelden',
  log_out: 'Abmelden',
  away: 'Der Dienst ist gerade nicht verfügbar. Versuchen Sie es gleich noch einmal.',
  wrong: 'Das ist nicht das Passwort.',
  too_many:
    'Zu viele Passwörter wurden versucht. Versuchen Sie es in einer Minute wieder, oder in einem Browser, in dem Sie sich schon einmal angemeldet haben.',
};

/** The form that asks for the password, in the language of the browser, and what is wrong with the one that was sent. */
export function sendLoginPage(
  req: Request,
  res: Response,
  { status = 200, fault }: { status?: number; fault?: 'wrong' | 'too_many' } = {},
): void {
  sendCard(req, res, status, (t) => [
    fault === undefined ? '' : `<p class="error" role="alert">${t[fault]}</p>`,
    `<form class="login" method="post" action="/admin/login">
<input type="text" name="username" value="admin" autocomplete="username" hidden>
<label for="password">${t.password}</label>
<input id="password" name="password" type="password" required autofocus autocomplete="current-password">
<button type="submit">${t.log_in}</button>
</form>`,
  ]);
}

/** The button that ends the session. It is a page because a link must not change anything. */
export function sendLogoutPage(req: Request, res: Response): void {
  sendCard(req, res, 200, (t) => [
    `<form class="login" method="post" action="/admin/logout">
<button type="submit">${t.log_out}</button>
</form>`,
  ]);
}

/** Says that the service is away, with the status of the answer so far, and why. */
export function sendAwayPage(req: Request, res: Response, reasons: readonly string[]): Response {
  sendCard(req, res, res.statusCode, (t) => [
    `<p class="error" role="alert">${t.away}</p>`,
    ...reasons.map((reason) => `<p>${escapeHtml(reason)}</p>`),
  ]);
  return res;
}

function sendCard(
  req: Request,
  res: Response,
  status: number,
  content: (texts: typeof ENGLISH) => string[],
): void {
  const lang = req.acceptsLanguages('en', 'de') === 'de' ? 'de' : 'en';
  const texts = lang === 'de' ? GERMAN : ENGLISH;
  sendPage(res, {
    status,
    lang,
    title: `${texts.title} · Ledgerline`,
    body: `<main class="card">
<h1><img src="/assets/icon.svg" alt="" width="40" height="40"> ${texts.title}</h1>
${content(texts).join('\n')}
</main>`,
  });
}
