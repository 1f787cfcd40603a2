import { listMerchants } from '../../shared/ledger/merchants.ts';
import type { Route } from '../http/route.ts';
import { presentMerchant } from '../records/named-record.ts';
import { namedRoutes } from '../steps/named-records.ts';

export const merchantRoutes: readonly Route[] = namedRoutes({
  table: 'merchants',
  name: 'Merchant',
  listed: 'By name.',
  uses: 'transactions, recurring transactions, rules',
  present: presentMerchant,
  list: listMerchants,
});
