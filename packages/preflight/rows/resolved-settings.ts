import type { EncodingName } from '../csv/encodings.ts';
import type { Reading } from '../csv/read-row.ts';
import type { RowsProfile } from '../csv/check-rows.ts';
import type { CsvSetting, CsvSettings } from '../csv/settings.ts';

export type WireSettings = Record<string, string | number | boolean>;

/** The settings with which content was read, by request field: those that were sent, and what was inferred for the rest. */
export function resolvedSettings(
  { columns, settings, formats }: Reading,
  encoding: EncodingName,
  pendingCount: number,
): WireSettings {
  const kinds = new Set<string>(columns.map(({ field }) => field.kind));
  const labels = columns.flatMap(({ field, header }) =>
    field.setting === undefined ? [] : [[field.setting, header] as const],
  );
  const hasNumbers = ['amount', 'quantity', 'price'].some((kind) => kinds.has(kind));
  return {
    ...Object.fromEntries(labels),
    ...(kinds.has('date') && { date_format: formats.dateFormat }),
    ...(formats.currency !== undefined && { currency: formats.currency }),
    ...(hasNumbers && {
      number_format: formats.numberFormat,
      signage_convention: settings.signage ?? 'inflows_positive',
      amount_type_strategy: settings.strategy,
      ...(settings.inflowValue !== undefined && {
        amount_type_inflow_value: settings.inflowValue,
      }),
      ...(settings.outflowValue !== undefined && {
        amount_type_outflow_value: settings.outflowValue,
      }),
    }),
    col_sep: settings.separator,
    rows_to_skip: settings.rowsToSkip,
    has_header: settings.hasHeader,
    footer_rows_to_skip: settings.footerRowsToSkip,
    skip_incomplete_rows: settings.skipIncompleteRows,
    skip_other_units: settings.skipOtherUnits,
    unbooked_rows: settings.unbookedRows ?? (pendingCount > 0 ? 'import_pending' : 'leave_out'),
    encoding,
  };
}

/** The resolved settings that no person chose: what the file shows, applied suggestions, and defaults. */
export function inferredOf(resolved: WireSettings, { chosen }: CsvSettings): string[] {
  const names: ReadonlySet<string> = chosen;
  return Object.keys(resolved).filter((name) => !names.has(name));
}

/** What no person is known to have decided about the formats and settings of a reading. */
export interface OpenSettings {
  /** Formats that the rows leave open: another one fits as well or nearly so, or none that can be sent fits. */
  openFormats: readonly CsvSetting[];
  /** Settings that were sent but only repeat a doubtful suggestion, so that no person is known to have chosen them. */
  repeated: readonly CsvSetting[];
}

export function openFormatsOf({ date, number }: RowsProfile): CsvSetting[] {
  const isOpen = (verdict: typeof date | typeof number): boolean =>
    verdict === undefined ||
    verdict.faults === verdict.cells ||
    verdict.tiesWith !== undefined ||
    verdict.nearly !== undefined ||
    'accounting' in verdict;
  return [
    ...(isOpen(date) ? (['date_format'] as const) : []),
    ...(isOpen(number) ? (['number_format'] as const) : []),
  ];
}
