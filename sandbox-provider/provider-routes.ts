import type { SandboxAccount, SandboxUser, WireObject, WireRow } from './account.ts';
import { jsonAnswer } from './answer.ts';
import type { Answer } from './answer.ts';
import { failure } from './fault-presets.ts';
import { currentTime } from './settings.ts';
import type { Settings } from './settings.ts';

export type ProviderRequest = {
  /** After the base path, still percent-encoded. */
  path: string;
  query: Record<string, string>;
  /** Absolute base URL, for next links. */
  baseUrl: string;
};

const notFound = (): Answer => failure(404, 'Not Found', 'Account not found');

/** The four calls of the contract. An account of another key gets the same answer as an unknown one. */
export function answerProvider(
  user: SandboxUser,
  request: ProviderRequest,
  settings: Settings,
): Answer {
  if (request.path === '/accounts') {
    const accounts = user.accounts.map((account) => account.listing);
    return ok({ accounts, total: accounts.length });
  }
  const match = /^\/accounts\/([^/]+)\/(transactions|balance|holdings)$/.exec(request.path);
  const [, encodedId = '', call] = match ?? [];
  const id = decoded(encodedId);
  const account = user.accounts.find((candidate) => candidate.id === id);
  if (account === undefined) return notFound();
  if (call === 'balance')
    return ok({ balance: inDialect(account.balance, settings, snakeBalanceNames) });
  if (call === 'holdings') {
    if (account.holdings !== null) return ok(account.holdings);
    return failure(501, 'Not Implemented', 'Holdings are not supported for this account');
  }
  return answerTransactions(account, request, settings);
}

function answerTransactions(
  account: SandboxAccount,
  request: ProviderRequest,
  settings: Settings,
): Answer {
  const { query } = request;
  const from = (settings.date_filter ? query['from'] : undefined) ?? '0000-01-01';
  const to = (settings.date_filter ? query['to'] : undefined) ?? '9999-12-31';
  if (![from, to].every((day) => /^\d{4}-\d{2}-\d{2}$/.test(day))) {
    return failure(400, 'Bad Request', 'from and to must be dates');
  }
  const withPending = query['include_pending'] === 'true';
  const rows = account.rows(currentTime(settings), from, to).filter((row) => {
    const day = typeof row['date'] === 'string' ? row['date'].slice(0, 10) : null;
    if (row['isPending'] === true && !withPending) return false;
    // The date filter keeps rows with an invalid date: the reader has to handle them.
    return !settings.date_filter || day === null || (day >= from && day <= to);
  });
  return pageOf(rows, request, settings);
}

function pageOf(rows: WireRow[], request: ProviderRequest, settings: Settings): Answer {
  const wire = (part: WireRow[]): WireObject[] =>
    part.map((row) => inDialect(row, settings, snakeRowNames));
  if (settings.paging === 'none') return ok({ transactions: wire(rows), total: rows.length });
  const size = settings.page_size;
  const offset = offsetOf(request.query, settings);
  if (offset === null) return failure(400, 'Bad Request', 'Unknown page');
  const more = offset + size < rows.length;
  const body = { transactions: wire(rows.slice(offset, offset + size)), total: rows.length };
  if (settings.paging === 'cursor') {
    return ok({ ...body, next_cursor: more ? cursorFor(offset + size) : null });
  }
  const page = Math.floor(offset / size) + 1;
  if (settings.paging === 'page') {
    return ok({ ...body, page, total_pages: Math.max(1, Math.ceil(rows.length / size)) });
  }
  const search = new URLSearchParams({ ...request.query, page: String(page + 1) });
  return ok({
    ...body,
    next: more ? `${request.baseUrl}${request.path}?${search.toString()}` : null,
  });
}

function offsetOf(query: Record<string, string>, settings: Settings): number | null {
  if (settings.paging === 'cursor') {
    const cursor = query['cursor'];
    if (cursor === undefined) return 0;
    const match = /^offset:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString());
    return match?.[1] === undefined ? null : Number(match[1]);
  }
  const page = query['page'] ?? '1';
  return /^[1-9]\d{0,6}$/.test(page) ? (Number(page) - 1) * settings.page_size : null;
}

function cursorFor(offset: number): string {
  return Buffer.from(`offset:${offset}`).toString('base64url');
}

const snakeRowNames: Record<string, string> = {
  accountId: 'account_id',
  merchant: 'merchant_name',
  isPending: 'pending',
};
const snakeBalanceNames: Record<string, string> = { amount: 'current' };

function inDialect(
  object: WireObject,
  settings: Settings,
  snakeNames: Record<string, string>,
): WireObject {
  if (settings.dialect === 'camel') return object;
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [snakeNames[name] ?? name, value]),
  );
}

function ok(json: unknown): Answer {
  return jsonAnswer({ status: 200, json });
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
