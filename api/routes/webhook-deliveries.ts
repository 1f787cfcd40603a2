import * as deliveries from '../../shared/webhooks/deliveries.ts';
import { findEndpoint, wakeEndpoint } from '../../shared/webhooks/endpoints.ts';
import { answerRecord, orNotFound } from '../http/answer-record.ts';
import { oneOf, uuidParameter } from '../http/query-parameters.ts';
import { resource } from '../http/resource.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import { DELIVERY_STATUSES, presentDelivery } from '../records/webhook-delivery.ts';

export const webhookDeliveryRoutes = resource('Webhooks');

webhookDeliveryRoutes.list('GET /api/v1/webhook_deliveries', {
  operationId: 'listWebhookDeliveries',
  summary: 'List what was sent',
  description:
    'Newest first, with the answers. Kept for RETENTION_WEBHOOK_DELIVERY_DAYS, 30 by default.',
  query: {
    webhook_endpoint_id: uuidParameter('Only what went to this endpoint.'),
    status: oneOf(DELIVERY_STATUSES, 'Only deliveries of this status.'),
  },
  answers: 'A page of deliveries.',
  record: presentDelivery,
  rows(sql, { caller, query }, page) {
    const filter = { endpointId: query.webhook_endpoint_id, status: query.status };
    return deliveries.listDeliveries(sql, caller.ownerId, page, filter);
  },
});

webhookDeliveryRoutes.write('POST /api/v1/webhook_endpoints/{id}/replay', {
  operationId: 'replayWebhookDeliveries',
  summary: 'Send the events of a span again',
  description:
    'Resends events that were delivered or given up, under the same ids, by which a receiver recognises them.',
  body: { required: true, json: ref('WebhookReplay') },
  example: { body: { from: '2026-01-31T08:00:00Z', status: 'failed' } },
  responses: {
    202: { description: 'How many are sent again.', schema: dataOf(ref('WebhookReplayed')) },
  },
  errors: ['conflict', 'validation_failed'],
  exists: findEndpoint,
  async write(tx, { from, to, status }, { caller: { ownerId }, id, now }) {
    await wakeEndpoint(tx, ownerId, id);
    const span = {
      endpointId: id,
      from: new Date(from),
      to: to === undefined ? now : new Date(to),
    };
    const count = await deliveries.replayDeliveries(tx, ownerId, { ...span, status });
    return { status: 202, body: { data: { count } } };
  },
});

webhookDeliveryRoutes.show('GET /api/v1/webhook_deliveries/{id}', {
  operationId: 'showWebhookDelivery',
  summary: 'Show a delivery',
  description: 'An event for an endpoint, and how its delivery went.',
  answers: 'The delivery.',
  record: presentDelivery,
  find: deliveries.findDelivery,
});

webhookDeliveryRoutes.write('POST /api/v1/webhook_deliveries/{id}/replay', {
  operationId: 'replayWebhookDelivery',
  summary: 'Send an event again',
  description:
    'Sends it at once under the same id, whether it was delivered, given up or is still waiting.',
  responses: { 202: { description: 'The delivery.', schema: dataOf(ref('WebhookDelivery')) } },
  errors: ['conflict'],
  async write(tx, _body, { caller: { ownerId }, id }) {
    const { webhookEndpointId } = orNotFound(await deliveries.findDelivery(tx, ownerId, id));
    await wakeEndpoint(tx, ownerId, webhookEndpointId);
    await deliveries.replayDeliveries(tx, ownerId, { deliveryId: id });
    return answerRecord(await deliveries.findDelivery(tx, ownerId, id), presentDelivery, 202);
  },
});
