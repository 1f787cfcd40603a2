import type { Schemas } from './types.ts';

type EventType =
  NonNullable<Schemas['WebhookEndpoint']['events']>[number] | 'webhook_endpoint.test';

type DataOf<Type extends EventType> = Type extends `sync.${string}`
  ? { readonly sync_id: string; readonly connection_id: string; readonly status: string }
  : Type extends `connection.${string}`
    ? { readonly connection_id: string; readonly status: string; readonly reason: string | null }
    : Type extends `import.${string}`
      ? { readonly import_id: string; readonly status: string }
      : Type extends `import_session.${string}`
        ? { readonly import_session_id: string; readonly status: string }
        : Type extends `rule_run.${string}`
          ? { readonly rule_run_id: string; readonly status: string }
          : Type extends 'changes.available'
            ? { readonly cursor: string }
            : object;

/** An event that is sent to an endpoint. A newer service may send types and fields that are not listed here. */
export type WebhookEvent = {
  [Type in EventType]: {
    readonly type: Type;
    readonly timestamp: string;
    readonly data: { readonly household_id: string } & DataOf<Type>;
  };
}[EventType];

/** A request that fails verification: answer 400. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

export interface ReceivedWebhook {
  /** The raw body, before anything parses it. */
  readonly body: string | Uint8Array;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The `secret` of the endpoint; both the old and the new one while you rotate it. */
  readonly secrets: string | readonly string[];
  /** Milliseconds since 1970. Default: the current time. */
  readonly now?: number | undefined;
}

const TOLERANCE_SECONDS = 5 * 60;
const PREFIX = 'whsec_';

/**
 * Returns the event of a request if one of the secrets signed it, with a timestamp within five minutes of now
 * (https://www.standardwebhooks.com); else throws WebhookError. Throws TypeError when a secret is not base64. Dedupe by `webhook-id`.
 */
export async function verifyWebhook(received: ReceivedWebhook): Promise<WebhookEvent> {
  const { headers, secrets, now = Date.now() } = received;
  const header = (name: string): string => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    if (typeof value !== 'string') throw new WebhookError(`The header ${name} is missing.`);
    return value;
  };
  const timestamp = header('webhook-timestamp');
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) {
    throw new WebhookError('webhook-timestamp is not within five minutes of now.');
  }
  const body = typeof received.body === 'string' ? encode(received.body) : received.body;
  const before = encode(`${header('webhook-id')}.${timestamp}.`);
  const signed = new Uint8Array(before.length + body.length);
  signed.set(before);
  signed.set(body, before.length);
  const sent = header('webhook-signature').split(' ').flatMap(readSignature);
  for (const secret of [secrets].flat()) {
    const bytes = decode(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
    if (bytes === undefined) throw new TypeError('A secret is not base64.');
    const hmac = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', bytes, hmac, false, ['verify']);
    for (const signature of sent) {
      // Compares in constant time.
      if (!(await crypto.subtle.verify('HMAC', key, signature, signed))) continue;
      return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
    }
  }
  throw new WebhookError('No secret matches the signature.');
}

const encode = (text: string) => new TextEncoder().encode(text);

function readSignature(text: string): Uint8Array<ArrayBuffer>[] {
  const bytes = text.startsWith('v1,') ? decode(text.slice(3)) : undefined;
  return bytes === undefined ? [] : [bytes];
}

/** Decodes base64; undefined when it is not base64. */
function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
