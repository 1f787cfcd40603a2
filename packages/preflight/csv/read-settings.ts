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

function readCounts(
  input: CsvSettingsInput,
  text: Uint8Array,
  settings: CsvSettings,
  faults: string[],
): void {
  const counts = {
    rowsToSkip: readRowsToSkip('Rows to skip', input.rows_to_skip, text),
    footerRowsToSkip: readRowsToSkip('Footer rows to skip', input.footer_rows_to_skip, text),
    sampleRows: readSampleRows(input.sample_rows),
  };
  for (const [name, count] of Object.entries(counts) as [keyof typeof counts, string | number][]) {
    if (typeof count === 'string') faults.push(count);
    else settings[name] = count;
  }
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
  const settings: CsvSettings = {
    labels: {},
    separator: ',',
    rowsToSkip: 0,
    hasHeader: true,
    footerRowsToSkip: 0,
    strategy: 'signed_amount',
    skipIncompleteRows: false,
    skipOtherUnits: false,
    sampleRows: 0,
    ...readOrigins(input, faults),
  };
  readLabels(input, settings);
  readChoices(input, settings, faults);
  readCustomColumn(input, spec, settings, faults);
  readDateFormat(input, settings, faults);
  readCurrency(input, settings, faults);
  readCounts(input, text, settings, faults);
  readEncoding(input, settings, faults);
  settings.hasHeader = readBoolean('Has header', input.has_header, true, faults);
  const { skip_incomplete_rows: incomplete, skip_other_units: others } = input;
  settings.skipIncompleteRows = readBoolean('Skip incomplete rows', incomplete, false, faults);
  settings.skipOtherUnits = readBoolean('Skip other units', others, false, faults);
  const problems = faults.map((message): Problem => ({ code: 'validation_failed', message }));
  return { settings, faults: problems };
}

function readLabels(input: CsvSettingsInput, settings: CsvSettings): void {
  for (const name of LABEL_SETTINGS) {
    const label = given(input[name]);
    if (label !== undefined) settings.labels[name] = label.slice(0, HEADER_CHARS_MAX);
  }
}

function readDateFormat(input: CsvSettingsInput, settings: CsvSettings, faults: string[]): void {
  const dateFormat = given(input.date_format);
  if (dateFormat === undefined) return;
  if (dateFormat.length <= DATE_FORMAT_CHARS_MAX) settings.dateFormat = dateFormat;
  else faults.push(`Date format is too long (maximum is ${DATE_FORMAT_CHARS_MAX} characters)`);
}

function readCurrency(input: CsvSettingsInput, settings: CsvSettings, faults: string[]): void {
  const sent = given(input.currency)?.trim();
  if (sent === undefined) return;
  const code = currencyOf(sent);
  if (code === undefined) faults.push('Currency is not an ISO 4217 code');
  else settings.currency = code;
}

function readChoices(input: CsvSettingsInput, settings: CsvSettings, faults: string[]): void {
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
  const strategy = choose('Amount type strategy', input.amount_type_strategy, STRATEGIES);
  if (strategy !== undefined) settings.strategy = strategy;
  const separator = choose('Column separator', input.col_sep, SEPARATORS);
  if (separator !== undefined) settings.separator = separator;
  // For these, null counts as not sent.
  const signage = choose('Signage convention', input.signage_convention ?? undefined, SIGNAGES);
  if (signage !== undefined) settings.signage = signage;
  const unbooked = choose('Unbooked rows', input.unbooked_rows ?? undefined, UNBOOKED_ROWS);
  // A suggestion for the rows of one file does not apply to those of the next.
  if (unbooked !== undefined && settings.chosen.has('unbooked_rows'))
    settings.unbookedRows = unbooked;
  const format = choose('Number Format', input.number_format ?? undefined, NUMBER_FORMATS);
  if (format !== undefined) settings.numberFormat = format;
}

/** `custom_column` needs a value that marks an inflow or an outflow, and the column that holds it. */
function readCustomColumn(
  input: CsvSettingsInput,
  spec: CsvTypeSpec,
  settings: CsvSettings,
  faults: string[],
): void {
  const inflowValue = given(input.amount_type_inflow_value);
  const outflowValue = given(input.amount_type_outflow_value);
  if (inflowValue !== undefined) settings.inflowValue = inflowValue.slice(0, HEADER_CHARS_MAX);
  if (outflowValue !== undefined) settings.outflowValue = outflowValue.slice(0, HEADER_CHARS_MAX);
  if (settings.strategy !== 'custom_column') return;
  if (inflowValue === undefined && outflowValue === undefined) {
    faults.push("Amount type inflow value can't be blank with the custom column strategy");
    return;
  }
  const typeDefault = spec.fields.find((field) => field.key === 'entity_type')?.defaultLabel;
  if (settings.labels.entity_type_col_label === undefined && typeDefault === undefined) {
    faults.push("Entity type column label can't be blank with the custom column strategy");
  }
}

function readEncoding(input: CsvSettingsInput, settings: CsvSettings, faults: string[]): void {
  if (given(input.encoding) === undefined) return;
  const encoding = readEncodingSetting(input);
  if (encoding === undefined) faults.push(`Encoding is not one of ${ENCODINGS.join(', ')}`);
  else settings.encoding = encoding;
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
