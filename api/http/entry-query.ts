import { pageParameters } from './pagination.ts';
import { dateParameter, uuidParameter } from './query-parameters.ts';

/** Parameters of lists of dated records of accounts. */
export const entryQuery = {
  account_id: uuidParameter('Only records of this account.'),
  start_date: dateParameter('Only records of this day and later ones.'),
  end_date: dateParameter('Only records of this day and earlier ones.'),
  ...pageParameters,
};
