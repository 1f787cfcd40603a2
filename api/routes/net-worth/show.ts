import { addDecimals } from '../../../packages/preflight/money.ts';
import { listOpenAccounts } from '../../../shared/ledger/accounts.ts';
import { daysOf, readDailyBalances } from '../../../shared/ledger/daily-balances.ts';
import { COUNT, CURRENCY, DATE, DECIMAL, UUID, object } from '../../contract/json-schema.ts';
import { dayRangeQuery, readDayRange } from '../../http/day-range.ts';
import { defineRoute } from '../../http/route.ts';

/** GET /api/v1/net_worth */
export const showNetWorth = defineRoute({
  method: 'get',
  path: '/api/v1/net_worth',
  scope: 'read',
  schema: {
    operationId: 'showNetWorth',
    summary: 'Show the net worth by day and currency',
    description:
      'What all accounts that are not disabled hold at the end of each day, today by default; `GET ' +
      '/accounts/{id}/balances` says how. Currencies are not converted. What is above zero is an asset, what is below a ' +
      'debt, whatever the type of the account.',
    tag: 'Ledger',
    query: dayRangeQuery,
    responses: {
      200: {
        description: 'By day, then by currency.',
        schema: object({
          data: {
            type: 'array',
            items: object({
              date: DATE,
              currency: CURRENCY,
              net_worth: DECIMAL,
              assets: DECIMAL,
              debts: { ...DECIMAL, description: 'Zero or negative.' },
              accounts_count: COUNT,
            }),
          },
          meta: object({
            unknown_account_ids: {
              type: 'array',
              items: UUID,
              description: 'Accounts whose balance nobody ever stated: they are not in it.',
            },
          }),
        }),
      },
    },
  },
  async handler(context, { caller: { householdId }, query }) {
    const range = await readDayRange(context, householdId, query, 1);
    const accounts = await listOpenAccounts(context.sql, householdId);
    const ids = accounts.map(({ id }) => id);
    const balances = await readDailyBalances(context.sql, householdId, ids, range);
    const isKnown = ({ id }: { id: string }) => (balances.get(id)?.[0] ?? null) !== null;
    const known = accounts.filter(isKnown);
    const currencies = [...new Set(known.map(({ currency }) => currency ?? ''))].sort();
    const data = daysOf(range.startDate, range.endDate).flatMap((date, at) =>
      currencies.map((currency) => {
        const held = known
          .filter((account) => account.currency === currency)
          .map(({ id }) => balances.get(id)?.[at] ?? '0');
        return {
          date,
          currency,
          net_worth: addDecimals(held),
          assets: addDecimals(held.filter((amount) => !amount.startsWith('-'))),
          debts: addDecimals(held.filter((amount) => amount.startsWith('-'))),
          accounts_count: held.length,
        };
      }),
    );
    const unknown = accounts.filter((account) => !isKnown(account)).map(({ id }) => id);
    return { status: 200, body: { data, meta: { unknown_account_ids: unknown } } };
  },
});
