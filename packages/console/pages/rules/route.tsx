import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../app/base-routes.ts';

export const rulesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/rules',
  component: lazyRouteComponent(() => import('./rules-page.tsx'), 'RulesPage'),
});

/** `from`: the transaction that the rule is made of. */
export const newRuleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/rules/new',
  validateSearch: ({ from }: Record<string, unknown>): { from?: string } =>
    typeof from === 'string' ? { from } : {},
  component: lazyRouteComponent(() => import('./rule-page.tsx'), 'NewRulePage'),
});

export const ruleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/rules/$id',
  component: lazyRouteComponent(() => import('./rule-page.tsx'), 'RulePage'),
});
