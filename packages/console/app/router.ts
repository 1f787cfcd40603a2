import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { RANGES } from '../pages/overview/ranges.ts';
import type { Range } from '../pages/overview/ranges.ts';
import { SECTIONS } from '../pages/settings/sections.ts';
import type { Section } from '../pages/settings/sections.ts';
import { readSearch } from '../pages/transactions/search.ts';
import { feedQuery } from './feed.ts';
import { queryClient } from './queries.ts';
import { RouteError } from './route-error.tsx';
import { sessionQuery } from './session.ts';
import { Shell } from './shell/shell.tsx';

type Raw = Record<string, unknown>;

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  errorComponent: RouteError,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  // Only paths of the console: a link must not lead to another host.
  validateSearch: ({ next }: Raw): { next?: string } =>
    typeof next === 'string' && /^\/(?!\/)/.test(next) ? { next } : {},
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
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
    validateSearch: ({ range }: Raw): { range?: Range } =>
      typeof range === 'string' && range in RANGES && range !== 'quarter'
        ? { range: range as Range }
        : {},
    component: lazyRouteComponent(
      () => import('../pages/overview/overview-page.tsx'),
      'OverviewPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/transactions',
    validateSearch: readSearch,
    component: lazyRouteComponent(
      () => import('../pages/transactions/transactions-page.tsx'),
      'TransactionsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/transactions/review',
    component: lazyRouteComponent(
      () => import('../pages/transactions/review/review-page.tsx'),
      'ReviewPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/portfolio',
    component: lazyRouteComponent(
      () => import('../pages/portfolio/portfolio-page.tsx'),
      'PortfolioPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/imports',
    component: lazyRouteComponent(() => import('../pages/imports/imports-page.tsx'), 'ImportsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/imports/$id',
    component: lazyRouteComponent(() => import('../pages/imports/import-page.tsx'), 'ImportPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/rules',
    component: lazyRouteComponent(() => import('../pages/rules/rules-page.tsx'), 'RulesPage'),
  }),
  // `from`: the transaction that the rule is made of.
  createRoute({
    getParentRoute,
    path: '/rules/new',
    validateSearch: ({ from }: Raw): { from?: string } =>
      typeof from === 'string' ? { from } : {},
    component: lazyRouteComponent(() => import('../pages/rules/rule-page.tsx'), 'NewRulePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/rules/$id',
    component: lazyRouteComponent(() => import('../pages/rules/rule-page.tsx'), 'RulePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/connections',
    component: lazyRouteComponent(
      () => import('../pages/connections/connections-page.tsx'),
      'ConnectionsPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/settings',
    validateSearch: ({ section }: Raw): { section?: Section } => {
      const known = SECTIONS.find((name) => name === section);
      return known === undefined ? {} : { section: known };
    },
    component: lazyRouteComponent(
      () => import('../pages/settings/settings-page.tsx'),
      'SettingsPage',
    ),
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
