import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/base-routes.ts';
import { SECTIONS } from './sections.ts';
import type { Section } from './sections.ts';

export const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  validateSearch: ({ section }: Record<string, unknown>): { section?: Section } => {
    const known = SECTIONS.find((name) => name === section);
    return known === undefined ? {} : { section: known };
  },
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
});
