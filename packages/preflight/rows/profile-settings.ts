import { NUMBER_FORMATS } from '../fields/amounts.ts';
import type { CsvSetting } from '../csv/settings.ts';
import type { ProfileSettings } from './profile-fields.ts';
import type { OpenSettings, WireSettings } from './resolved-settings.ts';

/** Settings that one file of a bank may need and the next may not: if a profile leaves them open, each file decides. */
export const FILE_SETTINGS: ReadonlySet<string> = new Set<CsvSetting>([
  'footer_rows_to_skip',
  'skip_incomplete_rows',
  'date_format',
  'number_format',
]);

/** How content was read, and who decided that. */
export interface DecidedSettings extends OpenSettings {
  /** Settings as sent, with the suggestions that were applied. */
  fields: ProfileSettings;
  /** The fields that no person sent. */
  suggested: string[];
  /** As resolved. */
  settings: WireSettings;
}

/**
 * What a profile keeps of a reading. What this file shows with certainty also holds for the next one, which may leave
 * it open. What this file leaves open does not, nor does the number of rows below its table. Settings that were not
 * chosen are named, so that they stay in doubt. The first number format need not be kept: an open one is read as that.
 */
export function settingsForNextFile(read: DecidedSettings): ProfileSettings {
  const { settings, suggested, openFormats, repeated } = read;
  const isRepeated = (name: string): boolean => repeated.some((one) => one === name);
  const isOfFile = (name: string): boolean =>
    suggested.includes(name) &&
    !isRepeated(name) &&
    (name === 'footer_rows_to_skip' || openFormats.some((open) => open === name));
  const kept: ProfileSettings = Object.fromEntries(
    Object.entries(read.fields).filter(([name]) => !isOfFile(name)),
  );
  for (const format of ['date_format', 'number_format'] as const) {
    const decided = settings[format];
    if (decided === undefined || decided === NUMBER_FORMATS[0]) continue;
    if (!openFormats.includes(format)) kept[format] ??= decided;
  }
  const inferred = suggested.filter(
    (name) =>
      Object.hasOwn(kept, name) &&
      (isRepeated(name) || (name !== 'date_format' && name !== 'number_format')),
  );
  return { ...kept, inferred_settings: inferred.join(',') };
}
