import { COMMA_DECIMAL, POINT_DECIMAL, readAmountText } from '../fields/amounts.ts';
import { judgeAmountSign } from '../suggestions/amount-sign.ts';
import { balanceWarnings } from './balance-warnings.ts';
import { totalWarning } from './totals-warnings.ts';
import { amountsOf } from '../suggestions/prove-by-balance.ts';
import { balancesAround, totalsAround } from '../suggestions/prove-by-figures.ts';
import { createAsRead } from '../suggestions/reading-of-settings.ts';
import { scaledAmountOf } from './scaled-amount.ts';
import type { RowsProfile } from '../csv/check-rows.ts';
import { isSignChosen, turnsSigns } from '../csv/settings.ts';
import type { CsvSettings } from '../csv/settings.ts';
import type { AmountSign } from '../suggestions/sign.ts';
import type { BalanceProof } from '../statements/prove-balances.ts';
import type { Hypothesis } from '../suggestions/hypotheses.ts';
import type { BalanceVerdict } from './balance-tally.ts';
import type { Evidence, EvidenceBasis, EvidenceItem } from './evidence.ts';
import { warning } from '../warnings/warning.ts';
import type { Warning } from '../warnings/warning.ts';

/** A statement as read under the settings. */
export interface ReadStatement {
  reading: Hypothesis;
  settings: CsvSettings;
  profile: RowsProfile;
  /** What the running balance of the whole file proves, if there is one. */
  balance: BalanceVerdict | undefined;
}

/** What the reading of a statement is based on, and what a person should look at. */
export function judgeEvidence(statement: ReadStatement): {
  evidence: Evidence;
  warnings: Warning[];
} {
  const { balance, reading } = statement;
  const proven = balance === undefined ? byFigures(statement) : withFirstRow(statement, balance);
  const followed = proven?.reversed === true ? undefined : proven;
  const item = (basis: EvidenceBasis): EvidenceItem =>
    followed === undefined
      ? { basis }
      : { basis, rowsAgree: followed.agree, rowsDisagree: followed.disagree };
  const sign = basisOfSign(statement, proven);
  const header = reading.looks[reading.proof?.column ?? -1]?.header ?? '';
  return {
    evidence: {
      sign: followed?.reversed === false ? item(sign.basis) : { basis: sign.basis },
      numberFormat: item(basisOfNumbers(statement, followed)),
      dateOrder: { basis: basisOfDates(statement) },
      amountColumns: item(basisOfColumns(statement, followed)),
      currency: { basis: basisOfCurrency(statement, 'words') },
    },
    warnings: [
      ...(sign.warning === undefined ? [] : [sign.warning]),
      ...(followed === undefined ? [] : balanceWarnings(followed, header)),
      ...judgeTotalsAround(statement),
    ],
  };
}

/** The same for files whose format says what a CSV leaves open. */
export function evidenceOfStatements(
  { agree, disagree }: BalanceProof,
  read: Pick<ReadStatement, 'settings' | 'profile'>,
): Evidence {
  const item: EvidenceItem =
    agree === 0
      ? { basis: 'sent' }
      : { basis: 'balance', rowsAgree: agree, rowsDisagree: disagree };
  const isOpen = read.profile.number?.tiesWith !== undefined;
  return {
    sign: item,
    numberFormat: read.settings.chosen.has('number_format')
      ? item
      : { basis: isOpen ? 'none' : 'distribution' },
    dateOrder: { basis: basisOfDates(read) },
    amountColumns: item,
    currency: { basis: basisOfCurrency(read, 'sent') },
  };
}

/** The currency was chosen, or comes from a column, from the marks of the amounts or from the lines around them. */
function basisOfCurrency(
  { settings, profile }: Pick<ReadStatement, 'settings' | 'profile'>,
  named: EvidenceBasis,
): EvidenceBasis {
  const { chosen } = settings;
  if (chosen.has('currency') || chosen.has('currency_col_label')) return 'sent';
  const { checks, formats, rowsCount, leftOut } = profile;
  const { currency, fileCurrency, currencyIgnored } = formats;
  const column = checks.find(({ kind }) => kind === 'currency');
  const blanks = column?.blanks.count ?? Infinity;
  const isRead = !currencyIgnored && fileCurrency === undefined;
  const inColumn = isRead && blanks < Math.max(1, rowsCount - leftOut.count);
  const inCells = fileCurrency?.inCells === true && fileCurrency.codes.length === 0;
  return currency !== undefined || inColumn || inCells ? named : 'none';
}

/** What is proven about the amounts of all rows; `reversed` is undefined when nothing is proven about their sign. */
type Proof = Omit<BalanceVerdict, 'order' | 'reversed'> & { reversed: boolean | undefined };

/** What stated balances or totals prove about all rows when there is no running balance. */
function byFigures({ reading, settings }: ReadStatement): Proof | undefined {
  const { total, choices, rows } = reading;
  if (total === undefined) return undefined;
  const isTurned = choices.amount !== undefined && turnsSigns(settings);
  const reversed = total.reversed === undefined ? undefined : total.reversed !== isTurned;
  return { reversed, agree: rows.length, disagree: 0, breaks: [] };
}

/** Warnings about totals that the rows do not add up to. */
function judgeTotalsAround({ reading, settings, profile }: ReadStatement): Warning[] {
  const { choices, rows } = reading;
  const { numberFormat } = profile.formats;
  const asRead = createAsRead(settings, choices);
  const verdict = totalsAround(reading, numberFormat, asRead);
  if (verdict === undefined || verdict.misses.length === 0) return [];
  const amounts = amountsOf(reading, numberFormat, asRead);
  const bookings = rows.map(({ line }, at) => ({ line, amount: amounts[at] ?? NaN }));
  return verdict.misses.map((miss) => totalWarning(miss, bookings));
}

/** Extends the verdict to the first booking, which follows from a stated opening balance. */
function withFirstRow(
  { reading, settings }: ReadStatement,
  verdict: BalanceVerdict,
): BalanceVerdict {
  const { proof, rows, choices, whole } = reading;
  const isFirst = verdict.order === 'oldest_first';
  const at = isFirst ? 0 : rows.length - 1;
  const row = rows[at];
  const isOneChain = [choices.currency, choices.account].every(
    (choice) =>
      choice === undefined || new Set(rows.map(({ cells }) => cells[choice.index])).size === 1,
  );
  if (proof === undefined || row === undefined || !isOneChain || !(isFirst || whole))
    return verdict;
  const stated = balancesAround(reading, proof.format);
  const asRead = createAsRead(settings, choices);
  const amount = amountsOf(reading, proof.format, asRead)[at] ?? NaN;
  const balance = scaledAmountOf(row.cells[proof.column] ?? '', proof.format);
  if (stated.some(({ value }) => value === balance - amount)) {
    return { ...verdict, agree: verdict.agree + 1 };
  }
  const opening = stated.find(({ end }) => end === 'opening');
  if (opening === undefined || Number.isNaN(balance + amount)) return verdict;
  const broken = { line: row.line, moved: balance - opening.value, amount };
  return { ...verdict, disagree: verdict.disagree + 1, breaks: [broken, ...verdict.breaks] };
}

interface SignBasis {
  basis: EvidenceBasis;
  warning?: Warning;
}

function basisOfSign(statement: ReadStatement, balance: Proof | undefined): SignBasis {
  const { settings, reading } = statement;
  const isSent = isSignChosen(settings);
  if (balance?.reversed === true) {
    const { agree: count, disagree } = balance;
    const against =
      reading.proof === undefined
        ? warning('sign_against_totals')
        : warning('sign_against_balance', { count, rows: count + disagree });
    return { basis: isSent ? 'sent' : 'none', warning: against };
  }
  if (isSent) return { basis: 'sent' };
  if (balance?.reversed === false) return { basis: 'balance' };
  if (reading.choices.amount === undefined) return { basis: 'words' };
  const { signage = 'inflows_positive', strategy } = settings;
  if (signage === 'inflows_positive' && isTemplate(reading)) return { basis: 'words' };
  const judged = judgeAmountSign(reading);
  const byWords = strategy === 'custom_column';
  if (judged.basis !== 'none') {
    const isAsRead = byWords
      ? judged.typeColumn !== undefined
      : judged.typeColumn === undefined && judged.signage === signage;
    return isAsRead
      ? { basis: judged.basis, ...warnOfOneSide(statement) }
      : { basis: 'none', warning: otherSignWarning(judged) };
  }
  const side = signage === 'inflows_positive' ? 'in' : 'out';
  return { basis: 'none', warning: warning(`sign_open_${byWords ? 'column' : side}`) };
}

/** In a shorter file, or one of a shop, there may well be nothing but money in. */
const ONE_SIDE_ROWS_MIN = 5;

/** Hardly any account has money in alone: a word or a sign was probably misread. */
function warnOfOneSide({ reading, settings, profile }: ReadStatement): Pick<SignBasis, 'warning'> {
  const asRead = createAsRead(settings, reading.choices);
  const amounts = amountsOf(reading, profile.formats.numberFormat, asRead);
  const count = amounts.filter((amount) => amount > 0).length;
  if (count < ONE_SIDE_ROWS_MIN || amounts.some((amount) => amount < 0)) return {};
  return { warning: warning('sign_all_in', { count }) };
}

function otherSignWarning({ basis }: AmountSign): Warning {
  return warning('sign_reversed', { by: basis === 'sent' || basis === 'none' ? 'content' : basis });
}

/** The smallest form of our template uses our sign. */
function isTemplate({ looks }: Hypothesis): boolean {
  const headers = looks.map(({ header }) => header.replace('*', ''));
  return headers.length === 2 && headers.includes('date') && headers.includes('amount');
}

function basisOfNumbers(
  { settings, profile, reading }: ReadStatement,
  followed: Proof | undefined,
): EvidenceBasis {
  if (settings.chosen.has('number_format')) return 'sent';
  const format = (reading.proof ?? reading.total)?.format;
  const { number } = profile;
  const proves = followed !== undefined && format === profile.formats.numberFormat;
  // A balance that also reads under the other format follows at either scale.
  if (proves && (number?.tiesWith === undefined || !isTied(reading))) return 'balance';
  return number === undefined || number.cells === 0 || number.tiesWith !== undefined
    ? 'none'
    : 'distribution';
}

/** Whether the balances or totals can be read with both decimal separators, as different numbers. */
export function isTied({ proof, total, rows }: Hypothesis): boolean {
  if (proof === undefined) return total?.isTied !== false;
  const both = POINT_DECIMAL | COMMA_DECIMAL;
  const readings = rows.flatMap((row) => {
    const reading = readAmountText(row.cells[proof.column] ?? '');
    return reading === 0 ? [] : [reading];
  });
  return readings.every((reading) => (reading & both) === both);
}

function basisOfDates({
  settings,
  profile: { date },
}: Pick<ReadStatement, 'settings' | 'profile'>): EvidenceBasis {
  if (settings.chosen.has('date_format')) return 'sent';
  if (date === undefined || date.cells === 0) return 'none';
  if (date.tiesWith === undefined) return 'distribution';
  return date.decided?.basis ?? 'none';
}

function basisOfColumns(
  { settings: { chosen } }: ReadStatement,
  followed: Proof | undefined,
): EvidenceBasis {
  const labels = ['amount_col_label', 'outflow_col_label', 'inflow_col_label'] as const;
  if (labels.some((label) => chosen.has(label))) return 'sent';
  return followed === undefined ? 'words' : 'balance';
}
