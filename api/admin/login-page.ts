import type { Response } from 'express';
import { sendPage } from '../pages/page.ts';

/** The form that asks for the password. `error` is our own text and is not escaped. */
export function sendLoginPage(
  res: Response,
  { status = 200, error }: { status?: number; error?: string } = {},
): void {
  sendPage(res, {
    status,
    title: 'Ledgerline queues',
    body: `<main class="card">
<h1><img src="/assets/icon.svg" alt="" width="40" height="40"> Queue dashboard</h1>
${error === undefined ? '' : `<p class="error" role="alert">${error}</p>`}
<form class="login" method="post" action="/admin/login">
<input type="text" name="username" value="admin" autocomplete="username" hidden>
<label for="password">Password</label>
<input id="password" name="password" type="password" required autofocus autocomplete="current-password">
<button type="submit">Log in</button>
</form>
</main>`,
  });
}

/** The button that ends the session. It is a page because a link must not change anything. */
export function sendLogoutPage(res: Response): void {
  sendPage(res, {
    title: 'Ledgerline queues',
    body: `<main class="card">
<h1><img src="/assets/icon.svg" alt="" width="40" height="40"> Queue dashboard</h1>
<form class="login" method="post" action="/admin/logout">
<button type="submit">Log out</button>
</form>
</main>`,
  });
}
