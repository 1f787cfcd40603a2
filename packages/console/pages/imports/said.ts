import { compileStrptime } from '#preflight/fields/strptime';
import { addTexts, type Schemas, texts } from '../../app/index.ts';
import { type Fault, faultWords } from '../../parts/fault-words.ts';
import type { Preflight } from './judge.ts';

const t = texts('imports');
await addTexts('-of-files');

type Warned = Pick<Schemas['Import'], 'warnings' | 'warning_details'>;
/** How a file was read, as preflight and an import say it. */
export interface Read
  extends Warned, Pick<Preflight, 'type'>, Partial<Pick<Preflight, 'suggestions'>> {
  readonly headers?: readonly string[] | null;
  readonly settings?: Readonly<Record<string, string | number | boolean | null>>;
  readonly missing_required_headers?: readonly string[] | null;
  readonly evidence?: Preflight['evidence'] | null;
  readonly errors: readonly Fault[];
}
/** The settings that a file was read with, and the columns that it lacks. */
type Settled = Pick<Read, 'settings' | 'missing_required_headers'>;

/** The name of a setting on the page. */
export const nameOf = (setting: string): string =>
  t(`setting.${setting}` as 'setting.currency', { defaultValue: setting });

/** Texts refer to settings by their API name in brackets, so that the page knows which ones to show. */
const SETTING = /([[(])([a-z_]+)[\])]/g;
const inOurWords = (text: string): string =>
  text.replace(SETTING, (found, bracket: string, setting: string) => {
    const name = nameOf(setting);
    if (name === setting) return found;
    return bracket === '(' ? `(${name})` : t('quoted', { name });
  });

const warned = ({ warnings, warning_details: details }: Warned): string[] =>
  details.map((one, at) => faultWords({ ...one, message: warnings[at] ?? '' }, 'warnings'));

/** Warnings in the reader's language, with the page's names of settings. */
export const warningWords = (of: Warned): string[] => warned(of).map(inOurWords);

/** Adds to a fault what its sentence needs: the format that the cell does not match, or the columns that the file lacks. */
export function faultOf(fault: Fault, { settings, missing_required_headers }: Settled): Fault {
  const { code, column, value = '' } = fault;
  const isDate = code === 'invalid_date';
  const format = String(settings?.[isDate ? 'date_format' : 'number_format'] ?? '%Y-%m-%d');
  const missing = (missing_required_headers ?? []).map((label) => {
    const setting = `${label}_col_label`;
    return nameOf(setting) === setting ? label : `[${setting}]`;
  });
  const values = { format, missing: missing.join(', ') };
  if (missing.length > 0) return { ...fault, values, context: 'named' };
  if (column === undefined) return { ...fault, values };
  const isDay = isDate && compileStrptime(format)(value) !== undefined;
  return { ...fault, values, context: isDay ? 'range' : 'cell' };
}

export const faultWordsOf = (fault: Fault, read: Settled): string =>
  inOurWords(faultWords(faultOf(fault, read)));

/** The settings that the warnings and faults of a file refer to. */
export function settingsNamed(of: Read): ReadonlySet<string> {
  const said = [...warned(of), ...of.errors.map((fault) => faultWords(faultOf(fault, of)))];
  return new Set([...said.join('\n').matchAll(SETTING)].map((found) => found[2] ?? ''));
}
