import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { RouteError } from '../app/route-error.tsx';
import { ActionsPage } from './actions-page.tsx';
import { OperatorsFrame } from './frame.tsx';
import { HouseholdPage } from './household-page.tsx';
import { HouseholdsPage } from './households-page.tsx';
import { InstallationPage } from './installation-page.tsx';

const root = createRootRoute({ component: OperatorsFrame, errorComponent: RouteError });
const getParentRoute = () => root;

const routeTree = root.addChildren([
  createRoute({ getParentRoute, path: '/', component: InstallationPage }),
  createRoute({
    getParentRoute,
    path: '/households',
    validateSearch: ({ q }: Record<string, unknown>) => ({ q: typeof q === 'string' ? q : '' }),
    component: HouseholdsPage,
  }),
  createRoute({ getParentRoute, path: '/households/$id', component: HouseholdPage }),
  createRoute({ getParentRoute, path: '/actions', component: ActionsPage }),
]);

/** The pages of operators. Their types are not registered: the router of account holders is. */
export const router = createRouter({ routeTree, basepath: '/admin' });
