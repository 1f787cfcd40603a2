import { isCurrencyCode } from '#preflight/currencies';
import { isBookingDay } from '#preflight/days';
import { isObject } from '#preflight/is-object';
import { addDecimals, normalizeDecimal } from '#preflight/money';
import type { RuleReference } from '#preflight/rules/references';
import { compileSchema, describeErrors } from '#preflight/validate';
import type { NewEntry, NewTransaction } from '../../shared/ledger/new-transactions.ts';
import { NOTHING_GIVEN } from '../../shared/ledger/transaction-attributes.ts';
import type { Schemas } from '../openapi/json-schema.ts';
import { newTransaction } from '../records/new-transaction.ts';
import { FAULTS_MAX, listBodyFaults } from '../http/strict-body.ts';

type Sent = Schemas['NewTransaction'];
type SentLine = NonNullable<Sent['splits']>[number];

/** One transaction of a request: in the form to store, or why it cannot be. */
type ReadTransaction =
  { transaction: NewTransaction; errors: [] } | { transaction: null; errors: string[] };

/** Checks everything that needs no database. */
export function readNewTransaction(sent: unknown): ReadTransaction {
  if (!isObject(sent)) return refused(['must be an object']);
  const faults = listBodyFaults(sent, newTransaction);
  if (faults.length > 0) return refused(faults);
  const validate = compileSchema<Sent>(newTransaction);
  if (!validate(sent)) return refused(describeErrors(validate.errors));
  const errors = listFaults(sent);
  if (errors.length > 0) return refused(errors);
  const entry = readEntry(sent, sent.name);
  const transaction = {
    ...entry,
    account_id: sent.account_id.toLowerCase(),
    date: sent.date,
    currency: sent.currency ?? null,
    excluded: sent.excluded ?? false,
    external_id: sent.external_id?.trim() ?? null,
    splits: (sent.splits ?? []).map((line) => readEntry(line, line.name ?? sent.name)),
  };
  return { transaction, errors: [] };
}

function refused(errors: readonly string[]): ReadTransaction {
  return { transaction: null, errors: [...new Set(errors)].slice(0, FAULTS_MAX) };
}

/** Faults that the schema cannot express. */
function listFaults(sent: Sent): string[] {
  const faults: string[] = [];
  if (sent.name.trim() === '') faults.push('name must not be blank');
  if (sent.external_id?.trim() === '') faults.push('external_id must not be blank');
  if (!isBookingDay(sent.date)) faults.push('date must be a day from 1900 on');
  if (sent.currency !== undefined && !isCurrencyCode(sent.currency)) {
    faults.push('currency must be an ISO 4217 code');
  }
  return [...faults, ...listSplitFaults(sent.splits ?? [], sent.amount)];
}

/** Why lines are not a valid split of an amount; nothing when there are no lines. */
export function listSplitFaults(lines: readonly SentLine[], amount: string): string[] {
  if (lines.length === 0) return [];
  if (lines.length === 1) return ['splits must have at least two lines'];
  const blank = lines.flatMap(({ name }, index) =>
    name?.trim() === '' ? [`splits[${index}].name must not be blank`] : [],
  );
  const sum = addDecimals(lines.map((line) => decimal(line.amount)));
  return sum === decimal(amount)
    ? blank
    : [...blank, `splits must add up to ${decimal(amount)}, not ${sum}`];
}

const decimal = (text: string): string => normalizeDecimal(text) ?? '0';

/** A transaction or a line as it is stored. */
export function readEntry(sent: Omit<SentLine, 'name'>, name: string): NewEntry {
  return {
    ...NOTHING_GIVEN,
    ...sent,
    amount: decimal(sent.amount),
    name: name.trim(),
    category_id: sent.category_id?.toLowerCase() ?? null,
    merchant_id: sent.merchant_id?.toLowerCase() ?? null,
    tag_ids: [...new Set((sent.tag_ids ?? []).map((id) => id.toLowerCase()))],
  };
}

/** The category, merchant and tags that an entry names; absent fields name none. */
export function listEntryReferences(
  entry: {
    readonly category_id?: string | null | undefined;
    readonly merchant_id?: string | null | undefined;
    readonly tag_ids?: readonly string[] | undefined;
  },
  path = '',
): RuleReference[] {
  const { category_id: category, merchant_id: merchant, tag_ids: tags = [] } = entry;
  const at = (field: string): string => (path === '' ? field : `${path}.${field}`);
  return [
    ...(category ? [{ kind: 'category', value: category, path: at('category_id') } as const] : []),
    ...(merchant ? [{ kind: 'merchant', value: merchant, path: at('merchant_id') } as const] : []),
    ...tags.map((value, i) => ({ kind: 'tag', value, path: at(`tag_ids[${i}]`) }) as const),
  ];
}

/** What a transaction and the lines of its split refer to. */
export function listAllReferences(transaction: NewTransaction): RuleReference[] {
  const lines = transaction.splits.flatMap((line, index) =>
    listEntryReferences(line, `splits[${index}]`),
  );
  return [...listEntryReferences(transaction), ...lines];
}

/** The message about a reference to a record that does not exist. */
export function missingMessage({ path, kind }: RuleReference): string {
  return `${path} names no ${kind} of the household`;
}
