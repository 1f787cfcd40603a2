import { createRouter } from '@tanstack/react-router';
import { connectionsRoute } from '../pages/connections/route.tsx';
import { importRoute, importsRoute } from '../pages/imports/route.tsx';
import { overviewRoute } from '../pages/overview/route.tsx';
import { portfolioRoute } from '../pages/portfolio/route.tsx';
import { newRuleRoute, ruleRoute, rulesRoute } from '../pages/rules/route.tsx';
import { settingsRoute } from '../pages/settings/route.tsx';
import { signInRoute } from '../pages/sign-in/route.tsx';
import { reviewRoute, transactionsRoute } from '../pages/transactions/route.tsx';
import { rootRoute, shellRoute } from './base-routes.ts';
import { queryClient } from './queries.ts';

const routeTree = rootRoute.addChildren([
  signInRoute,
  shellRoute.addChildren([
    overviewRoute,
    transactionsRoute,
    reviewRoute,
    portfolioRoute,
    importsRoute,
    importRoute,
    rulesRoute,
    newRuleRoute,
    ruleRoute,
    connectionsRoute,
    settingsRoute,
  ]),
]);

export const router = createRouter({
  routeTree,
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
