import { listTags } from '../../shared/ledger/tags.ts';
import type { Route } from '../http/route.ts';
import { presentTag } from '../records/named-record.ts';
import { namedRoutes } from '../steps/named-records.ts';

export const tagRoutes: readonly Route[] = namedRoutes({
  table: 'tags',
  name: 'Tag',
  listed: 'By name.',
  uses: 'transactions, rules',
  present: presentTag,
  list: listTags,
});
