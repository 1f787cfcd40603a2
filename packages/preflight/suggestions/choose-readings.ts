import { chooseOtherColumns } from './choose-columns.ts';
import { isUnsettled, withOwnCurrency } from './choose-currency.ts';
import { withProvenFee } from './fees.ts';
import { findHypotheses } from './find-table.ts';
import { proposeHypotheses } from './hypotheses.ts';
import { findNetAmounts } from './net-amounts.ts';
import { proveByBalance } from './prove-by-balance.ts';
import { createAsRead, sampleTable } from './reading-of-settings.ts';
import { countsPieces } from './worth-of-trades.ts';
import type { RowsProfile } from '../csv/check-rows.ts';
import type { EncodingName } from '../csv/encodings.ts';
import type { ColumnMapping } from '../csv/headers.ts';
import type { Table } from '../csv/read-header.ts';
import type { CsvSettings } from '../csv/settings.ts';
import type { Hypothesis, Sought } from './hypotheses.ts';
import type { ColumnChoices } from './score-columns.ts';

/** An upload as read under the settings sent. */
export interface ReadUpload extends Sought {
  encoding: EncodingName;
  settings: CsvSettings;
  table: Table;
  mapping: ColumnMapping;
  profile: RowsProfile;
  /** The sample as the settings read it, when they find the required columns. */
  reading: Hypothesis | undefined;
}

/** The reading under the settings if it has what the type needs, else the readings that explain the text best. */
export function chooseReadings(upload: ReadUpload): Hypothesis[] {
  const { reading, profile, bytes, spec } = upload;
  if (reading !== undefined && profile.rowsCount > 0 && !mostlyFaulty(profile)) {
    const settled = settledInstead(upload, reading);
    if (settled !== undefined) return [settled];
    const choices = { ...reading.choices, ...netInstead(upload, reading) };
    // Of several currency columns, the amount's is chosen, unless one was sent.
    if (upload.settings.labels.currency_col_label === undefined) delete choices.currency;
    const chosen = chooseOtherColumns(spec, reading.looks, choices);
    const { currency = chosen.currency } = reading.choices;
    const withCurrency = { ...(currency !== undefined && { currency }), ...chosen };
    const own = withOwnCurrency({ ...reading, choices: withCurrency });
    return [withFee(upload, { ...reading, choices: own })];
  }
  const found = findHypotheses(upload);
  if (found.length > 0) return found;
  return proposeHypotheses(sampleTable(bytes, upload.table, upload.settings), upload);
}

/** The reading with a fee that a balance proves, and what the balance then proves about the amounts as the file writes them. */
function withFee({ spec, settings }: ReadUpload, reading: Hypothesis): Hypothesis {
  if (!spec.fields.some((field) => field.key === 'fee')) return reading;
  const isOpen = settings.signage === undefined && settings.strategy !== 'custom_column';
  const asRead = isOpen ? undefined : createAsRead(settings, reading.choices);
  const choices = withProvenFee(reading, asRead);
  if (choices.fee === reading.choices.fee) return reading;
  const proof = proveByBalance({ ...reading, choices }, asRead);
  if (proof === undefined) return { ...reading, choices };
  const turned = settings.signage === 'inflows_negative' && choices.amount !== undefined;
  return { ...reading, choices, proof: { ...proof, reversed: proof.reversed !== turned } };
}

/** A reading with the amount in the account's currency, if the amount column was not sent and holds a shop's currency, or quantities. */
function settledInstead(upload: ReadUpload, reading: Hypothesis): Hypothesis | undefined {
  const { settings, bytes, table } = upload;
  const { amount: own } = reading.choices;
  const isOpen = settings.labels.amount_col_label === undefined;
  if (!isOpen || !(isUnsettled(reading) || countsPieces(reading))) return undefined;
  const [best] = proposeHypotheses(sampleTable(bytes, table, settings), upload);
  const amount = best?.choices.amount;
  return amount === undefined || amount.index === own?.index ? undefined : best;
}

/** Chooses the net amount if the amount column was not sent and holds the payment before a fee. */
function netInstead({ settings }: ReadUpload, reading: Hypothesis): Pick<ColumnChoices, 'amount'> {
  const { choices } = reading;
  if (settings.labels.amount_col_label !== undefined || choices.amount === undefined) return {};
  const found = findNetAmounts(reading);
  const isGross = found !== undefined && found.gross === choices.amount.index;
  return isGross ? { amount: { index: found.net, confidence: 0.8 } } : {};
}

/** Whether more than half of the dates, or of the numbers, fit no format. */
export function mostlyFaulty(profile: RowsProfile): boolean {
  const { date, number } = profile;
  const most = (verdict?: { faults: number; cells: number }): boolean =>
    verdict !== undefined && verdict.faults * 2 > verdict.cells;
  return most(date) || most(number);
}
