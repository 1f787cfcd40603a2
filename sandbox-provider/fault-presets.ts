import { jsonAnswer, transportFaults } from './answer.ts';
import type { Answer, TransportFault } from './answer.ts';

/** `seconds` is how long a rate-limited caller is told to wait; `now` is the sandbox's clock. */
export type PresetInput = { seconds: number; bytes: number; now: Date };

/** Failures observed at providers, by name. The rate-limit presets state the same limit in all the ways that were observed. */
export const faultPresets: Record<string, (input: PresetInput) => Answer> = {
  unauthorized: () => failure(401, 'Unauthorized', 'API key is required'),
  payment_required: () => failure(402, 'Payment Required', 'Subscription expired'),
  forbidden: () => failure(403, 'Forbidden', 'Invalid API key'),
  not_found: () => failure(404, 'Not Found', 'Account not found'),
  bad_request: () => failure(400, 'Bad Request', 'Period too long'),
  server_error: () => failure(500, 'Internal Server Error', 'Something went wrong'),
  unavailable: () => failure(503, 'Service Unavailable', 'Try later'),
  rate_limit: ({ seconds }) =>
    failure(429, 'Too Many Requests', 'Slow down', { 'Retry-After': String(seconds) }),
  rate_limit_date: ({ seconds, now }) =>
    failure(429, 'Too Many Requests', 'Slow down', {
      Date: now.toUTCString(),
      'Retry-After': new Date(now.getTime() + seconds * 1000).toUTCString(),
    }),
  rate_limit_reset_header: ({ seconds }) =>
    failure(429, 'Too Many Requests', 'Slow down', {
      'X-RateLimit-Limit': '100',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(seconds),
    }),
  rate_limit_body: ({ seconds }) =>
    jsonAnswer({
      status: 429,
      json: {
        summary: 'Rate limit exceeded',
        detail: `The rate limit for this resource is 4/day. Please try again in ${seconds} seconds`,
        status_code: 429,
      },
    }),
  rate_limit_silent: () => failure(429, 'Too Many Requests', 'Slow down'),
  rate_limit_negative: () =>
    failure(429, 'Too Many Requests', 'Slow down', { 'Retry-After': '-5' }),
  rate_limit_in_500: ({ seconds }) => failure(500, 'Internal Server Error', wrapped(seconds)),
  rate_limit_in_503: ({ seconds }) => failure(503, 'Service Unavailable', wrapped(seconds)),
  html: () => text(200, 'text/html', '<!doctype html><title>Just a moment</title>'),
  bad_gateway: () => text(502, 'text/html', '<html>bad gateway</html>'),
  empty: () => text(200, 'application/json', ''),
  broken_json: () => text(200, 'application/json', '{"transactions":[{"id":"a","amount":-1'),
  missing_key: () => jsonAnswer({ status: 200, json: { total: 0 } }),
  error_in_200: () => jsonAnswer({ status: 200, json: { error: 'authentication failed' } }),
  oversize: ({ bytes }) => text(200, 'application/json', ' '.repeat(bytes)),
  redirect_away: () => ({
    ...text(302, 'text/plain', ''),
    headers: { Location: 'http://169.254.169.254/latest/meta-data/' },
  }),
  holdings_unsupported: () => failure(501, 'Not Implemented', 'Holdings are not supported'),
  ...Object.fromEntries(transportFaults.map((fault) => [fault, () => broken(fault)])),
};

/** The error body of the provider: `{error, message}`. */
export function failure(
  status: number,
  error: string,
  message: string,
  headers: Record<string, string> = {},
): Answer {
  return jsonAnswer({ status, json: { error, message }, headers });
}

function text(status: number, contentType: string, body: string): Answer {
  return { status, headers: { 'Content-Type': contentType }, body, delayMs: 0, fault: null };
}

function broken(fault: TransportFault): Answer {
  const body = JSON.stringify({ transactions: [], accounts: [], total: 0 });
  return { ...text(200, 'application/json', body), fault };
}

function wrapped(seconds: number): string {
  return (
    'API request failed for account 16892 (429 - Rate limit exceeded): The rate limit for this ' +
    `resource is 100/minute. Please try again in ${seconds} seconds`
  );
}
