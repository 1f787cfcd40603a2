import { isCurrencyCode } from '../../../packages/preflight/currencies.ts';
import { isBookingDay } from '../../../packages/preflight/days.ts';
import { validationFailed } from '../../../shared/platform/errors.ts';
import { normalizeDecimal } from '../../../packages/preflight/money.ts';
import { findAccount } from '../../../shared/ledger/accounts.ts';
import { insertAccount } from '../../../shared/ledger/new-account.ts';
import type { NewAccount } from '../../../shared/ledger/new-account.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import type { Schemas } from '../../contract/json-schema.ts';
import { todayOf } from '../../http/day-range.ts';
import { defineRoute } from '../../http/route.ts';
import { writeAs } from '../../http/write-as.ts';
import { presentAccount } from '../../present/accounts.ts';
import { checkSubtype } from './check-subtype.ts';
import { withBalance } from './with-balances.ts';

/** POST /api/v1/accounts */
export const createAccount = defineRoute({
  method: 'post',
  path: '/api/v1/accounts',
  scope: 'read_write',
  schema: {
    operationId: 'createAccount',
    summary: 'Create an account that you keep by hand',
    description:
      'It begins with its opening balance, which is a valuation of its opening day; transactions after that day change it.',
    tag: 'Ledger',
    body: { required: true, json: ref('NewAccount') },
    responses: { 201: { description: 'The new account.', schema: dataOf(ref('Account')) } },
  },
  async handler(context, { caller, readJson }) {
    const { householdId } = caller;
    const sent = await readJson();
    const draft = readAccount(sent, await todayOf(context, householdId));
    const account = await writeAs(context, caller, async (tx) =>
      findAccount(tx, householdId, await insertAccount(tx, householdId, draft)),
    );
    if (account === null) throw new Error('an account vanished while it was made');
    const current = await withBalance(context, householdId, account);
    return { status: 201, body: { data: presentAccount(current) } };
  },
});

/** Throws validation_failed. */
function readAccount(sent: Schemas['NewAccount'], today: string): NewAccount {
  const name = sent.name.trim();
  if (name === '') throw validationFailed('name must not be blank.');
  const {
    currency = null,
    type = 'Depository',
    opening_date: openingDate = twoYearsBefore(today),
  } = sent;
  if (currency !== null && !isCurrencyCode(currency)) {
    throw validationFailed('currency must be an ISO 4217 code.');
  }
  if (!isBookingDay(openingDate))
    throw validationFailed('opening_date must be a day from 1900 on.');
  return {
    name,
    type,
    subtype: checkSubtype(type, sent.subtype ?? null),
    currency,
    openingBalance: normalizeDecimal(sent.opening_balance ?? '0') ?? '0',
    openingDate,
    institutionName: sent.institution_name?.trim() ?? null,
  };
}

function twoYearsBefore(day: string): string {
  const before = `${Number(day.slice(0, 4)) - 2}${day.slice(4)}`;
  return before.endsWith('-02-29') ? `${before.slice(0, 8)}28` : before;
}
