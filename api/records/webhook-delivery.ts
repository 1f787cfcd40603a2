import type { WebhookDelivery } from '../../shared/webhooks/deliveries.ts';
import * as s from '../openapi/json-schema.ts';
import { CREATED_AT, ID, record } from './record.ts';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

export const presentDelivery = record<WebhookDelivery, 'WebhookDelivery'>(
  'WebhookDelivery',
  'An event for an endpoint, and how its delivery went.',
  {
    id: s.field(ID, 'The `webhook-id` of the event: the same in each attempt and replay.'),
    webhook_endpoint_id: s.field(s.UUID, 'Where it goes.'),
    type: s.text('The type of the event.'),
    payload: {
      type: 'object',
      additionalProperties: true,
      description: 'The body that is sent: `type`, `timestamp` and `data`.',
      examples: [
        {
          type: 'sync.completed',
          timestamp: '2026-01-31T08:15:30.123Z',
          data: { household_id: '…', sync_id: '…', connection_id: '…', status: 'completed' },
        },
      ],
    },
    status: s.choice(
      DELIVERY_STATUSES,
      '`pending`: it is being sent, with retries for up to three days. `delivered`: the receiver answered 2xx. `failed`: given up.',
    ),
    attempts: s.field(s.COUNT, 'How often it was sent since it was created or replayed.'),
    next_attempt_at: s.nullable(s.TIMESTAMP, 'When it is sent next; null: it is not sent again.'),
    answer_status: {
      type: ['integer', 'null'],
      description: 'HTTP status of the last answer; null: there was none.',
    },
    answer_ms: {
      type: ['integer', 'null'],
      description: 'Time of the last attempt, in milliseconds; null before that.',
    },
    fault: s.nullable(
      s.TEXT,
      'Why the last attempt got no answer: `timeout`, `connection_refused`, `connection_reset`, `connection_failed`, `name_not_found`, `address_not_allowed`, `tls_failed`, `invalid_answer`, `secret_unreadable` (rotate the secret); or `endpoint_disabled`. Null: it was answered.',
    ),
    attempted_at: s.nullable(s.TIMESTAMP, 'When the last attempt ended; null before that.'),
    created_at: CREATED_AT,
  },
);

s.define('WebhookReplay', 'Which deliveries of the endpoint are sent again.', ['from'], {
  from: s.field(s.TIMESTAMP, 'Created then or later.'),
  to: s.field(s.TIMESTAMP, 'Created before then; now when absent.'),
  status: s.choice(['delivered', 'failed'], 'Only these; both when absent.'),
});

s.define('WebhookReplayed', 'How many deliveries are sent again.', 'all', {
  count: s.field(s.COUNT, 'Deliveries.'),
});
