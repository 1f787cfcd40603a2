import { preflightCsv } from '#preflight/csv/preflight-csv';
import type { CsvReport } from '#preflight/report';

/** Suggested settings by name, or none. */
export type Settings = Record<string, any>;

/** Sends no settings, then what was suggested, as such. */
export function roundTrip(
  content: Buffer,
  now: Date,
): { settings: Settings; first: CsvReport; second: CsvReport } {
  const first = preflightCsv(content, 'TransactionImport', {}, now);
  const settings = Object.fromEntries(
    Object.entries(first.suggestions ?? {}).map(([name, { value }]) => [name, value]),
  );
  const sent = { ...settings, inferred_settings: Object.keys(settings) };
  return { settings, first, second: preflightCsv(content, 'TransactionImport', sent, now) };
}
