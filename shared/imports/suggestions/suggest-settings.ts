import { profileRows } from '../csv/check-rows.ts';
import { readTable } from '../csv/read-header.ts';
import { mapColumns } from '../csv/headers.ts';
import { judgeAmountSign } from './amount-sign.ts';
import { chooseOtherColumns } from './choose-columns.ts';
import { findHypotheses } from './find-table.ts';
import { fitRows } from './fit-rows.ts';
import { describeRival, findRival } from './runner-up.ts';
import { proposeHypotheses } from './hypotheses.ts';
import { findNetAmounts } from './net-amounts.ts';
import { suggestFormats } from './suggest-formats.ts';
import { sampleTable } from './reading-of-settings.ts';
import { lookAtColumns, readSample } from './sample.ts';
import type { RowsProfile } from '../csv/check-rows.ts';
import type { EncodingName } from '../csv/encodings.ts';
import type { Table } from '../csv/read-header.ts';
import type { DateRange } from '../fields/dates.ts';
import type { ColumnMapping } from '../csv/headers.ts';
import type { CsvSetting, CsvSettings, Separator } from '../csv/settings.ts';
import type { Suggestion } from '../report.ts';
import type { CsvTypeSpec } from '../types/csv-type.ts';
import type { FittedRows } from './fit-rows.ts';
import type { Hypothesis } from './hypotheses.ts';
import type { Add, Improved } from './suggest-formats.ts';
import type { ColumnChoices } from './score-columns.ts';

/** An upload as read under the settings sent. */
export interface ReadUpload {
  bytes: Buffer;
  encoding: EncodingName;
  spec: CsvTypeSpec;
  settings: CsvSettings;
  table: Table;
  mapping: ColumnMapping;
  profile: RowsProfile;
  /** The sample as the settings read it, when they find the required columns. */
  reading: Hypothesis | undefined;
  accepted: DateRange;
}

export interface Suggestions {
  suggestions: Partial<Record<CsvSetting, Suggestion>>;
  /** Problems that no setting solves, or that need an explanation as well. */
  warnings: string[];
}

/**
 * The settings that would make the upload valid, where they differ from those sent or from their defaults. Finds
 * them on a bounded sample and verifies them on all rows.
 */
export function suggestSettings(upload: ReadUpload): Suggestions {
  const result: Suggestions = { suggestions: {}, warnings: [] };
  const add: Add = (setting, value, confidence) => {
    const rounded = Math.round(Math.max(0.01, Math.min(1, confidence)) * 100) / 100;
    result.suggestions[setting] = { value, confidence: rounded };
  };
  const { settings } = upload;
  if (upload.encoding !== 'utf-8' && settings.encoding !== upload.encoding) {
    add('encoding', upload.encoding, 0.8);
  }
  const [found, ...others] = chooseReadings(upload);
  if (found === undefined) {
    if (looksLikeData(upload)) {
      result.warnings.push('The first row looks like data, not like a header: add a header row.');
    }
    const separator = likelySeparator(upload.bytes, settings.separator);
    if (separator !== undefined) {
      add('col_sep', separator, 0.6);
      result.warnings.push(seemsSeparated(separator, settings.separator));
    }
    return result;
  }
  const rival = findRival(found, others);
  if (rival !== undefined) result.warnings.push(describeRival(found, rival));
  const better = improve(upload, found, found.separator, add, rival !== undefined);
  if (better.footer?.warning !== undefined) result.warnings.push(better.footer.warning);
  if (found.separator !== settings.separator) {
    result.warnings.push(seemsSeparated(found.separator, settings.separator));
  }
  suggestFormats(upload, better, add, result.warnings);
  if (upload.spec.type === 'TransactionImport') suggestSign(upload, better, add, result.warnings);
  return result;
}

function seemsSeparated(separator: Separator, sent: Separator): string {
  const name = (one: Separator): string => (one === '\t' ? 'TAB' : `"${one}"`);
  return `The columns seem to be separated by ${name(separator)}, not by ${name(sent)}.`;
}

/** The number of rows that must agree on their number of cells. */
const REGULAR_ROWS_MIN = 2;

/** Without a known header the rows decide: at least three cells in each under the other separator. */
function likelySeparator(bytes: Buffer, sent: Separator): Separator | undefined {
  const other = sent === ',' ? ';' : ',';
  const widths = (separator: Separator): number[] =>
    readSample(bytes, separator, 0).map((row) => row.cells.length);
  const found = widths(other);
  const width = Math.max(...found);
  const regular = found.filter((cells) => cells === width).length;
  const isTable = width >= 3 && regular >= REGULAR_ROWS_MIN && regular * 2 > found.length;
  return isTable && !widths(sent).some((cells) => cells >= width) ? other : undefined;
}

/** The reading under the settings when it has what the type needs, else those that explain the text best. */
function chooseReadings(upload: ReadUpload): Hypothesis[] {
  const { reading, profile, bytes, spec, accepted } = upload;
  if (reading !== undefined && profile.rowsCount > 0 && !mostlyFaulty(profile)) {
    const choices = { ...reading.choices, ...netInstead(upload, reading) };
    return [{ ...reading, choices: chooseOtherColumns(spec, reading.looks, choices) }];
  }
  const found = findHypotheses(bytes, spec, accepted);
  if (found.length > 0) return found;
  return proposeHypotheses(sampleTable(bytes, upload.table, upload.settings), spec, accepted);
}

/** Chooses the net amount when the amount column was not sent and holds the payment before a fee. */
function netInstead(
  { settings }: ReadUpload,
  { choices, looks, rows }: Hypothesis,
): Pick<ColumnChoices, 'amount'> {
  if (settings.labels.amount_col_label !== undefined || choices.amount === undefined) return {};
  const found = findNetAmounts(looks, rows);
  const isGross = found !== undefined && found.gross === choices.amount.index;
  return isGross ? { amount: { index: found.net, confidence: 0.8 } } : {};
}

/** The header row has a date and a number. */
function looksLikeData({ table, accepted }: ReadUpload): boolean {
  const looks = lookAtColumns(
    table.header.cells,
    [{ line: 0, cells: table.header.cells.map((cell) => cell.trim()) }],
    accepted,
  );
  return looks.some((look) => look.dates > 0) && looks.some((look) => look.numbers > look.dates);
}

/** More than half of the dates, or of the numbers, fit no format. */
function mostlyFaulty(profile: RowsProfile): boolean {
  const { date, number } = profile;
  const most = (verdict?: { faults: number; cells: number }): boolean =>
    verdict !== undefined && verdict.faults * 2 > verdict.cells;
  return most(date) || most(number);
}

/** The labels that another reading may contradict, and their confidence when it comes close. */
const MEANING_LABELS: ReadonlySet<CsvSetting> = new Set<CsvSetting>([
  'date_col_label',
  'amount_col_label',
  'outflow_col_label',
  'inflow_col_label',
]);
const CONFIDENCE_IN_DOUBT = 0.5;

/** Adds the settings of the table found (separator, rows to skip, labels, footer) and reads all rows with them. */
function improve(
  upload: ReadUpload,
  found: Hypothesis,
  separator: Separator,
  add: Add,
  isClose: boolean,
): Improved & Pick<FittedRows, 'footer'> {
  const { bytes, spec, accepted } = upload;
  const settings: CsvSettings = {
    ...upload.settings,
    labels: { ...upload.settings.labels },
    separator,
  };
  // The formats that were sent must not affect the verdict on formats.
  delete settings.dateFormat;
  delete settings.numberFormat;
  let changed = separator !== upload.settings.separator;
  if (changed) add('col_sep', separator, found.score);
  let { table } = upload;
  if (found.line > 0) {
    table = readTable(bytes, { ...settings, rowsToSkip: found.line - 1 });
    const sameHeader = sameCells(table, upload.table);
    if (!sameHeader && found.line - 1 !== upload.settings.rowsToSkip) {
      settings.rowsToSkip = found.line - 1;
      add('rows_to_skip', found.line - 1, found.score);
      changed = true;
    } else if (!sameHeader) changed = true;
  }
  const addLabel: Add = (setting, value, confidence) => {
    const inDoubt = isClose && MEANING_LABELS.has(setting);
    add(setting, value, inDoubt ? Math.min(confidence, CONFIDENCE_IN_DOUBT) : confidence);
  };
  if (suggestLabels(upload, found, table, settings, addLabel)) changed = true;
  const profile = changed
    ? profileRows(table.source, mapColumns(spec, settings, table.header), settings, spec, accepted)
    : upload.profile;
  const fitted = fitRows(upload, table, found, { settings, profile });
  const { footer, skip } = fitted;
  if (footer !== undefined) add('footer_rows_to_skip', footer.rows, footer.confidence);
  if (skip !== undefined) add('skip_incomplete_rows', true, skip.confidence);
  return {
    settings: fitted.settings,
    profile: fitted.profile,
    sample: found,
    ...(footer !== undefined && { footer }),
  };
}

function sameCells(one: Table, other: Table): boolean {
  return one.header.cells.join('\n') === other.header.cells.join('\n');
}

/** Names the columns that the settings do not find yet. Returns true when a required one was named. */
function suggestLabels(
  upload: ReadUpload,
  found: Hypothesis,
  table: Table,
  settings: CsvSettings,
  add: Add,
): boolean {
  const { spec } = upload;
  const mapping = mapColumns(spec, settings, table.header);
  const mapped = new Map(mapping.columns.map((column) => [column.field.key, column]));
  const faulty = sameCells(table, upload.table) && mostlyFaulty(upload.profile);
  const splits = found.choices.outflow !== undefined;
  const isSplitAlready = mapped.has('outflow') || mapped.has('inflow');
  let needed = false;
  for (const field of spec.fields) {
    const choice = found.choices[field.key];
    if (choice === undefined || field.setting === undefined) continue;
    const known = mapped.get(field.key);
    const header = (table.header.cells[choice.index] ?? '').trim();
    if (header === '' || known?.index === choice.index) continue;
    const isSplit = field.key === 'outflow' || field.key === 'inflow';
    if (isSplit && settings.labels.amount_col_label !== undefined && mapped.has('amount')) continue;
    // Either column alone would lose the sign.
    if (field.key === 'amount' && isSplitAlready) continue;
    // A column found by the settings stays, unless it is required and cannot be read.
    const isNet = field.key === 'amount' && found.line === 0;
    const stays = upload.reading !== undefined && !faulty && !isNet;
    if (known !== undefined && (known.labelSent || field.required !== true || stays)) continue;
    settings.labels[field.setting] = header;
    add(field.setting, header, choice.confidence);
    if (field.required === true || isSplit) needed = true;
  }
  if (splits) delete settings.labels.amount_col_label;
  return needed;
}

/** The sign of the amounts, when it differs from the settings. */
function suggestSign(upload: ReadUpload, improved: Improved, add: Add, warnings: string[]): void {
  const { settings } = upload;
  if (settings.strategy === 'custom_column') return;
  const judged = judgeAmountSign(improved.sample);
  const { typeColumn, signage, confidence, warning, rival, basis } = judged;
  if (warning !== undefined) warnings.push(warning);
  if (rival !== undefined && settings.signage === undefined) warnings.push(rival);
  const isTurned = typeColumn === undefined && signage === 'inflows_negative';
  if (isTurned && settings.signage === undefined && basis !== 'balance') {
    const why = basis === 'words' ? 'its words' : 'most of its amounts being positive';
    warnings.push(
      `Judging by ${why}, money out is positive in this content: compare the sign of one booking before you rely on signage_convention.`,
    );
  }
  if (typeColumn !== undefined) {
    const label = (improved.sample.looks[typeColumn.index]?.header ?? '').trim();
    add('amount_type_strategy', 'custom_column', confidence);
    add('entity_type_col_label', label, confidence);
    add('amount_type_inflow_value', typeColumn.inflowValue, confidence);
  } else if (signage !== (settings.signage ?? 'inflows_positive')) {
    add('signage_convention', signage, confidence);
  }
}
