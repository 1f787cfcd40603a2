import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { feedQuery } from './feed.ts';
import { queryClient } from './queries.ts';
import { RouteError } from './route-error.tsx';
import { readFrom, readNext, readRange, readSection, readTransactions } from './search.ts';
import { sessionQuery } from './session.ts';
import { Shell } from './shell/shell.tsx';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  errorComponent: RouteError,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readNext,
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in-page.tsx')),
});

/** The parent of every page that shows a household: who is not signed in is led to sign-in and back. */
const shell = createRoute({
  getParentRoute: () => root,
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
const getParentRoute = () => shell;

const pages = [
  createRoute({
    getParentRoute,
    path: '/',
    validateSearch: readRange,
    component: lazyRouteComponent(() => import('../pages/overview/overview-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/transactions',
    validateSearch: readTransactions,
    component: lazyRouteComponent(() => import('../pages/transactions/transactions-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/transactions/review',
    component: lazyRouteComponent(() => import('../pages/transactions/review/review-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/portfolio',
    component: lazyRouteComponent(() => import('../pages/portfolio/portfolio-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/imports',
    component: lazyRouteComponent(() => import('../pages/imports/imports-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/imports/$id',
    component: lazyRouteComponent(() => import('../pages/imports/import-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/rules',
    component: lazyRouteComponent(() => import('../pages/rules/rules-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/rules/new',
    validateSearch: readFrom,
    component: lazyRouteComponent(() => import('../pages/rules/rule-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/rules/$id',
    component: lazyRouteComponent(() => import('../pages/rules/rule-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/connections',
    component: lazyRouteComponent(() => import('../pages/connections/connections-page.tsx')),
  }),
  createRoute({
    getParentRoute,
    path: '/settings',
    validateSearch: readSection,
    component: lazyRouteComponent(() => import('../pages/settings/settings-page.tsx')),
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren([signIn, shell.addChildren(pages)]),
  basepath: '/app',
  context: { queryClient },
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
