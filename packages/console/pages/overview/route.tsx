import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/base-routes.ts';
import { RANGES } from './ranges.ts';
import type { Range } from './ranges.ts';

export const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: ({ range }: Record<string, unknown>): { range?: Range } =>
    typeof range === 'string' && range in RANGES && range !== 'quarter'
      ? { range: range as Range }
      : {},
  component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
});
