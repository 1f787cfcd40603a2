import { DEFAULT_DATE_FORMAT } from '../fields/dates.ts';
import { formatByDecimals } from '../evidence/format-by-decimals.ts';
import { chooseDateFormat } from './date-format.ts';
import type { RowsProfile } from '../csv/check-rows.ts';
import type { CsvSetting, CsvSettings } from '../csv/settings.ts';
import type { DateRange } from '../fields/dates.ts';
import type { NumberFormat } from '../fields/amounts.ts';
import type { CsvTypeSpec } from '../types/csv-type.ts';
import type { Hypothesis } from './hypotheses.ts';
import type { Suggestion } from '../report.ts';
import type { Warning } from '../warnings/warning.ts';

/** Records a suggested setting, with its confidence limited to 0.01 to 1. */
export type Add = (setting: CsvSetting, value: Suggestion['value'], confidence: number) => void;

/** An upload and the settings found so far, with all rows read. */
export interface Improved {
  settings: CsvSettings;
  profile: RowsProfile;
  sample: Hypothesis;
}

/** Suggests number and date formats if they differ from the settings. */
export function suggestFormats(
  { settings, spec, accepted }: { settings: CsvSettings; spec: CsvTypeSpec; accepted: DateRange },
  { profile, sample }: Improved,
  add: Add,
  warnings: Warning[],
): void {
  const numberFormat = suggestNumberFormat({ settings, spec }, profile, sample, add);
  if (profile.date === undefined || profile.date.cells <= profile.date.faults) return;
  const choice = chooseDateFormat(profile.date, sample, numberFormat, accepted);
  const current = settings.dateFormat ?? spec.dateFormat ?? DEFAULT_DATE_FORMAT;
  if (choice.format !== current) add('date_format', choice.format, choice.confidence);
  if (choice.rival !== undefined && !settings.chosen.has('date_format')) {
    warnings.push(choice.rival);
  }
}

function suggestNumberFormat(
  { settings, spec }: { settings: CsvSettings; spec: CsvTypeSpec },
  profile: RowsProfile,
  sample: Hypothesis,
  add: Add,
): NumberFormat {
  const verdict = profile.number;
  if (verdict === undefined || verdict.cells === verdict.faults) return '1,234.56';
  // A format that the client sends is strict: accounting notation is only read if the format is inferred.
  if (verdict.accounting !== undefined) return verdict.format;
  const isOpen = verdict.tiesWith !== undefined;
  // A balance or total in the millions reveals the group separator.
  const proven = sample.proof ?? (sample.total?.isTied === false ? sample.total : undefined);
  const decided = isOpen ? (proven ?? formatByDecimals(sample, spec)) : undefined;
  const format = decided?.format ?? verdict.format;
  if (format !== (settings.numberFormat ?? '1,234.56')) {
    const share = (verdict.cells - verdict.faults) / verdict.cells;
    add('number_format', format, isOpen ? share * 0.6 : share);
  }
  return format;
}
