/**
 * The types of events that an endpoint may subscribe to, as docs/WEBHOOKS.md explains them. Triggers write them, in the
 * transaction of what they report; tellChanges finds `changes.available`.
 */
export const WEBHOOK_EVENT_TYPES = [
  'sync.completed',
  'sync.failed',
  'connection.requires_update',
  'connection.suspended',
  'import.ready',
  'import.completed',
  'import.failed',
  'import.undone',
  'import.undo_failed',
  'import_session.completed',
  'import_session.failed',
  'import_session.cancelled',
  'import_session.undone',
  'import_session.undo_failed',
  'rule_run.completed',
  'rule_run.failed',
  'changes.available',
  'webhook_endpoint.disabled',
  'household.deleted',
] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENT_TYPES)[number];

/** Sent when a person asks for it, whatever events the endpoint subscribes to. */
export const TEST_EVENT = 'webhook_endpoint.test';
