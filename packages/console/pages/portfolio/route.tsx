import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/base-routes.ts';

export const portfolioRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/portfolio',
  component: lazyRouteComponent(() => import('./portfolio-page.tsx'), 'PortfolioPage'),
});
