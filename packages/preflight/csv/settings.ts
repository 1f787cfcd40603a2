import { ENCODINGS } from './encodings.ts';
import type { EncodingName } from './encodings.ts';
import { NUMBER_FORMATS } from '../fields/amounts.ts';
import type { NumberFormat } from '../fields/amounts.ts';
import { DATE_FORMATS } from '../fields/dates.ts';

/** Request fields that name a column of the upload. */
export const LABEL_SETTINGS = [
  'date_col_label',
  'amount_col_label',
  'outflow_col_label',
  'inflow_col_label',
  'name_col_label',
  'category_col_label',
  'tags_col_label',
  'notes_col_label',
  'account_col_label',
  'qty_col_label',
  'ticker_col_label',
  'price_col_label',
  'entity_type_col_label',
  'currency_col_label',
  'fee_col_label',
  'exchange_operating_mic_col_label',
  'external_id_col_label',
  'status_col_label',
] as const;
export type LabelSetting = (typeof LABEL_SETTINGS)[number];

/** Every request field that `judgeCsv` reads; the route accepts these and no others. */
export const CSV_SETTINGS = [
  ...LABEL_SETTINGS,
  'date_format',
  'number_format',
  'signage_convention',
  'col_sep',
  'rows_to_skip',
  'has_header',
  'footer_rows_to_skip',
  'amount_type_strategy',
  'amount_type_inflow_value',
  'amount_type_outflow_value',
  'encoding',
  'skip_incomplete_rows',
  'currency',
  'skip_other_units',
  'unbooked_rows',
  'sample_rows',
  'inferred_settings',
] as const;
export type CsvSetting = (typeof CSV_SETTINGS)[number];

/** The values as sent: undefined = not sent. Arrays and objects count as not sent, except for the names in `inferred_settings`. */
export type CsvSettingsInput = Partial<Record<CsvSetting, unknown>> & {
  /** Names of settings whose origin is unknown. Requests do not send this: without `inferred_settings`, it is all of them. */
  unclaimed_settings?: unknown;
};

export const SIGNAGES = ['inflows_positive', 'inflows_negative'] as const;
export type Signage = (typeof SIGNAGES)[number];
export const STRATEGIES = ['signed_amount', 'custom_column'] as const;
/** What to do with rows that the file calls pending or never booked: `import` treats them as bookings. */
export const UNBOOKED_ROWS = ['leave_out', 'import_pending', 'import'] as const;
export const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];
const YES_NO = ['true', 'false'] as const;
/** The values of settings that allow only a few; others take any column, count or word. */
export const SETTING_CHOICES: Readonly<Partial<Record<CsvSetting, readonly string[]>>> = {
  date_format: DATE_FORMATS,
  number_format: NUMBER_FORMATS,
  signage_convention: SIGNAGES,
  col_sep: SEPARATORS,
  has_header: YES_NO,
  amount_type_strategy: STRATEGIES,
  encoding: ENCODINGS,
  skip_incomplete_rows: YES_NO,
  skip_other_units: YES_NO,
  unbooked_rows: UNBOOKED_ROWS,
};
/** Longer headers and labels are cut: they are not real headers, and the answer repeats them. */
export const HEADER_CHARS_MAX = 500;
/** The maximum length of a date format, which is compiled and quoted in messages. */
export const DATE_FORMAT_CHARS_MAX = 100;
export const SAMPLE_ROWS_MAX = 100;

/** Settings after validation. Undefined = not sent, so it is inferred or has its default. */
export interface CsvSettings {
  labels: Partial<Record<LabelSetting, string>>;
  dateFormat?: string | undefined;
  numberFormat?: NumberFormat | undefined;
  /** ISO 4217, for rows whose cells name no currency. */
  currency?: string | undefined;
  signage?: Signage | undefined;
  separator: Separator;
  rowsToSkip: number;
  /** False: the first row is data, and columns are named by their number. */
  hasHeader: boolean;
  footerRowsToSkip: number;
  strategy: (typeof STRATEGIES)[number];
  /** Words of the direction column, separated by `|`; see sideOfWord. */
  inflowValue?: string | undefined;
  outflowValue?: string | undefined;
  encoding?: EncodingName | undefined;
  /** Leaves out rows whose date or amount is blank. */
  skipIncompleteRows: boolean;
  /** Leaves out rows whose currency cell does not name money. */
  skipOtherUnits: boolean;
  /** Undefined: rows that the file calls pending are imported as pending, others are left out. */
  unbookedRows?: (typeof UNBOOKED_ROWS)[number] | undefined;
  /** How many rows the report shows as read. */
  sampleRows: number;
  /** The settings that a person chose. Others are applied suggestions, whose evidence may be in doubt. */
  chosen: ReadonlySet<CsvSetting>;
  /** Settings whose origin is unknown: one that equals a doubtful suggestion counts as a suggestion. */
  unclaimed: ReadonlySet<string>;
}

/** Whether the settings invert the signs of an amount column. Under `custom_column`, words of another column decide instead. */
export function turnsSigns({ signage, strategy }: CsvSettings): boolean {
  return signage === 'inflows_negative' && strategy !== 'custom_column';
}

/** Whether a person chose how to tell money out from money in. */
export function isSignChosen({ chosen, strategy }: CsvSettings): boolean {
  return chosen.has(strategy === 'custom_column' ? 'amount_type_strategy' : 'signage_convention');
}
