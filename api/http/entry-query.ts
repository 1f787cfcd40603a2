import { validationFailed } from '../../shared/platform/errors.ts';
import type { EntryFilter } from '../../shared/ledger/entry-filter.ts';
import { dateParameter, uuidParameter } from './query-parameters.ts';
import type { QueryOf } from './query-parameters.ts';

/** The parameters of lists of accounts' dated records. */
export const entryQuery = {
  account_id: uuidParameter('Only records of this account.'),
  start_date: dateParameter('Only records of this day and later ones.'),
  end_date: dateParameter('Only records of this day and earlier ones.'),
};

/** The filter of such a list. Throws validation_failed when the days are the wrong way round. */
export function readEntryFilter(query: QueryOf<typeof entryQuery>): EntryFilter {
  const { account_id: accountId, start_date: startDate, end_date: endDate } = query;
  if (startDate !== undefined && endDate !== undefined && startDate > endDate) {
    throw validationFailed('start_date must not be after end_date.');
  }
  return { accountId, startDate, endDate };
}
