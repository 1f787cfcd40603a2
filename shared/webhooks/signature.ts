import { createHmac, randomBytes } from 'node:crypto';

/** Signatures according to Standard Webhooks: https://www.standardwebhooks.com */

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret, in the format that Standard Webhooks libraries accept. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

export interface SignedMessage {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
}

/** The headers of a message, with a signature per secret: a receiver accepts any that it knows. */
export function signatureHeaders(
  secrets: readonly string[],
  { id, at, body }: SignedMessage,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
