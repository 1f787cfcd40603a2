import type { Config } from '../../shared/platform/config.ts';
import { conflict, validationFailed } from '../../shared/platform/errors.ts';
import { urlFault } from '../../shared/webhooks/addresses.ts';
import { endPending, findDelivery, insertTestDelivery } from '../../shared/webhooks/deliveries.ts';
import * as endpoints from '../../shared/webhooks/endpoints.ts';
import { rotateSecret } from '../../shared/webhooks/secrets.ts';
import { answerRecord, orNotFound } from '../http/answer-record.ts';
import { resource } from '../http/resource.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import { presentDelivery } from '../records/webhook-delivery.ts';
import { presentEndpoint } from '../records/webhook-endpoint.ts';
import { requireKeyRing } from '../steps/require-key-ring.ts';

export const webhookEndpointRoutes = resource('Webhooks');

/** The most endpoints that one owner may have. */
const ENDPOINTS_MAX = 20;

webhookEndpointRoutes.list('GET /api/v1/webhook_endpoints', {
  operationId: 'listWebhookEndpoints',
  summary: 'List webhook endpoints',
  description: 'Oldest first.',
  answers: 'A page of endpoints.',
  record: presentEndpoint,
  rows: (sql, { caller }, page) => endpoints.listEndpoints(sql, caller.ownerId, page),
});

webhookEndpointRoutes.write('POST /api/v1/webhook_endpoints', {
  operationId: 'createWebhookEndpoint',
  summary: 'Create a webhook endpoint',
  description:
    'Events from now on are posted there. Only this answer holds the secret that events are signed with.',
  body: { required: true, json: ref('NewWebhookEndpoint') },
  answersSecret: true,
  example: { body: { url: 'https://app.example.com/ledgerline' } },
  responses: {
    201: { description: 'The endpoint.', schema: dataOf(ref('WebhookEndpointWithSecret')) },
  },
  errors: ['conflict', 'validation_failed'],
  async write(tx, body, { caller, caller: { ownerId }, config }) {
    const ring = requireKeyRing(config, 'webhook secrets');
    const settings = {
      url: readUrl(body.url, config),
      description: (body.description ?? '').trim(),
      events: body.events ?? null,
    };
    await endpoints.lockOwner(tx, caller);
    if ((await endpoints.countEndpoints(tx, ownerId)) >= ENDPOINTS_MAX) {
      throw conflict(`There are ${ENDPOINTS_MAX} endpoints already. Delete one first.`);
    }
    const endpoint = await endpoints.insertEndpoint(tx, caller, settings);
    const secret = await rotateSecret(tx, ring, ownerId, endpoint.id);
    return { status: 201, body: { data: { ...presentEndpoint(endpoint), secret } } };
  },
});

/** The URL in the form in which it is requested. Throws validation_failed. */
function readUrl(text: string, config: Config): string {
  const fault = urlFault(text.trim(), config);
  if (fault !== null) throw validationFailed(`url ${fault}`);
  return new URL(text.trim()).href;
}

webhookEndpointRoutes.show('GET /api/v1/webhook_endpoints/{id}', {
  operationId: 'showWebhookEndpoint',
  summary: 'Show a webhook endpoint',
  description: 'Includes how its deliveries go. The secret is never shown again.',
  answers: 'The endpoint.',
  record: presentEndpoint,
  find: endpoints.findEndpoint,
});

webhookEndpointRoutes.write('PATCH /api/v1/webhook_endpoints/{id}', {
  operationId: 'updateWebhookEndpoint',
  summary: 'Change a webhook endpoint',
  description:
    'Its URL, its description, which events it gets, and whether it is enabled. The secret stays.',
  body: { required: true, json: ref('WebhookEndpointChange') },
  example: { body: { events: ['sync.completed', 'sync.failed'] } },
  responses: { 200: { description: 'The endpoint.', schema: dataOf(ref('WebhookEndpoint')) } },
  errors: ['validation_failed'],
  exists: endpoints.findEndpoint,
  async write(tx, { url, description, events, enabled }, { caller: { ownerId }, id, config }) {
    const updated = await endpoints.updateEndpoint(tx, ownerId, id, {
      url: url === undefined ? url : readUrl(url, config),
      description: description?.trim(),
      events,
      enabled,
    });
    if (enabled === false) await endPending(tx, ownerId, id);
    return answerRecord(updated, presentEndpoint);
  },
});

webhookEndpointRoutes.remove('DELETE /api/v1/webhook_endpoints/{id}', {
  operationId: 'deleteWebhookEndpoint',
  summary: 'Delete a webhook endpoint',
  description:
    'Its secret and its deliveries go with it. A delivery that is on its way still arrives.',
  answers: 'The endpoint is gone.',
  remove: endpoints.deleteEndpoint,
});

webhookEndpointRoutes.write('POST /api/v1/webhook_endpoints/{id}/rotate_secret', {
  operationId: 'rotateWebhookSecret',
  summary: 'Replace the secret of a webhook endpoint',
  description:
    'For a day each event carries a signature with the new secret and one with the old. Only this answer holds the new one.',
  answersSecret: true,
  responses: {
    200: { description: 'The endpoint.', schema: dataOf(ref('WebhookEndpointWithSecret')) },
  },
  async write(tx, _body, { caller: { ownerId }, id, config }) {
    const endpoint = orNotFound(await endpoints.findEndpoint(tx, ownerId, id));
    const ring = requireKeyRing(config, 'webhook secrets');
    const secret = await rotateSecret(tx, ring, ownerId, id);
    return { status: 200, body: { data: { ...presentEndpoint(endpoint), secret } } };
  },
});

webhookEndpointRoutes.write('POST /api/v1/webhook_endpoints/{id}/test', {
  operationId: 'testWebhookEndpoint',
  summary: 'Send a test event',
  description:
    'Sends a `webhook_endpoint.test` at once, whichever events the endpoint subscribes to. Its deliveries show the answer.',
  responses: { 202: { description: 'The delivery.', schema: dataOf(ref('WebhookDelivery')) } },
  errors: ['conflict'],
  async write(tx, _body, { caller: { ownerId }, id }) {
    await endpoints.wakeEndpoint(tx, ownerId, id);
    const made = await insertTestDelivery(tx, ownerId, id);
    const delivery = made === null ? null : await findDelivery(tx, ownerId, made);
    return answerRecord(delivery, presentDelivery, 202);
  },
});
