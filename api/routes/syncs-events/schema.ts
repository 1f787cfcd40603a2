import type { OperationSchema } from '../../http/route.ts';

export const streamSyncEventsSchema: OperationSchema = {
  operationId: 'streamSyncEvents',
  summary: 'Watch a sync',
  description:
    'Server-sent events: `sync` with the run as GET /syncs/{id} shows it, at each change, and `end` after it has ended. A stream ends after ten minutes; connect again.',
  tag: 'Bank sync',
  responses: {
    200: {
      description: 'The stream.',
      mediaType: 'text/event-stream',
      schema: { type: 'string' },
    },
  },
};
