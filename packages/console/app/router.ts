import type { ReactNode } from 'react';
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
import { isThere, NoAnswer, sessionQuery } from './session.ts';
import { Shell } from './shell/shell.tsx';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()();

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
  beforeLoad: async ({ context, location }) => {
    if (await context.queryClient.query({ ...sessionQuery, staleTime: 'static' })) {
      // Without it each page says that the service does not answer, and the feed keeps asking.
      await context.queryClient.query(feedQuery).catch(() => null);
      return;
    }
    throw redirect({ to: '/sign-in', search: { next: location.href } });
  },
});

/** A page's code. Where the service is gone that is said; where only the code is, after an update, the router reloads everything. */
const codeOf = (load: () => Promise<unknown>) => () =>
  load().catch(async (error: unknown) => {
    throw (await isThere()) ? error : new NoAnswer('the code of a page');
  }) as Promise<{ default: () => ReactNode }>;

/** A page below the shell: its address, its code, which is loaded when it is opened, and what it reads from the rest of the address. */
const page = <const Path extends string, Search = object>(
  path: Path,
  load: () => Promise<{ readonly default: unknown }>,
  validateSearch = (_raw: Record<string, unknown>) => ({}) as Search,
) => {
  // To look into its type would be a cycle: pages read their address by the router's.
  const component = lazyRouteComponent(codeOf(load));
  return createRoute({ getParentRoute: () => shell, path, validateSearch, component });
};

const pages = [
  page('/', () => import('../pages/overview/overview-page.tsx'), readRange),
  page(
    '/transactions',
    () => import('../pages/transactions/transactions-page.tsx'),
    readTransactions,
  ),
  page('/transactions/review', () => import('../pages/transactions/review/review-page.tsx')),
  page('/portfolio', () => import('../pages/portfolio/portfolio-page.tsx')),
  page('/imports', () => import('../pages/imports/imports-page.tsx')),
  page('/imports/$id', () => import('../pages/imports/import-page.tsx')),
  page('/rules', () => import('../pages/rules/rules-page.tsx')),
  page('/rules/new', () => import('../pages/rules/rule-page.tsx'), readFrom),
  page('/rules/$id', () => import('../pages/rules/rule-page.tsx')),
  page('/connections', () => import('../pages/connections/connections-page.tsx')),
  page('/settings', () => import('../pages/settings/settings-page.tsx'), readSection),
] as const;

export const router = createRouter({
  routeTree: root.addChildren([signIn, shell.addChildren(pages)]),
  basepath: '/app',
  context: { queryClient },
  defaultErrorComponent: RouteError,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
