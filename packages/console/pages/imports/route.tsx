import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/base-routes.ts';

export const importsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/imports',
  component: lazyRouteComponent(() => import('./imports-page.tsx'), 'ImportsPage'),
});

export const importRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/imports/$id',
  component: lazyRouteComponent(() => import('./import-page.tsx'), 'ImportPage'),
});
