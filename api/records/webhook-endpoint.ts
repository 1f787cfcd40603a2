import type { WebhookEndpoint } from '../../shared/webhooks/endpoints.ts';
import { WEBHOOK_EVENT_TYPES } from '#preflight/webhook-events';
import * as s from '../openapi/json-schema.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { fieldsOf, ID, record, TIMES } from './record.ts';

const URL: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 2048,
  description:
    'Where events are posted: http or https, on the public internet, port 80, 443 or 1024 and above, without a user name or password.',
  examples: ['https://app.example.com/ledgerline'],
};
const DESCRIPTION: JsonSchema = {
  type: 'string',
  maxLength: 255,
  description: 'What people call it.',
};
const EVENTS: JsonSchema = {
  type: ['array', 'null'],
  minItems: 1,
  uniqueItems: true,
  items: { type: 'string', enum: WEBHOOK_EVENT_TYPES },
  description:
    'The types of events that are sent; null: all of them, including types that are added later.',
};
const SECRET = s.text(
  'What events are signed with. It is shown only once; store it where the receiver can read it.',
);

export const presentEndpoint = record<WebhookEndpoint, 'WebhookEndpoint'>(
  'WebhookEndpoint',
  'A server that receives events.',
  {
    id: ID,
    url: URL,
    description: DESCRIPTION,
    events: { ...EVENTS, read: ({ events }) => (events === null ? null : [...events]) },
    enabled: {
      type: 'boolean',
      description: 'Whether events are sent.',
      read: ({ disabledAt }) => disabledAt === null,
    },
    disabled_reason: s.nullable(
      s.choice(
        ['request', 'failing', 'gone'],
        '`request`: a client disabled it. `failing`: every attempt of five days failed. `gone`: it answered 410.',
      ),
      'Why nothing is sent: `request`: a client disabled it; `failing`: every attempt of five days failed; `gone`: it answered 410. Null while it is enabled.',
    ),
    disabled_at: s.nullable(s.TIMESTAMP, 'Since when nothing is sent; null while it is enabled.'),
    failing_since: s.nullable(
      s.TIMESTAMP,
      'Since when no attempt has succeeded; null while the last one did.',
    ),
    notice: {
      ...s.nullable(s.TEXT, 'What its owner should know and do, in a sentence; null: nothing.'),
      read: noticeOf,
    },
    ...TIMES,
  },
);

s.define('WebhookEndpointWithSecret', 'An endpoint with its new secret.', 'all', {
  ...fieldsOf('WebhookEndpoint'),
  secret: SECRET,
});

s.define('NewWebhookEndpoint', 'A new endpoint.', ['url'], {
  url: URL,
  description: DESCRIPTION,
  events: EVENTS,
});

s.change('WebhookEndpointChange', 'Absent fields stay as they are.', {
  url: URL,
  description: DESCRIPTION,
  events: EVENTS,
  enabled: {
    type: 'boolean',
    description:
      'False gives up the events that are still waiting; true sends events from then on. A replay sends those that were given up.',
  },
});

function noticeOf({ disabledReason }: WebhookEndpoint): string | null {
  if (disabledReason === 'gone')
    return 'It answered 410, so nothing is sent any more. Enable it when it is back.';
  if (disabledReason !== 'failing') return null;
  return 'Every attempt of five days failed, so nothing is sent any more. Fix it, then enable it and replay what it missed.';
}
