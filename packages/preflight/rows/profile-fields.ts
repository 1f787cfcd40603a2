import { CSV_TYPE } from '../records/provenance.ts';
import { TEXT_LENGTH_MAX } from '../records/lengths.ts';
import { isObject } from '../is-object.ts';
import { readInferred, readSettings } from '../csv/read-settings.ts';
import { CSV_SETTINGS } from '../csv/settings.ts';
import type { CsvImportType } from '../report.ts';
import { CSV_TYPES } from '../types/csv-types.ts';

/** Settings of imports by request field. */
export type ProfileSettings = Record<string, string | number | boolean | null>;

/** Settings that concern only one upload are not part of a profile. */
const KEPT: ReadonlySet<string> = new Set(CSV_SETTINGS.filter((name) => name !== 'sample_rows'));
/** There is no text yet whose lines could limit the rows to skip. */
const SOME_TEXT = new Uint8Array(10_000).fill(10);

/** The settings of those sent that a profile stores: null removes one, and unknown ones are ignored. */
export function keptSettings(sent: Readonly<Record<string, unknown>>): ProfileSettings {
  const { inferred_settings: named, ...others } = sent;
  const inferred = readInferred({ inferred_settings: named });
  const entries = Object.entries(others).filter(
    ([name, value]) => KEPT.has(name) && ['string', 'number', 'boolean'].includes(typeof value),
  );
  return {
    ...(Object.fromEntries(entries) as ProfileSettings),
    ...(inferred !== undefined && { inferred_settings: inferred.join(',') }),
  };
}

/** What is wrong with the settings for files of this type. */
export function settingsFaults(settings: ProfileSettings, type: CsvImportType): string[] {
  if (JSON.stringify(settings).length > TEXT_LENGTH_MAX) return ['Settings are too long'];
  return readSettings(settings, CSV_TYPES[type], SOME_TEXT).faults.map(({ message }) => message);
}

/** The settings of an ImportProfile record in the form in which they are stored, and what is wrong with them. */
export function readProfileRecord(data: Readonly<Record<string, unknown>>): {
  settings: ProfileSettings;
  faults: string[];
} {
  const { settings: sent, type } = data;
  const settings = keptSettings(isObject(sent) ? sent : {});
  const known = (CSV_TYPE.read(type) ?? 'TransactionImport') as CsvImportType;
  return { settings, faults: settingsFaults(settings, known) };
}
