import { currencyOf } from '../currencies.ts';
import { excerpt } from '../text.ts';
import { countLines } from './lines.ts';
import { ENCODINGS, isEncodingName } from './encodings.ts';
import { NUMBER_FORMATS } from '../fields/amounts.ts';
import type { EncodingName } from './encodings.ts';
import type { Problem } from '../problem-list.ts';
import type { CsvTypeSpec } from '../types/csv-type.ts';
import {
  CSV_SETTINGS,
  DATE_FORMAT_CHARS_MAX,
  HEADER_CHARS_MAX,
  LABEL_SETTINGS,
  SAMPLE_ROWS_MAX,
  SEPARATORS,
  SIGNAGES,
  STRATEGIES,
  UNBOOKED_ROWS,
} from './settings.ts';
import type { CsvSetting, CsvSettings, CsvSettingsInput } from './settings.ts';

/** The settings that say how content is read. */
const READING_SETTINGS = CSV_SETTINGS.filter(
  (name) => name !== 'sample_rows' && name !== 'inferred_settings',
);

/** A scalar as text, as a form field would carry it; null stays distinct from undefined. */
function asText(value: unknown): string | null | undefined {
  if (value === null) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return undefined;
}

/** The text, or undefined when it is blank: a blank label or value counts as not given. */
function given(value: unknown): string | undefined {
  const text = asText(value);
  return text === null || text === undefined || text.trim() === '' ? undefined : text;
}

/** Whether a setting has a value, whatever its source. For `col_sep` a tab is a value. */
export function isGiven(input: CsvSettingsInput, name: CsvSetting): boolean {
  return name === 'col_sep' ? (asText(input[name]) ?? '') !== '' : given(input[name]) !== undefined;
}

/** The names in `inferred_settings`, a list or comma-separated text; undefined if it was not sent. */
export function readInferred({ inferred_settings: sent }: CsvSettingsInput): string[] | undefined {
  return readNames(sent);
}

function readNames(sent: unknown): string[] | undefined {
  const names = Array.isArray(sent) ? sent.map(String) : asText(sent)?.split(',');
  return names?.map((name) => name.trim()).filter((name) => name !== '');
}

/** The settings whose origin is unknown: an old client sends suggestions back without saying so. */
export function readUnclaimed(input: CsvSettingsInput): string[] {
  const named = readNames(input.unclaimed_settings);
  if (named !== undefined) return named;
  return readInferred(input) === undefined ? [...READING_SETTINGS] : [];
}

/** Which settings a person chose: those that are given and not named as inferred. */
function readOrigins(
  input: CsvSettingsInput,
  faults: string[],
): Pick<CsvSettings, 'chosen' | 'unclaimed'> {
  const inferred = readInferred(input);
  for (const name of inferred ?? []) {
    if (!CSV_SETTINGS.some((known) => known === name)) {
      faults.push(`Inferred settings name ${excerpt(name)}, which is not a setting`);
    }
  }
  const chosen = READING_SETTINGS.filter(
    (name) => isGiven(input, name) && inferred?.includes(name) !== true,
  );
  return { chosen: new Set(chosen), unclaimed: new Set(readUnclaimed(input)) };
}

/** The encoding setting, which must be known before the lines of the text can be counted. */
export function readEncodingSetting(input: CsvSettingsInput): EncodingName | undefined {
  const name = given(input.encoding)?.trim().toLowerCase();
  return name !== undefined && isEncodingName(name) ? name : undefined;
}

/** A count of rows, at least 0, or a message that says what is wrong with it. */
function readCount(label: string, value: unknown): string | number {
  const sent = asText(value)?.trim();
  if (sent === undefined && value !== null) return 0;
  if (sent === undefined || !/^-?\d+(\.\d+)?$/.test(sent)) return `${label} is not a number`;
  if (!/^-?\d+$/.test(sent)) return `${label} must be an integer`;
  const count = Number(sent);
  return count < 0 ? `${label} must be greater than or equal to 0` : count;
}

/** The number of rows to leave out at one end of the file, which must be less than its number of lines; or a message. */
function readRowsToSkip(label: string, value: unknown, text: Uint8Array): string | number {
  const count = readCount(label, value);
  if (typeof count === 'string' || count === 0) return count;
  const lines = countLines(text);
  return count < lines
    ? count
    : `${label} must be less than the number of lines in the file (${lines})`;
}

function readSampleRows(value: unknown): string | number {
  const count = readCount('Sample rows', value);
  return typeof count === 'string' || count <= SAMPLE_ROWS_MAX
    ? count
    : `Sample rows must be less than or equal to ${SAMPLE_ROWS_MAX}`;
}

/**
 * Validates the settings in the reference's order; every fault is one message.
 * `text` is the decoded upload: `rows_to_skip` is bounded by its lines.
 */
export function readSettings(
  input: CsvSettingsInput,
  spec: CsvTypeSpec,
  text: Uint8Array,
): { settings: CsvSettings; faults: Problem[] } {
  const faults: string[] = [];
  const { chosen, unclaimed } = readOrigins(input, faults);
  const choose = <Choice extends string>(
    label: string,
    value: unknown,
    choices: readonly Choice[],
  ): Choice | undefined => {
    const sent = asText(value);
    const known = choices.find((one) => one === sent);
    if (known === undefined && sent !== undefined)
      faults.push(`${label} is not included in the list`);
    return known;
  };
  const count = (read: string | number): number => {
    if (typeof read === 'number') return read;
    faults.push(read);
    return 0;
  };
  const labels = readLabels(input);
  const strategy =
    choose('Amount type strategy', input.amount_type_strategy, STRATEGIES) ?? 'signed_amount';
  const separator = choose('Column separator', input.col_sep, SEPARATORS) ?? ',';
  // For these, null counts as not sent.
  const signage = choose('Signage convention', input.signage_convention ?? undefined, SIGNAGES);
  const unbooked = choose('Unbooked rows', input.unbooked_rows ?? undefined, UNBOOKED_ROWS);
  const settings: CsvSettings = {
    chosen,
    unclaimed,
    labels,
    strategy,
    separator,
    signage,
    // A suggestion for the rows of one file does not apply to those of the next.
    unbookedRows: chosen.has('unbooked_rows') ? unbooked : undefined,
    numberFormat: choose('Number Format', input.number_format ?? undefined, NUMBER_FORMATS),
    ...readCustomColumn(input, spec, { labels, strategy }, faults),
    dateFormat: readDateFormat(input, faults),
    currency: readCurrency(input, faults),
    rowsToSkip: count(readRowsToSkip('Rows to skip', input.rows_to_skip, text)),
    footerRowsToSkip: count(readRowsToSkip('Footer rows to skip', input.footer_rows_to_skip, text)),
    sampleRows: count(readSampleRows(input.sample_rows)),
    encoding: readEncoding(input, faults),
    hasHeader: readBoolean('Has header', input.has_header, true, faults),
    skipIncompleteRows: readBoolean(
      'Skip incomplete rows',
      input.skip_incomplete_rows,
      false,
      faults,
    ),
    skipOtherUnits: readBoolean('Skip other units', input.skip_other_units, false, faults),
  };
  const problems = faults.map((message): Problem => ({ code: 'validation_failed', message }));
  return { settings, faults: problems };
}

function readLabels(input: CsvSettingsInput): CsvSettings['labels'] {
  const labels: CsvSettings['labels'] = {};
  for (const name of LABEL_SETTINGS) {
    const label = given(input[name]);
    if (label !== undefined) labels[name] = label.slice(0, HEADER_CHARS_MAX);
  }
  return labels;
}

function readDateFormat(input: CsvSettingsInput, faults: string[]): string | undefined {
  const dateFormat = given(input.date_format);
  if (dateFormat === undefined || dateFormat.length <= DATE_FORMAT_CHARS_MAX) return dateFormat;
  faults.push(`Date format is too long (maximum is ${DATE_FORMAT_CHARS_MAX} characters)`);
  return undefined;
}

function readCurrency(input: CsvSettingsInput, faults: string[]): string | undefined {
  const sent = given(input.currency)?.trim();
  const code = sent === undefined ? undefined : currencyOf(sent);
  if (sent !== undefined && code === undefined) faults.push('Currency is not an ISO 4217 code');
  return code;
}

/** `custom_column` needs a value that marks an inflow or an outflow, and the column that holds it. */
function readCustomColumn(
  input: CsvSettingsInput,
  spec: CsvTypeSpec,
  { labels, strategy }: Pick<CsvSettings, 'labels' | 'strategy'>,
  faults: string[],
): Pick<CsvSettings, 'inflowValue' | 'outflowValue'> {
  const inflowValue = given(input.amount_type_inflow_value)?.slice(0, HEADER_CHARS_MAX);
  const outflowValue = given(input.amount_type_outflow_value)?.slice(0, HEADER_CHARS_MAX);
  const typeDefault = spec.fields.find((field) => field.key === 'entity_type')?.defaultLabel;
  if (strategy === 'custom_column') {
    if (inflowValue === undefined && outflowValue === undefined) {
      faults.push("Amount type inflow value can't be blank with the custom column strategy");
    } else if (labels.entity_type_col_label === undefined && typeDefault === undefined) {
      faults.push("Entity type column label can't be blank with the custom column strategy");
    }
  }
  return { inflowValue, outflowValue };
}

function readEncoding(input: CsvSettingsInput, faults: string[]): EncodingName | undefined {
  const encoding = readEncodingSetting(input);
  if (given(input.encoding) !== undefined && encoding === undefined) {
    faults.push(`Encoding is not one of ${ENCODINGS.join(', ')}`);
  }
  return encoding;
}

/** A JSON boolean, or its text as a form field carries it. */
function readBoolean(label: string, value: unknown, absent: boolean, faults: string[]): boolean {
  const sent = asText(value);
  if (sent === undefined) return absent;
  const text = sent?.trim().toLowerCase();
  if (text === 'true' || text === '1') return true;
  if (text !== 'false' && text !== '0') faults.push(`${label} is not a boolean`);
  return false;
}
