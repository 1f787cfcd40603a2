import { createBullBoard } from '@bull-board/api';
import { ExpressAdapter } from '@bull-board/express';
import type { RequestHandler } from 'express';
import type { ApiContext } from '../context.ts';
import { BoardQueue } from './board-queue.ts';

/** The board of all queues, for the path under which it is served. */
export function openBoard(context: ApiContext, basePath: string): RequestHandler {
  const { queues } = context;
  const serverAdapter = new ExpressAdapter();
  serverAdapter.setBasePath(basePath);
  createBullBoard({
    queues: queues.all().map((queue) => new BoardQueue(context, queue)),
    serverAdapter,
    options: {
      uiConfig: {
        boardTitle: 'Ledgerline queues',
        // The button for these details has the logo of Redis, whatever the backend is.
        hideRedisDetails: !queues.isRedis,
        environment: {
          label: `queue in ${queues.isRedis ? 'Redis' : 'PostgreSQL'}`,
          color: '#475569',
          textColor: '#ffffff',
        },
        hideDocsLink: true,
        boardLogo: { path: '/assets/icon.svg', width: 24, height: 24 },
        favIcon: { default: '/assets/icon.svg', alternative: '/assets/icon.svg' },
        miscLinks: [
          { text: 'Console', url: '/admin' },
          { text: 'Metrics', url: '/admin/metrics' },
          { text: 'API documentation', url: '/docs' },
          { text: 'Log out', url: '/admin/logout' },
        ],
      },
    },
  });
  return serverAdapter.getRouter() as RequestHandler;
}
