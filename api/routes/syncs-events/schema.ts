import type { OperationSchema } from '../../http/route.ts';

export const streamSyncEventsSchema: OperationSchema = {
  operationId: 'streamSyncEvents',
  summary: 'Watch a sync',
  description:
    'Server-sent events: `sync` with the run as GET /syncs/{id} shows it, at each change, and `end` after it has ended. A stream ends after ten minutes, or when its key is revoked; connect again. A key may have 10 streams open, a household 30.',
  tag: 'Bank sync',
  responses: {
    200: {
      description: 'The stream.',
      mediaType: 'text/event-stream',
      schema: { type: 'string' },
    },
  },
};
