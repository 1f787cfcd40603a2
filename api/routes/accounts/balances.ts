import { recordNotFound } from '../../../shared/platform/errors.ts';
import { findAccount } from '../../../shared/ledger/accounts.ts';
import { daysOf, readDailyBalances } from '../../../shared/ledger/daily-balances.ts';
import { CURRENCY, DATE, DECIMAL, nullable, object } from '../../contract/json-schema.ts';
import { dayRangeQuery, readDayRange } from '../../http/day-range.ts';
import { defineRoute } from '../../http/route.ts';

/** GET /api/v1/accounts/{id}/balances */
export const listAccountBalances = defineRoute({
  method: 'get',
  path: '/api/v1/accounts/{id}/balances',
  scope: 'read',
  schema: {
    operationId: 'listAccountBalances',
    summary: 'Show the balance of an account by day',
    description:
      'At the end of each day, oldest first; the last 30 days by default. A day with a stated balance has that one: a ' +
      'valuation, else what the bank said last, else an imported balance. Between them it follows the posted transactions ' +
      'of the account’s currency, and before the first one it is reckoned back from it.',
    tag: 'Ledger',
    query: dayRangeQuery,
    responses: {
      200: {
        description: 'The balances.',
        schema: object({
          data: {
            type: 'array',
            items: object({
              date: DATE,
              balance: { ...nullable(DECIMAL), description: 'Null when nothing was ever stated.' },
              currency: {
                ...nullable(CURRENCY),
                description: 'That of the account, as ISO 4217; null until the provider names it.',
              },
            }),
          },
        }),
      },
    },
  },
  async handler(context, { caller: { householdId }, id, query }) {
    const account = await findAccount(context.sql, householdId, id);
    if (account === null) throw recordNotFound();
    const range = await readDayRange(context, householdId, query, 30);
    const balances = (await readDailyBalances(context.sql, householdId, [id], range)).get(id) ?? [];
    const { currency } = account;
    const data = daysOf(range.startDate, range.endDate).map((date, at) => {
      return { date, balance: balances[at] ?? null, currency };
    });
    return { status: 200, body: { data } };
  },
});
