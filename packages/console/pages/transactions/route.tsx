import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/base-routes.ts';
import { readSearch } from './search.ts';

export const transactionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/transactions',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('./transactions-page.tsx'), 'TransactionsPage'),
});

export const reviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/transactions/review',
  component: lazyRouteComponent(() => import('./review/review-page.tsx'), 'ReviewPage'),
});
