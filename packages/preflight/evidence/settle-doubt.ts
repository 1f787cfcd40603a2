import { turnsSigns } from '../csv/settings.ts';
import { DEFAULT_DATE_FORMAT } from '../fields/dates.ts';
import { judgeAmountSign } from '../suggestions/amount-sign.ts';
import { withOwnCurrency } from '../suggestions/choose-currency.ts';
import { chooseDateFormat } from '../suggestions/date-format.ts';
import { isDeductedInDoubt } from '../suggestions/fees.ts';
import { fileCurrency } from './file-currency.ts';
import { formatByDecimals } from './format-by-decimals.ts';
import { isTied } from './judge-evidence.ts';
import type { RowsProfile } from '../csv/check-rows.ts';
import type { CsvSetting, CsvSettings } from '../csv/settings.ts';
import type { DateRange } from '../fields/dates.ts';
import type { CsvTypeSpec } from '../types/csv-type.ts';
import type { DateFormatChoice } from '../suggestions/date-format.ts';
import type { Hypothesis } from '../suggestions/hypotheses.ts';

interface OpenReading {
  reading: Hypothesis;
  settings: CsvSettings;
  spec: CsvTypeSpec;
  accepted: DateRange;
}

/**
 * Decides from the rest of the statement what the cells alone leave open (day and month, the decimal sign), and records
 * it in the profile, so that rows are read as the suggestions say. Returns the settings; those that no person claimed
 * and that only repeat a doubtful suggestion do not count as chosen.
 */
export function settleDoubt(open: OpenReading, profile: RowsProfile): CsvSettings {
  const { reading, settings } = open;
  settleCurrency(open, profile);
  const isNumberOpen = settleNumbers(open, profile);
  const date = settleDates(open, profile);
  const echoed = new Set<CsvSetting>();
  const isDateOpen = profile.date?.nearly !== undefined || date?.rival !== undefined;
  const byDefault = open.spec.dateFormat ?? DEFAULT_DATE_FORMAT;
  if (isDateOpen && settings.dateFormat !== byDefault && date?.format === settings.dateFormat) {
    echoed.add('date_format');
  }
  const number = profile.number?.format;
  if (isNumberOpen && number !== '1,234.56' && number === settings.numberFormat) {
    echoed.add('number_format');
  }
  if (open.spec.type === 'TransactionImport' && repeatsDoubtfulSign(reading, settings)) {
    echoed.add('signage_convention').add('amount_type_strategy');
  }
  if (open.spec.type === 'TransactionImport' && isDeductedInDoubt(reading)) {
    echoed.add('fee_col_label');
  }
  const isEcho = (one: CsvSetting): boolean => echoed.has(one) && settings.unclaimed.has(one);
  return { ...settings, chosen: new Set([...settings.chosen].filter((one) => !isEcho(one))) };
}

/** Settles the currency of rows that name none. */
function settleCurrency({ reading, settings, spec }: OpenReading, profile: RowsProfile): void {
  if (spec.type !== 'TransactionImport') return;
  const { formats } = profile;
  const found = fileCurrency(reading);
  const isColumnRead = reading.choices.currency !== undefined && !formats.currencyIgnored;
  const isChosen = settings.chosen.has('currency_col_label');
  const isOfAnother = found?.byHeader === true && !isChosen;
  // "Currency" may be that of what a shop was paid, not of the amount.
  if (isColumnRead && !isChosen && withOwnCurrency(reading).currency === undefined)
    formats.currencyIgnored = true;
  if (found !== undefined && (!isColumnRead || isOfAnother || found.inColumn)) {
    formats.currencyIgnored ||= !isColumnRead || isOfAnother;
    formats.fileCurrency = found;
    const [only, more] = found.codes;
    if (only !== undefined && more === undefined) formats.currency = only;
  }
  const { currency } = settings;
  if (currency !== undefined && (formats.currency === undefined || settings.chosen.has('currency')))
    formats.currency = currency;
}

function settleDates(
  { reading, settings, accepted }: OpenReading,
  profile: RowsProfile,
): DateFormatChoice | undefined {
  const { date, formats } = profile;
  if (date === undefined || date.faults === date.cells) return undefined;
  const choice = chooseDateFormat(date, reading, formats.numberFormat, accepted);
  const { format, basis, rival } = choice;
  const other = date.tiesWith ?? date.yearsFirst;
  if (other === undefined || basis === undefined) return choice;
  formats.dateFormat = settings.dateFormat ?? format;
  const tiesWith = format === date.format ? other : date.format;
  const decided = { basis, ...(rival !== undefined && { rival }) };
  const faults = format === date.yearsFirst ? 0 : date.faults;
  profile.date = { ...date, format, tiesWith, faults, decided };
  return choice;
}

/** Settles the number format; returns whether the decimal sign stays in doubt. */
function settleNumbers({ reading, settings, spec }: OpenReading, profile: RowsProfile): boolean {
  const { number, formats } = profile;
  if (number?.tiesWith === undefined) return number?.nearly !== undefined;
  const proof = reading.proof ?? reading.total;
  const isProven = proof !== undefined && !isTied(reading);
  const decided = isProven
    ? { format: proof.format, isProven }
    : formatByDecimals(reading, spec, formats.currency);
  if (decided === undefined) return true;
  const { format } = decided;
  formats.numberFormat = settings.numberFormat ?? format;
  const tiesWith = format === number.format ? number.tiesWith : number.format;
  profile.number = { ...number, ...decided, tiesWith };
  return !decided.isProven;
}

/** Whether the settings give the sign that the file suggests only with a warning. A column of words leaves no doubt. */
function repeatsDoubtfulSign(reading: Hypothesis, settings: CsvSettings): boolean {
  if (!turnsSigns(settings)) return false;
  const judged = judgeAmountSign(reading);
  const hasWarning = judged.typeColumn === undefined && judged.basis !== 'balance';
  return hasWarning && judged.signage === settings.signage;
}
