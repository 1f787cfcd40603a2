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

/** Every request field that `preflightCsv` reads; the route takes these and no others. */
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

/** The values as the client sent them: undefined = not sent. Arrays and objects count as not sent, but for the names in `inferred_settings`. */
export type CsvSettingsInput = Partial<Record<CsvSetting, unknown>> & {
  /** Names of settings of which nothing says who chose them. No request sends this: without `inferred_settings` it is all of them. */
  unclaimed_settings?: unknown;
};

export const SIGNAGES = ['inflows_positive', 'inflows_negative'] as const;
export type Signage = (typeof SIGNAGES)[number];
export const STRATEGIES = ['signed_amount', 'custom_column'] as const;
/** What becomes of rows that the file calls pending or never booked: `import` takes them for bookings. */
export const UNBOOKED_ROWS = ['leave_out', 'import_pending', 'import'] as const;
export const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];
const YES_NO = ['true', 'false'] as const;
/** The values of settings that have but a few; of others any column, count or word. */
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
/** A header longer than this is cut: it is none, and the answer repeats it. Labels are cut alike. */
export const HEADER_CHARS_MAX = 500;
/** A date format is not longer: it is compiled, and messages quote it. */
export const DATE_FORMAT_CHARS_MAX = 100;
export const SAMPLE_ROWS_MAX = 100;

/** Settings after validation. Undefined = not sent, so it is inferred or has its default. */
export interface CsvSettings {
  labels: Partial<Record<LabelSetting, string>>;
  dateFormat?: string;
  numberFormat?: NumberFormat;
  /** ISO 4217, of rows whose cells name none. */
  currency?: string;
  signage?: Signage;
  separator: Separator;
  rowsToSkip: number;
  /** False: the first row is data, and columns are named by their number. */
  hasHeader: boolean;
  footerRowsToSkip: number;
  strategy: (typeof STRATEGIES)[number];
  /** Words of the direction column, several apart by `|`; see sideOfWord. */
  inflowValue?: string;
  outflowValue?: string;
  encoding?: EncodingName;
  /** Rows whose date or amount is blank are no part of the content. */
  skipIncompleteRows: boolean;
  /** Rows whose currency cell names no money are no part of the content. */
  skipOtherUnits: boolean;
  /** Undefined: rows that the file calls pending are imported as pending, others are left out. */
  unbookedRows?: (typeof UNBOOKED_ROWS)[number];
  /** How many rows the report shows as read. */
  sampleRows: number;
  /** The settings that a person chose. Others are suggestions that were applied: what they rest on may be in doubt. */
  chosen: ReadonlySet<CsvSetting>;
  /** Those of which nothing says who chose them: what of them equals a doubtful suggestion counts as one. */
  unclaimed: ReadonlySet<string>;
}

/** Whether the settings turn the signs of one column of amounts; words next to it tell the sides instead. */
export function turnsSigns({ signage, strategy }: CsvSettings): boolean {
  return signage === 'inflows_negative' && strategy !== 'custom_column';
}

/** Whether a person said which sign money out has. */
export function isSignChosen({ chosen, strategy }: CsvSettings): boolean {
  return chosen.has(strategy === 'custom_column' ? 'amount_type_strategy' : 'signage_convention');
}
