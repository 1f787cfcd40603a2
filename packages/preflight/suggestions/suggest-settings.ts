import { readTable } from '../csv/read-header.ts';
import { labelAt, mapColumns } from '../csv/headers.ts';
import { isSignChosen } from '../csv/settings.ts';
import { feeWarning } from './fees.ts';
import { countsUnits } from './choose-currency.ts';
import { chooseReadings, mostlyFaulty } from './choose-readings.ts';
import { findHypotheses, looksLikeData } from './find-table.ts';
import { fitRows, readAll } from './fit-rows.ts';
import { namesBookingDay } from './header-words.ts';
import { holderWarning } from './holder.ts';
import {
  amountDoubts,
  describeRival,
  findRival,
  otherDays,
  swappedSidesWarning,
} from './runner-up.ts';
import { suggestFormats } from './suggest-formats.ts';
import { tellingBalance } from './telling-balance.ts';
import { suggestSign } from './suggest-sign.ts';
import { suggestSides } from './trade-sides.ts';
import { listsTrades } from './propose-amounts.ts';
import { sampleTable } from './reading-of-settings.ts';
import { unreadTableWarning } from './unread-table.ts';
import { firstRows, lookAtColumns } from './sample.ts';
import { isKnownUnit, unitBehind } from '../fields/other-units.ts';
import { amountColumns } from './score-columns.ts';
import type { RowsProfile } from '../csv/check-rows.ts';
import type { Table } from '../csv/read-header.ts';
import type { CsvSetting, CsvSettings, Separator } from '../csv/settings.ts';
import type { Suggestion } from '../report.ts';
import type { ReadUpload } from './choose-readings.ts';
import type { FittedRows } from './fit-rows.ts';
import type { Hypothesis } from './hypotheses.ts';
import type { Add, Improved } from './suggest-formats.ts';
import { warning } from '../warnings/warning.ts';
import { excerpt } from '../text.ts';
import type { Warning } from '../warnings/warning.ts';

export interface Suggestions {
  suggestions: Partial<Record<CsvSetting, Suggestion>>;
  /** Problems that no setting solves, or that also need an explanation. */
  warnings: Warning[];
  /** Whether each row of the table found has as many cells as its header. */
  areRowsWhole: boolean;
  /** The reading, if some of its amounts count something other than money, have a fee on top, or a sign that only a balance tells. */
  trades?: Hypothesis;
}

/**
 * The settings that would make the upload valid, if they differ from those sent or from the defaults. Finds them on a
 * bounded sample and verifies them on all rows.
 */
export function suggestSettings(upload: ReadUpload): Suggestions {
  const result: Suggestions = { suggestions: {}, warnings: [], areRowsWhole: false };
  const add: Add = (setting, value, confidence) => {
    const rounded = Math.round(Math.max(0.01, Math.min(1, confidence)) * 100) / 100;
    result.suggestions[setting] = { value, confidence: rounded };
  };
  const warn = (found: Warning | undefined): void => {
    if (found !== undefined) result.warnings.push(found);
  };
  const { settings } = upload;
  if (upload.encoding !== (settings.encoding ?? 'utf-8')) add('encoding', upload.encoding, 0.8);
  const [found, ...others] = chooseReadings(upload);
  if (found === undefined) {
    const cells = upload.table.header.cells.map((cell) => cell.trim());
    if (looksLikeData({ line: 0, cells }, upload.accepted)) {
      warn(warning('header_like_data'));
    }
    if (upload.spec.type === 'TransactionImport') {
      // Trades may have no column of money at all.
      const seen = sampleTable(upload.bytes, upload.table, settings);
      const isOfTrades = listsTrades(lookAtColumns(seen.header.cells, seen.below, upload.accepted));
      const trades = upload.profile.rowsCount;
      if (isOfTrades) warn(warning('trades_unread', { booked: 0, trades }));
    }
    const separator = likelySeparator(upload.bytes, settings.separator);
    if (separator !== undefined) {
      add('col_sep', separator, 0.6);
      warn(seemsSeparated(separator, settings.separator));
    }
    return result;
  }
  if (!found.hasHeader) warn(warning('no_header'));
  const rival = others.length > 0 ? findRival(found, others) : findRivalOfInferred(upload, found);
  warn(rival && describeRival(found, rival));
  const better = improve(upload, found, add, rival !== undefined);
  warn(better.footer?.warning);
  result.areRowsWhole = better.areRowsWhole;
  if (found.separator !== settings.separator) {
    warn(seemsSeparated(found.separator, settings.separator));
  }
  suggestFormats(upload, better, add, result.warnings);
  if (upload.spec.type === 'TransactionImport') {
    const isOfTrades = (one: Hypothesis): boolean =>
      hasOtherUnits(one) ||
      one.choices.fee !== undefined ||
      (!isSignChosen(settings) && tellingBalance(one) !== undefined);
    const trades = [upload.reading ?? found, found].find(isOfTrades);
    if (trades !== undefined) result.trades = trades;
    suggestSign(upload, better, add, result.warnings);
    warn(feeWarning(better.sample, settings.chosen.has('fee_col_label')));
    amountDoubts(better.sample).forEach(warn);
    const isSettled = rival !== undefined || settings.chosen.has('date_col_label');
    if (!isSettled) suggestBookingDay(better, add, warn);
    const read = upload.reading ?? better.sample;
    warn(holderWarning(read));
    if (!settings.chosen.has('outflow_col_label')) warn(swappedSidesWarning(read));
    warn(unreadTableWarning(read, upload.accepted));
  } else if (upload.spec.type === 'TradeImport') warn(suggestSides(upload, better, add));
  return result;
}

/** Warns of another column of days, and suggests it if it names the booking day and the one that is read is called just "Date". */
function suggestBookingDay(
  { sample, settings }: Improved,
  add: Add,
  warn: (found: Warning) => void,
): void {
  const days = otherDays(sample);
  if (days === undefined) return;
  const { column, other } = days;
  warn(warning('other_days', { column: excerpt(column), other: excerpt(other) }));
  const isDefault = settings.labels.date_col_label === undefined;
  if (isDefault && namesBookingDay(other)) add('date_col_label', other, CONFIDENCE_IN_DOUBT);
}

/** The reading that came close when the columns were suggested, unless a person chose them. */
function findRivalOfInferred(upload: ReadUpload, found: Hypothesis): Hypothesis | undefined {
  const { settings, table } = upload;
  const isInDoubt = MEANING_LABELS.some(
    (name) => settings.labels[name] !== undefined && !settings.chosen.has(name),
  );
  if (!isInDoubt || found.proof !== undefined || found.total !== undefined) return undefined;
  const all = findHypotheses(upload);
  const isSame = ({ looks, choices }: Hypothesis): boolean =>
    looks.map(({ header }) => header).join('\n') ===
      table.header.cells.map((cell) => cell.trim()).join('\n') &&
    MEANING_KEYS.every((key) => choices[key]?.index === found.choices[key]?.index);
  const taken = all.find(isSame);
  const others = all.filter((one) => one !== taken);
  return taken && findRival(taken, others);
}

function seemsSeparated(separator: Separator, sent: Separator): Warning {
  const name = (one: Separator): string => (one === '\t' ? 'TAB' : `"${one}"`);
  return warning('other_separator', { separator: name(separator), sent: name(sent) });
}

/** How many rows must agree on their number of cells, and the fewest cells that count. */
const REGULAR_ROWS_MIN = 2;
const CELLS_MIN = 3;

/** Without a known header, the rows decide: at least three cells in each under the other separator. */
function likelySeparator(bytes: Uint8Array, sent: Separator): Separator | undefined {
  const other = sent === ',' ? ';' : ',';
  const widths = (separator: Separator): number[] =>
    firstRows(bytes, separator).map((row) => row.cells.length);
  const found = widths(other);
  const width = Math.max(...found);
  const regular = found.filter((cells) => cells === width).length;
  const isTable = width >= CELLS_MIN && regular >= REGULAR_ROWS_MIN && regular * 2 > found.length;
  return isTable && !widths(sent).some((cells) => cells >= width) ? other : undefined;
}

/** The fields whose labels another reading may contradict, and the confidence in them if it comes close. */
const MEANING_KEYS = ['date', 'amount', 'outflow', 'inflow'] as const;
const MEANING_LABELS = MEANING_KEYS.map((key) => `${key}_col_label` as const);
const CONFIDENCE_IN_DOUBT = 0.5;

/** Adds the settings of the table found (separator, rows to skip, labels, footer) and reads all rows with them. */
function improve(
  upload: ReadUpload,
  found: Hypothesis,
  add: Add,
  isClose: boolean,
): Improved & Pick<FittedRows, 'footer'> & Pick<Suggestions, 'areRowsWhole'> {
  const { separator, hasHeader } = found;
  const settings: CsvSettings = {
    ...upload.settings,
    labels: { ...upload.settings.labels },
    separator,
  };
  // The formats that were sent must not affect the decision on formats.
  delete settings.dateFormat;
  delete settings.numberFormat;
  let changed = separator !== upload.settings.separator;
  if (changed) add('col_sep', separator, found.score);
  let { table } = upload;
  const { line } = found.header;
  if (line > 0 && hasHeader !== settings.hasHeader) {
    settings.hasHeader = hasHeader;
    add('has_header', hasHeader, found.score);
  }
  if (line > 0) {
    table = readTable(upload.bytes, { ...settings, rowsToSkip: line - 1 });
    const sameHeader = sameCells(table, upload.table);
    if (!sameHeader && line - 1 !== upload.settings.rowsToSkip) {
      settings.rowsToSkip = line - 1;
      add('rows_to_skip', line - 1, found.score);
      changed = true;
    } else if (!sameHeader) changed = true;
  }
  const addLabel: Add = (setting, value, confidence) => {
    const inDoubt = isClose && MEANING_LABELS.some((name) => name === setting);
    add(setting, value, inDoubt ? Math.min(confidence, CONFIDENCE_IN_DOUBT) : confidence);
  };
  if (suggestLabels(upload, found, table, settings, addLabel)) changed = true;
  if (!settings.skipOtherUnits && hasOtherUnits(found)) {
    settings.skipOtherUnits = true;
    add('skip_other_units', true, 0.9);
    changed = true;
  }
  const profile = changed ? readAll(upload, settings, table, found).profile : upload.profile;
  const fitted = fitRows(upload, table, found, { settings, profile });
  const { footer, skip } = fitted;
  if (footer !== undefined) add('footer_rows_to_skip', footer.rows, footer.confidence);
  if (skip !== undefined) add('skip_incomplete_rows', true, skip.confidence);
  return {
    settings: fitted.settings,
    profile: fitted.profile,
    sample: found,
    areRowsWhole: haveAllCells(table, profile),
    ...(footer !== undefined && { footer }),
  };
}

/** Whether no row has more or fewer cells than the header, or is left out before its cells are counted. */
function haveAllCells(
  { header }: Table,
  { rowsCount, raggedCount, leftOut }: RowsProfile,
): boolean {
  const isTable = header.cells.length >= CELLS_MIN && rowsCount >= REGULAR_ROWS_MIN;
  return isTable && raggedCount + leftOut.count === 0;
}

/** Whether some amounts count a coin, points or the like, according to their currency column. */
function hasOtherUnits({ looks, choices, assets }: Hypothesis): boolean {
  const isCounted = (at: number): boolean =>
    [...(looks[at]?.values ?? [])].some((cell) => unitBehind(cell) !== undefined);
  if (assets !== undefined || amountColumns(choices).some(isCounted)) return true;
  const look = looks[choices.currency?.index ?? -1];
  if (look === undefined || look.units === 0) return false;
  return look.currencies > 0 || [...look.values].every(isKnownUnit);
}

function sameCells(one: Table, other: Table): boolean {
  return one.header.cells.join('\n') === other.header.cells.join('\n');
}

/** Suggests the columns that the settings do not find yet. Returns true if a required one was added. */
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
    const header = labelAt(table.header.cells, choice.index);
    if (known?.index === choice.index) continue;
    const isSplit = field.key === 'outflow' || field.key === 'inflow';
    if (isSplit && settings.labels.amount_col_label !== undefined && mapped.has('amount')) continue;
    // Either column alone would lose the sign.
    if (field.key === 'amount' && isSplitAlready) continue;
    // A column that the settings find stays, unless it is required and cannot be read, or belongs to another amount.
    const isBetter =
      field.key === 'currency' ||
      (field.key === 'amount' &&
        (found.header.line === 0 ||
          (known !== undefined && countsUnits(found.looks, known.index))));
    const stays = field.required !== true || (upload.reading !== undefined && !faulty);
    const isBlank = known !== undefined && found.looks[known.index]?.filled === 0;
    if (known !== undefined && (known.labelSent || (stays && !isBetter && !isBlank))) continue;
    settings.labels[field.setting] = header;
    add(field.setting, header, choice.confidence);
    const isMoved = field.key === 'fee' || (field.key === 'currency' && known !== undefined);
    if (field.required === true || isSplit || isMoved) needed = true;
  }
  if (splits) delete settings.labels.amount_col_label;
  return needed;
}
