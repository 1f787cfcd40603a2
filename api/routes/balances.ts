import { addDecimals } from '#preflight/money';
import { findAccount, listOpenAccounts } from '../../shared/ledger/accounts.ts';
import { daysOf, readDailyBalances } from '../../shared/ledger/daily-balances.ts';
import {
  COUNT,
  CURRENCY,
  DATE,
  dataOf,
  DECIMAL,
  field,
  list,
  nullable,
  object,
  UUID,
  WANTED,
} from '../openapi/json-schema.ts';
import { orNotFound } from '../http/answer-record.ts';
import { dayRangeQuery, readDayRange } from '../http/day-range.ts';
import { resource } from '../http/resource.ts';
import { ITS_CURRENCY } from '../records/record.ts';

export const balanceRoutes = resource('Ledger');

balanceRoutes.read('GET /api/v1/accounts/{id}/balances', {
  operationId: 'listAccountBalances',
  summary: 'Show the balance of an account by day',
  description:
    'At the end of each day, oldest first; the last 30 days by default. A day with a stated balance has that one: a ' +
    'valuation, else what the bank said last, else an imported balance. Between such days the balance follows the posted transactions in the account’s currency; before the first one it is computed backwards.',
  query: dayRangeQuery,
  responses: {
    200: {
      description: 'The balances.',
      schema: dataOf(
        list(
          object({
            date: field(DATE, 'The balance is that at the end of this day.'),
            balance: nullable(DECIMAL, 'Null when nothing was ever stated.'),
            currency: nullable(
              CURRENCY,
              'The account’s currency (ISO 4217); null until the provider names it.',
            ),
          }),
          WANTED,
        ),
      ),
    },
  },
  async handler(context, { householdId, id, query }) {
    const { currency } = orNotFound(await findAccount(context.sql, householdId, id));
    const range = await readDayRange(context, householdId, query, 30);
    const balances = (await readDailyBalances(context.sql, householdId, [id], range)).get(id) ?? [];
    const data = daysOf(range.startDate, range.endDate).map((date, at) => {
      return { date, balance: balances[at] ?? null, currency };
    });
    return { status: 200, body: { data } };
  },
});

balanceRoutes.read('GET /api/v1/net_worth', {
  operationId: 'showNetWorth',
  summary: 'Show the net worth by day and currency',
  description:
    'The sum of all accounts that are not disabled at the end of each day, today by default; `GET ' +
    '/accounts/{id}/balances` says how a balance is found. Currencies are not converted. A balance above zero is an asset, one below a ' +
    'debt, whatever the type of the account.',
  query: dayRangeQuery,
  responses: {
    200: {
      description: 'By day, then by currency.',
      schema: object({
        data: list(
          object({
            date: field(DATE, 'The balance is that at the end of this day.'),
            currency: ITS_CURRENCY,
            net_worth: field(DECIMAL, 'Assets and debts together, in `currency`.'),
            assets: field(DECIMAL, 'The sum of the balances above zero, in `currency`.'),
            debts: field(DECIMAL, 'Zero or negative.'),
            accounts_count: field(COUNT, 'How many accounts of this currency it adds up.'),
          }),
          WANTED,
        ),
        meta: object(
          {
            unknown_account_ids: list(
              UUID,
              'Accounts without a stated balance: they are not included.',
            ),
          },
          { description: 'What the figures leave out.' },
        ),
      }),
    },
  },
  async handler(context, { householdId, query }) {
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
