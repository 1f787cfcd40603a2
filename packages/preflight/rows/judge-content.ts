import { distinctCells } from '../csv/distinct-cells.ts';
import { judgeCsv } from '../csv/preflight-csv.ts';
import { isGiven, readInferred, readUnclaimed } from '../csv/read-settings.ts';
import { EVIDENCE_BASES } from '../evidence/evidence.ts';
import { MalformedCsvError, orMalformed } from '../report.ts';
import { FILE_SETTINGS } from './profile-settings.ts';
import { excerpt, listed } from '../text.ts';
import { warning } from '../warnings/warning.ts';
import type { JudgedCsv } from '../csv/preflight-csv.ts';
import type { CsvSetting, CsvSettingsInput } from '../csv/settings.ts';
import type { EvidenceItem } from '../evidence/evidence.ts';
import type { CsvImportType, CsvReport, Suggestion } from '../report.ts';

/** Content and how to read it. */
export interface SentContent {
  content: Uint8Array;
  type: CsvImportType;
  /** As sent. */
  settings: CsvSettingsInput;
  /** Limits the dates that are accepted. */
  now: Date;
  /** Whether the request names the account of all rows. */
  hasAccount?: boolean;
  /** Which of preflight's suggestions are applied: none, those that a profile leaves to each file, or all. */
  applySuggestions: AppliedSuggestions;
}

export type AppliedSuggestions = 'none' | 'of_file' | 'all';

/** Content with its report, and how that came about. */
export interface JudgedContent extends JudgedCsv {
  /** Settings as sent, with the suggestions that were applied. */
  sent: CsvSettingsInput;
  /** The settings that no person chose. */
  suggested: string[];
}

/** A suggestion may lead to another: a separator first, then the columns. */
const READINGS_MAX = 8;

/** Following suggestions that are not applied judges all rows again: a larger file would wait as long once more. */
const FOLLOWED_BYTES_MAX = 256 * 1024;

/**
 * Judges content in the same way for preflight and for an import: suggestions are applied until they change nothing.
 * Settings that a person chose stay. If suggestions contradict each other, the best of the readings that they lead to
 * is used, with a warning. Where they are not applied, the report of a small file suggests all that they would
 * lead to. Throws MalformedCsvError.
 */
export function judgeContent({
  content,
  type,
  settings,
  now,
  applySuggestions,
  hasAccount = false,
}: SentContent): JudgedContent {
  const judge = (sent: CsvSettingsInput): Judgement => {
    return { sent, judged: orMalformed(() => judgeCsv(content, type, sent, now)) };
  };
  const { judgement } = follow(judge(settings), applySuggestions, judge);
  const isWhole =
    applySuggestions === 'all' || content.length > FOLLOWED_BYTES_MAX || !leadsOn(judgement);
  const judged = asJudged(isWhole ? judgement : withAllSuggestions(judgement, judge));
  return hasAccount ? toldOfOneAccount(judged) : judged;
}

/**
 * The account of the import has all rows. Warns if rows name several; statements of several accounts are refused, as in each row of
 * an import.
 */
function toldOfOneAccount(judged: JudgedContent): JudgedContent {
  const { table, report } = judged;
  if (table === undefined) return judged;
  if (table.accounts.length > 1) {
    const message = `The file holds ${severalAccounts(table.accounts.length)}`;
    const errors = [{ code: 'validation_failed', message } as const, ...report.errors];
    return { ...judged, report: { ...report, errors, errorsCount: report.errorsCount + 1 } };
  }
  const column = table.reading.columns.find(({ field }) => field.key === 'account');
  if (column === undefined) return judged;
  const named = distinctCells(table.source, table.reading, column.index);
  if (named.size < 2) return judged;
  const accounts = listed([...named].map((account) => excerpt(account)));
  const found = warning('accounts_in_one', {
    column: excerpt(column.header),
    count: named.size,
    accounts,
  });
  return { ...judged, report: { ...report, warnings: [found, ...report.warnings] } };
}

/** Otherwise the import would put all bookings into one account. */
export const severalAccounts = (count: number): string =>
  `statements of ${count} accounts, but the import names one for all; send no account_id`;

/** What preflight answers about content, with the suggestions not applied. Throws MalformedCsvError. */
export function preflightCsv(
  content: Uint8Array,
  type: CsvImportType,
  settings: CsvSettingsInput,
  now: Date,
): CsvReport {
  return judgeContent({ content, type, settings, now, applySuggestions: 'none' }).report;
}

/** Applies suggestions until they change nothing. Returns the reading, and each suggestion on the way to it. */
function follow(first: Judgement, applied: AppliedSuggestions, judge: Judge): Followed {
  const tried = new Map<string, Judgement>();
  const made: [string, Suggestion][] = [];
  let judgement = first;
  for (;;) {
    const { sent } = judgement;
    const open = openSuggestions(judgement, applied);
    const next = withSuggestions(judgement, open);
    if (open.length === 0 || keyOf(next) === keyOf(sent)) return { judgement, made };
    made.push(...open);
    tried.set(keyOf(sent), judgement);
    if (tried.has(keyOf(next)) || tried.size >= READINGS_MAX) {
      const rounds = [...tried.keys()];
      const from = Math.max(0, rounds.indexOf(keyOf(next)));
      return { judgement: undecided([...tried.values()].slice(from)), made };
    }
    judgement = judge(next);
  }
}

/** Whether a reading that applies the suggestions may differ: they say more than how the content was read. */
function leadsOn({ judged }: Judgement): boolean {
  if (judged instanceof MalformedCsvError) return true;
  const { suggestions = {}, settings = {} } = judged.report;
  return Object.entries(suggestions).some(([name, { value }]) => settings[name] !== value);
}

/** A reading with all suggestions that its own lead to, so that a client need not ask again to learn the rest. */
function withAllSuggestions(judgement: Judgement, judge: Judge): Judgement {
  const { sent, judged } = judgement;
  const all = follow(judgement, 'all', judge);
  if (all.judgement === judgement || keyOf(all.judgement.sent) === keyOf(sent))
    return all.judgement;
  const open = new Set(openSuggestions(judgement, 'all').map(([name]) => name));
  const values = valuesOf(all.judgement.sent);
  const suggestions = Object.fromEntries([
    ...Object.entries(suggestionsOf(judged)).filter(([name]) => !open.has(name)),
    ...all.made.filter(([name, { value }]) => values[name as CsvSetting] === value),
  ]);
  if (!(judged instanceof MalformedCsvError)) {
    return { sent, judged: { ...judged, report: { ...judged.report, suggestions } } };
  }
  judged.suggestions = suggestions;
  return judgement;
}

type Judge = (sent: CsvSettingsInput) => Judgement;

interface Followed {
  judgement: Judgement;
  made: [string, Suggestion][];
}

interface Judgement {
  sent: CsvSettingsInput;
  judged: JudgedCsv | MalformedCsvError;
}

/** A key for the settings that ignores their order. */
function keyOf(sent: CsvSettingsInput): string {
  return JSON.stringify(
    Object.entries(valuesOf(sent)).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** The settings alone, without the record of who chose them. */
function valuesOf(sent: CsvSettingsInput): CsvSettingsInput {
  const { inferred_settings: _inferred, unclaimed_settings: _unclaimed, ...values } = sent;
  return values;
}

function suggestionsOf(judged: Judgement['judged']): Record<string, Suggestion> {
  const from = judged instanceof MalformedCsvError ? judged : judged.report;
  return from.suggestions ?? {};
}

/** Whether a person chose the setting. */
function isChosenIn({ sent, judged }: Judgement, name: CsvSetting): boolean {
  return judged instanceof MalformedCsvError || judged.table === undefined
    ? isGiven(sent, name) && readInferred(sent)?.includes(name) !== true
    : judged.table.reading.settings.chosen.has(name);
}

/** The suggestions to apply: those for settings that were not chosen. */
function openSuggestions(
  judgement: Judgement,
  applied: AppliedSuggestions,
): [string, Suggestion][] {
  if (applied === 'none') return [];
  return Object.entries(suggestionsOf(judgement.judged)).filter(
    ([name]) =>
      !isChosenIn(judgement, name as CsvSetting) && (applied === 'all' || FILE_SETTINGS.has(name)),
  );
}

/** Adds suggestions, and that no person chose them. */
function withSuggestions(
  judgement: Judgement,
  open: readonly (readonly [string, Suggestion])[],
): CsvSettingsInput {
  const { sent } = judgement;
  const next = {
    ...valuesOf(sent),
    ...Object.fromEntries(open.map(([name, { value }]) => [name, value])),
  };
  return {
    ...next,
    inferred_settings: Object.keys(next).filter(
      (name) => !isChosenIn(judgement, name as CsvSetting),
    ),
    // Another reading may be in doubt where this one is not.
    unclaimed_settings: readUnclaimed(sent),
  };
}

/** The best of several readings: the fewest errors, then the strongest evidence, then the first by its settings. */
function undecided(tried: readonly Judgement[]): Judgement {
  const [best] = tried
    .map((one) => ({ one, ranks: ranksOf(one) }))
    .sort(({ ranks: its, one }, { ranks: others, one: other }) => {
      const at = its.findIndex((rank, index) => rank !== others[index]);
      if (at >= 0) return (its[at] ?? 0) - (others[at] ?? 0);
      return keyOf(one.sent) < keyOf(other.sent) ? -1 : 1;
    });
  if (best === undefined) throw new Error('no reading was tried');
  const { sent, judged } = best.one;
  if (judged instanceof MalformedCsvError) return best.one;
  const { suggestions: _, ...report } = judged.report;
  const warnings = [warning('suggestions_undecided'), ...report.warnings];
  return { sent, judged: { ...judged, report: { ...report, warnings } } };
}

/** The lowest ranks are best. */
function ranksOf({ judged }: Judgement): [errors: number, evidence: number] {
  if (judged instanceof MalformedCsvError) return [Infinity, 0];
  const bases = Object.values<EvidenceItem>({ ...judged.report.evidence });
  const rank = bases.reduce((sum, { basis }) => sum + EVIDENCE_BASES.indexOf(basis), 0);
  return [judged.report.errorsCount, bases.length === 0 ? Infinity : rank];
}

function asJudged({ sent, judged }: Judgement): JudgedContent {
  if (judged instanceof MalformedCsvError) throw judged;
  const fields = valuesOf(sent);
  const chosen: ReadonlySet<string> = judged.table?.reading.settings.chosen ?? new Set();
  const suggested = Object.keys(fields).filter(
    (name) => isGiven(fields, name as CsvSetting) && !chosen.has(name),
  );
  return { ...judged, sent: fields, suggested };
}
