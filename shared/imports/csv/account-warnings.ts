import { comparedName } from '#preflight/clean-text';
import { excerpt } from '#preflight/text';
import { warning } from '#preflight/warnings/warning';
import type { Warning } from '#preflight/warnings/warning';
import type { Tx } from '../../postgres/connect.ts';
import { warnImport } from '../import-rows.ts';
import type { CsvScope } from './scope.ts';
import { homeCurrency, ofImport } from './scope.ts';

/** At most this many accounts get a warning: hardly anybody has more. */
const WARNED_MAX = 10;
/** Fewer trailing digits than this may be those of several accounts. */
const DIGITS_MIN = 4;

interface Named {
  text: string;
  id: string | null;
  name: string | null;
  number: string | null;
  formerNames: string[] | null;
}
type Known = { id: string; name: string; number: string | null };

const CODES = [
  'currencies_blank',
  'many_accounts',
  'account_by_name',
  'account_by_number',
  'account_of_other_number',
  'account_may_be',
  'accounts_made',
] as const;

/**
 * Warns, before anything is written, about accounts that were found by their number or a like name, accounts that have another
 * number, and accounts that would be created although the household may already have them. What it warned of earlier is replaced: a
 * person may have corrected rows since, or left them out.
 */
export async function warnOfAccounts(tx: Tx, { householdId, importId }: CsvScope): Promise<void> {
  const scope = { householdId, importId };
  const found = [...(await blankCurrencies(tx, scope)), ...(await doubtfulAccounts(tx, scope))];
  await warnImport(tx, scope, CODES, found);
}

/** The rows `r` of the import that are neither faulty nor left out. */
const taken = (tx: Tx, scope: CsvScope) => tx`
  ${ofImport(tx, scope)}
  and r.verdict not in ('invalid', 'excluded')`;

async function doubtfulAccounts(tx: Tx, scope: CsvScope): Promise<Warning[]> {
  const named = await tx<Named[]>`
    select distinct on (r.account) r.account as text, a.id, a.name, a.number || case
        when replace(r.account, ' ', '') = a.number || a.currency then a.currency else '' end as number,
      a.former_names
    from import_rows r
    left join accounts a on a.household_id = r.household_id and a.id = r.account_id
    where ${taken(tx, scope)}
      and r.account is not null
      and r.account is distinct from a.name
    order by r.account
    limit ${WARNED_MAX + 1}`;
  const warnings: Warning[] =
    named.length > WARNED_MAX ? [warning('many_accounts', { max: WARNED_MAX })] : [];
  const known = named.some(({ id }) => id === null)
    ? await tx<Known[]>`
        select id, name, number
        from accounts
        where household_id = ${scope.householdId}
        order by created_at, id`
    : [];
  const made: string[] = [];
  for (const one of named.slice(0, WARNED_MAX)) {
    const found = one.id === null ? mayBe(one.text, known) : foundOrOther(one);
    if (found !== undefined) warnings.push(found);
    else if (one.id === null) made.push(`"${excerpt(one.text)}"`);
  }
  if (made.length > 0) {
    warnings.push(warning('accounts_made', { count: made.length, names: made.join(', ') }));
  }
  return warnings;
}

/** Rows without a currency get that of their account, which others of the same file show to be doubtful. */
async function blankCurrencies(tx: Tx, scope: CsvScope): Promise<Warning[]> {
  const own = tx`coalesce(a.currency, ${homeCurrency(tx, scope)})`;
  const [found] = await tx<{ codes: string; currency: string }[]>`
    select string_agg(distinct r.currency, ', ') as codes, ${own} as currency
    from import_rows r
    left join accounts a on a.household_id = r.household_id and a.id = r.account_id
    where ${taken(tx, scope)}
    group by r.account, a.id
    having bool_or(r.currency is null) and bool_or(r.currency <> ${own})
    order by r.account, a.id
    limit 1`;
  return found === undefined ? [] : [warning('currencies_blank', found)];
}

function foundOrOther({ text, name, number, formerNames }: Named): Warning | undefined {
  if (name === null) return undefined;
  const [named, account] = [excerpt(text), excerpt(name)];
  if (number !== null && isSameNumber(text, number)) {
    return warning('account_by_number', { named, account });
  }
  const isFormer = [text, text.replaceAll(' ', '')].some((one) => formerNames?.includes(one));
  if (isFormer || comparedName(text) === comparedName(name)) {
    return warning('account_by_name', { named, account });
  }
  if (number === null) return undefined;
  return warning('account_of_other_number', { named, account, number: excerpt(number) });
}

function mayBe(text: string, accounts: readonly Known[]): Warning | undefined {
  const like = accounts.find(
    ({ name, number }) =>
      (number !== null && isSameNumber(text, number)) ||
      comparedName(text) === comparedName(name) ||
      name
        .split(/[^\p{L}\d]+/u)
        .some((word) => /^\p{L}?\d+$/u.test(word) && isSameNumber(text, word)),
  );
  if (like === undefined) return undefined;
  const [named, account] = [excerpt(text), excerpt(like.name)];
  return warning('account_may_be', { named, account, id: like.id });
}

/** Whether two account numbers may be the same: an IBAN ends with the account number, and a masked number keeps its last digits. */
function isSameNumber(one: string, other: string): boolean {
  const [shorter = '', longer = ''] = [one, other]
    .map((text) => text.replace(/[^\p{L}\d]/gu, '').toUpperCase())
    .sort((a, b) => a.length - b.length);
  const digits = shorter.replace(/^[X0]+/, '');
  return (
    shorter === longer ||
    (/^\d+$/.test(digits) && digits.length >= DIGITS_MIN && longer.endsWith(digits))
  );
}
