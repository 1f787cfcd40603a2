import type { Log } from '../../platform/log.ts';
import type { WireAnswer } from './classify.ts';
import { redactBody, redactHeader, redactUrl } from './redact.ts';

/** Called with every complete answer of the provider. */
export type RawLog = (url: URL, apiKey: string, answer: WireAnswer) => void;

/** Headers that help in troubleshooting; all others (cookies, ids) stay out. */
const shownHeaders =
  /^(content-type|content-length|date|retry-after|link|(x-)?rate-?limit.*|cf-ray|server)$/;

/** `npm start` shows the fields of this line, as it does for warnings. */
export const RAW_ANSWER = 'provider answer (PROVIDER_DEBUG_RAW)';

/** Logs redacted answers at level info: PROVIDER_DEBUG_RAW turns it on, whatever the log level. */
export function createRawLog(log: Log): RawLog {
  return (url, apiKey, answer) => {
    const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
      shownHeaders.test(name) && value !== undefined
        ? [[name, redactHeader(value, url, apiKey)]]
        : [],
    );
    log.info(RAW_ANSWER, {
      url: redactUrl(url, apiKey),
      status: answer.status,
      headers: Object.fromEntries(headers) as Record<string, string>,
      body_bytes: Buffer.byteLength(answer.body),
      body: redactBody(answer.body, apiKey),
    });
  };
}
