import { presentMerchant } from '../../present/merchants.ts';
import { namedRoutes } from '../named-records/named-routes.ts';

export const merchantRoutes = namedRoutes({
  table: 'merchants',
  path: 'merchants',
  name: 'Merchant',
  uses: 'transactions, recurring transactions, rules',
  present: presentMerchant,
});
