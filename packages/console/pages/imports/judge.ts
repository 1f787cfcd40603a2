import { decodeText } from '#preflight/csv/decode';
import type { EncodingName } from '#preflight/csv/encodings';
import { binaryKind } from '#preflight/file-kind';
import { preflightNdjson } from '#preflight/ndjson/preflight-ndjson';
import { startsAsExport } from '#preflight/ndjson/starts-as-export';
import { readable } from '#preflight/packed/open-file';
import { presentPreflight } from '#preflight/present-report';
import { MalformedCsvError, OtherFormatError } from '#preflight/report';
import type { CsvReport, ImportType, NdjsonReport } from '#preflight/report';
import { judgeContent } from '#preflight/rows/judge-content';
import type { NdjsonOptions } from '#preflight/ndjson/preflight-ndjson';

/** A file to judge, and what a person chose of how to read it. */
export interface Question {
  readonly content: Uint8Array;
  readonly filename: string;
  readonly contentType: string;
  /** Null: a native export or transactions, as the content shows. */
  readonly type: ImportType | null;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  readonly existing: NdjsonOptions['existing'];
}

export type Preflight = ReturnType<typeof presentPreflight>;

/** What the service would answer to POST /imports/preflight, or why it would refuse the content. */
export type Judgement =
  | { readonly preflight: Preflight; readonly lines: Readonly<Record<number, string>> }
  | { readonly refused: { readonly code: string; readonly message: string } };

/** Rows that are shown next to the lines of the file. @internal */
export const SAMPLE_ROWS = 100;
/** What the service takes unless it is set otherwise. */
const NATIVE_ROWS_MAX = 100_000;

/** Longer lines are cut: they are shown next to what was read from them. */
const CHARS_MAX = 400;

/** Judges content as the service does, with the same code: the answer is the same to the byte. */
export function judge(question: Question, now: Date): Judgement {
  const { content, filename, contentType, settings, existing } = question;
  const type = question.type ?? (startsAsExport(content) ? 'NativeImport' : 'TransactionImport');
  const described = { filename, contentType, byteSize: content.byteLength };
  const answer = (report: CsvReport | NdjsonReport): Judgement => {
    const preflight = presentPreflight(type, described, report);
    const text =
      type === 'NativeImport' ? content : readable(content, preflight.settings ?? {}).content;
    return { preflight, lines: decodeLines(text, preflight) };
  };
  if (type === 'NativeImport') {
    const kind = binaryKind(content);
    if (kind !== undefined) return refusal(new OtherFormatError(kind));
    return answer(preflightNdjson(content, { existing, rowsMax: NATIVE_ROWS_MAX }));
  }
  try {
    const sent = { ...settings, sample_rows: SAMPLE_ROWS };
    return answer(
      judgeContent({ content, type, settings: sent, now, applySuggestions: 'all' }).report,
    );
  } catch (error) {
    if (error instanceof MalformedCsvError) return refusal(error);
    throw error;
  }
}

const refusal = ({ name: code, message }: Error): Judgement => ({ refused: { code, message } });

/** The physical lines that the answer speaks of, as the file has them, by their number. */
function decodeLines(
  content: Uint8Array,
  { sample = [], errors, settings }: Preflight,
): Record<number, string> {
  const wanted = new Set([...sample, ...errors].flatMap(({ line }) => line ?? []));
  const last = Math.max(0, ...wanted);
  const encoding = settings?.['encoding'] as EncodingName | undefined;
  const text = new TextDecoder().decode(decodeText(content, encoding).bytes);
  const lines: Record<number, string> = {};
  for (const [index, line] of text.split(/\r\n|[\r\n]/, last).entries()) {
    if (wanted.has(index + 1)) lines[index + 1] = line.trimEnd().slice(0, CHARS_MAX);
  }
  return lines;
}
