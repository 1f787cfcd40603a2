import { presentTag } from '../../present/tags.ts';
import { namedRoutes } from '../named-records/named-routes.ts';

export const tagRoutes = namedRoutes({
  table: 'tags',
  path: 'tags',
  name: 'Tag',
  uses: 'transactions, rules',
  present: presentTag,
});
