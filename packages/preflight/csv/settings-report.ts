import { requiredLabels } from './headers.ts';
import { readSettings } from './read-settings.ts';
import type { Problem } from '../problem-list.ts';
import type { CsvReport } from '../report.ts';
import type { CsvTypeSpec } from '../types/csv-type.ts';
import type { CsvSettings, CsvSettingsInput } from './settings.ts';

/** The report of wrong settings; the content is not parsed then. */
export function settingsReport(
  spec: CsvTypeSpec,
  settings: CsvSettings,
  faults: Problem[],
): CsvReport {
  return {
    kind: 'csv',
    rowsCount: 0,
    headers: [],
    requiredHeaders: requiredLabels(spec, settings),
    missingRequiredHeaders: [],
    errors: faults,
    errorsCount: faults.length,
    warnings: [],
  };
}

/** A report of the wrong settings alone, for unreadable content: the client corrects these first. Undefined if none is wrong. */
export function faultsAlone(settings: CsvSettingsInput, spec: CsvTypeSpec): CsvReport | undefined {
  const sent = { ...settings, rows_to_skip: undefined, footer_rows_to_skip: undefined };
  const read = readSettings(sent, spec, new Uint8Array());
  return read.faults.length === 0 ? undefined : settingsReport(spec, read.settings, read.faults);
}
