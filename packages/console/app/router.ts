import type { ReactNode } from 'react';
import { type AnyRoute, createRootRoute, createRoute } from '@tanstack/react-router';
import { createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { Waiting } from '../parts/page.tsx';
import { feedQuery } from './feed.ts';
import { queryClient } from './queries.ts';
import { NotFound, RouteError } from './route-error.tsx';
import * as search from './search.ts';
import { isThere, NoAnswer, sessionQuery } from './session.ts';
import { Shell } from './shell/shell.tsx';

/**
 * Loads the code of a page when it is opened. If the service is down, throws NoAnswer; if only the code is gone, after an update, the
 * router reloads everything. The return type is not inferred: it would be circular, since pages use the router's types.
 */
const codeOf = (load: () => Promise<unknown>) => () =>
  load().catch(async (error: unknown) => {
    throw (await isThere()) ? error : new NoAnswer('the code of a page');
  }) as Promise<Record<string, () => ReactNode>>;

/** Returns a function that creates a page below `parent`: its path, its code, its search parameters, and its export in the code. */
const below =
  <Parent extends AnyRoute>(parent: Parent) =>
  <const Path extends string, Search = object>(
    path: Path,
    load: () => Promise<unknown>,
    validateSearch = (_raw: Record<string, unknown>) => ({}) as Search,
    name = 'default',
  ) => {
    const component = lazyRouteComponent(codeOf(load), name);
    return createRoute({ getParentRoute: () => parent, path, validateSearch, component });
  };

const root = createRootRoute();
const onItsOwn = below(root);
const signInPage = () => import('../pages/sign-in/sign-in-page.tsx');
const signIn = onItsOwn('/app/sign-in', signInPage, search.readNext);

/** The parent of every page that shows a household. Without a session, it redirects to sign-in, which then leads back. */
const shell = createRoute({
  getParentRoute: () => root,
  path: '/app',
  component: Shell,
  beforeLoad: async ({ location }) => {
    if (await queryClient.query({ ...sessionQuery, staleTime: 'static' })) {
      // If this fails, each page says that the service does not answer, and the feed keeps trying.
      await queryClient.query(feedQuery).catch(() => null);
      return;
    }
    throw redirect({ to: '/app/sign-in', search: { next: location.href } });
  },
});

const page = below(shell);
const transactions = () => import('../pages/transactions/transactions-page.tsx');
const pages = [
  page('/', () => import('../pages/overview/overview-page.tsx')),
  page('/transactions', transactions, search.readTransactions),
  page('/transactions/review', () => import('../pages/transactions/review/review-page.tsx')),
  page('/accounts/$id', () => import('../pages/overview/account-page.tsx')),
  page('/portfolio', () => import('../pages/portfolio/portfolio-page.tsx')),
  page('/imports', () => import('../pages/imports/imports-page.tsx')),
  page('/imports/$id', () => import('../pages/imports/import-page.tsx')),
  page('/rules', () => import('../pages/rules/rules-page.tsx')),
  page('/rules/new', () => import('../pages/rules/rule-page.tsx'), search.readFrom),
  page('/rules/$id', () => import('../pages/rules/rule-page.tsx')),
  page('/connections', () => import('../pages/connections/connections-page.tsx')),
  page('/settings', () => import('../pages/settings/settings-page.tsx')),
] as const;

const operations = () => import('../operations/pages.tsx');
const frame = onItsOwn('/admin', operations, undefined, 'OperatorsFrame');
const operatorsPage = below(frame);
const operators = frame.addChildren([
  operatorsPage('/', operations, undefined, 'InstallationPage'),
  operatorsPage('/households', operations, search.readAsked, 'HouseholdsPage'),
  operatorsPage('/households/$id', operations, undefined, 'HouseholdPage'),
  operatorsPage('/actions', operations, undefined, 'ActionsPage'),
]);

export const router = createRouter({
  routeTree: root.addChildren([signIn, shell.addChildren(pages), operators]),
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFound,
  defaultPendingComponent: Waiting,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
