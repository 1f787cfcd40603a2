import express from 'express';
import type { Request, Response, Router } from 'express';
import {
  closeConsoleSession,
  digestToken,
  openConsoleSession,
  takeConsoleTicket,
} from '../../shared/households/console-sessions.ts';
import type { ConsoleSession } from '../../shared/households/console-sessions.ts';
import { getHousehold } from '../../shared/households/households.ts';
import { AppError } from '../../shared/platform/errors.ts';
import type { ApiContext } from '../context.ts';
import { openedKey, openedSession, unauthorized } from '../http/authenticate.ts';
import { limitRate, lookUp } from '../http/rate-limit.ts';
import { readOwnJson } from '../http/read-json.ts';
import { refuseMethod } from '../http/refuse-method.ts';
import { refuseForeignPages } from '../http/same-origin.ts';
import {
  clearSessionCookie,
  readSessionDigest,
  sendSessionCookie,
} from '../http/session-cookie.ts';
import { presentTimestamp } from '../records/timestamp.ts';

/** Where the console signs in and out. */
export const SESSION_PATH = '/app/session';

/**
 * The sessions of account holders. POST signs a browser in with an API key or a ticket, GET says who is signed in,
 * DELETE signs out. Only our own pages may call it.
 */
export function serveSession(context: ApiContext): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  router
    .route(SESSION_PATH)
    .all((req, _res, next) => {
      refuseForeignPages(req);
      next();
    })
    .get((req, res) => showSession(context, req, res))
    .post((req, res) => signIn(context, req, res))
    .delete((req, res) => signOut(context, req, res))
    .all(refuseMethod(['GET', 'HEAD', 'POST', 'DELETE']));
  return router;
}

type Answer = (context: ApiContext, req: Request, res: Response) => Promise<void>;

const showSession: Answer = async (context, req, res) => {
  const digest = readSessionDigest(req);
  // A page asks this to find out whether anyone is signed in, so it does not count as a failed guess.
  if (digest === null) throw unauthorized('No one is signed in.');
  const session = await lookUp(context, req, openedSession(context, digest));
  await sendSession(context, session, res);
};

const signIn: Answer = async (context, req, res) => {
  const what = 'signing in to the console';
  const credentials = await readOwnJson<Credentials>(context, req, what, CREDENTIALS);
  const now = context.clock.now();
  const before = readSessionDigest(req);
  const signedIn = await lookUp(context, req, signedInBy(context, credentials));
  await limitRate(context, signedIn.apiKeyId, res);
  if (before !== null) await closeConsoleSession(context.sql, before);
  const token = await openConsoleSession(context.sql, signedIn, now);
  const session = await openedSession(context, digestToken(token));
  sendSessionCookie(req, res, token);
  await sendSession(context, session, res);
};

const signOut: Answer = async ({ sql }, req, res) => {
  const digest = readSessionDigest(req);
  if (digest !== null) await closeConsoleSession(sql, digest);
  clearSessionCookie(req, res);
  res.status(204).end();
};

/** Returns the household that the credentials open. Throws unauthorized, and insufficient_scope for a platform's key. */
async function signedInBy(context: ApiContext, { api_key: value, ticket }: Credentials) {
  if (ticket !== undefined) {
    const taken = await takeConsoleTicket(context.sql, digestToken(ticket), context.clock.now());
    if (taken === null) throw unauthorized('The link was used already, or is too old.');
    return taken;
  }
  const { id: apiKeyId, householdId } = await openedKey(context, value?.trim() ?? '');
  if (householdId !== null) return { apiKeyId, householdId };
  throw new AppError('insufficient_scope', {
    publicMessage: 'The key of a platform opens no household.',
  });
}

async function sendSession({ sql }: ApiContext, session: ConsoleSession, res: Response) {
  const { id: apiKeyId, householdId, scopes, expiresAt: keyEnds } = session.key;
  const { id, name, currency } = await getHousehold(sql, householdId);
  const ends = keyEnds !== null && keyEnds < session.expiresAt ? keyEnds : session.expiresAt;
  res.json({
    data: {
      expires_at: presentTimestamp(ends),
      household: { id, name, currency },
      scopes,
      api_key_id: apiKeyId,
    },
  });
}

interface Credentials {
  api_key?: string;
  ticket?: string;
}

const TEXT = { type: 'string', minLength: 1, maxLength: 256 };
const CREDENTIALS = {
  type: 'object',
  properties: { api_key: TEXT, ticket: TEXT },
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
};
