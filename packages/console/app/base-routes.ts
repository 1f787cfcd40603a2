import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { feedQuery } from './feed.ts';
import { sessionQuery } from './session.ts';
import { Shell } from './shell/shell.tsx';
import { RouteError } from './route-error.tsx';

/** The root of all routes. */
export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  errorComponent: RouteError,
});

/** The parent of every page that shows a household: who is not signed in is led to sign-in and back. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  errorComponent: RouteError,
  beforeLoad: async ({ context, location }) => {
    if (await context.queryClient.query({ ...sessionQuery, staleTime: 'static' })) {
      await context.queryClient.query(feedQuery);
      return;
    }
    throw redirect({ to: '/sign-in', search: { next: location.href } });
  },
});
