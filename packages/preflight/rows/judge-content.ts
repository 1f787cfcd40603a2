import { judgeCsv } from '../csv/preflight-csv.ts';
import { isGiven, readInferred, readUnclaimed } from '../csv/read-settings.ts';
import { EVIDENCE_BASES } from '../evidence/evidence.ts';
import { MalformedCsvError, orMalformed } from '../report.ts';
import { FILE_SETTINGS } from './profile-settings.ts';
import { warning } from '../warnings/warning.ts';
import type { JudgedCsv } from '../csv/preflight-csv.ts';
import type { CsvSetting, CsvSettingsInput } from '../csv/settings.ts';
import type { EvidenceItem } from '../evidence/evidence.ts';
import type { CsvImportType } from '../report.ts';

/** Content and how to read it. */
export interface SentContent {
  content: Uint8Array;
  type: CsvImportType;
  /** As sent. */
  settings: CsvSettingsInput;
  /** Limits the dates that are accepted. */
  now: Date;
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

/**
 * Judges content in the same way for preflight and for an import: suggestions are applied until they change nothing.
 * Settings that a person chose stay. If suggestions contradict each other, the best of the readings that they lead to
 * is used, with a warning. Throws MalformedCsvError.
 */
export function judgeContent({
  content,
  type,
  settings,
  now,
  applySuggestions,
}: SentContent): JudgedContent {
  const judge = (sent: CsvSettingsInput): JudgedCsv | MalformedCsvError =>
    orMalformed(() => judgeCsv(content, type, sent, now));
  const tried = new Map<string, Judgement>();
  let sent = settings;
  for (;;) {
    const judged = judge(sent);
    const next = withSuggestions(sent, judged, applySuggestions);
    if (next === undefined || keyOf(next) === keyOf(sent)) return asJudged({ sent, judged });
    tried.set(keyOf(sent), { sent, judged });
    if (tried.has(keyOf(next)) || tried.size >= READINGS_MAX) {
      const rounds = [...tried.keys()];
      const from = Math.max(0, rounds.indexOf(keyOf(next)));
      return undecided([...tried.values()].slice(from));
    }
    sent = next;
  }
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

/** Adds suggestions for settings that were not chosen, and their basis; undefined when there are none. */
function withSuggestions(
  sent: CsvSettingsInput,
  judged: JudgedCsv | MalformedCsvError,
  applied: AppliedSuggestions,
): CsvSettingsInput | undefined {
  if (applied === 'none') return undefined;
  const isMalformed = judged instanceof MalformedCsvError;
  const inferred = readInferred(sent) ?? [];
  const isChosen = (name: string): boolean =>
    isMalformed || judged.table === undefined
      ? isGiven(sent, name as CsvSetting) && !inferred.includes(name)
      : judged.table.reading.settings.chosen.has(name as CsvSetting);
  const suggestions = (isMalformed ? judged.suggestions : judged.report.suggestions) ?? {};
  const open = Object.entries(suggestions).filter(
    ([name]) => !isChosen(name) && (applied === 'all' || FILE_SETTINGS.has(name)),
  );
  if (open.length === 0) return undefined;
  const next = {
    ...valuesOf(sent),
    ...Object.fromEntries(open.map(([name, { value }]) => [name, value])),
  };
  return {
    ...next,
    inferred_settings: Object.keys(next).filter((name) => !isChosen(name)),
    // Another reading may be in doubt where this one is not.
    unclaimed_settings: readUnclaimed(sent),
  };
}

/** The best of several readings: the fewest errors, then the strongest evidence, then the first by its settings. */
function undecided(tried: readonly Judgement[]): JudgedContent {
  const [best] = tried
    .map((one) => ({ one, ranks: ranksOf(one) }))
    .sort(({ ranks: its, one }, { ranks: others, one: other }) => {
      const at = its.findIndex((rank, index) => rank !== others[index]);
      if (at >= 0) return (its[at] ?? 0) - (others[at] ?? 0);
      return keyOf(one.sent) < keyOf(other.sent) ? -1 : 1;
    });
  if (best === undefined) throw new Error('no reading was tried');
  const { report, ...more } = asJudged(best.one);
  const { suggestions: _, ...rest } = report;
  const warnings = [warning('suggestions_undecided'), ...report.warnings];
  return { ...more, report: { ...rest, warnings } };
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
