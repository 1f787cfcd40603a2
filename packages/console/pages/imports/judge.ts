import { decodeLines } from '#preflight/csv/decode';
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

/** A file to judge, and how a person chose to read it. */
export interface Question {
  readonly content: Uint8Array;
  readonly filename: string;
  readonly contentType: string;
  /** Null if the content decides: a native export, else transactions. */
  readonly type: ImportType | null;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  readonly existing: NdjsonOptions['existing'];
}

export type Preflight = ReturnType<typeof presentPreflight>;

/** What the service would answer to POST /imports/preflight, or why it would refuse the content. */
export type Judgement =
  | { readonly preflight: Preflight; readonly lines: Readonly<Record<number, string>> }
  | { readonly refused: Record<'code' | 'message', string> & { values: { line: number } } };

/** The number of rows shown next to the lines of the file. @internal */
export const SAMPLE_ROWS = 100;
/** The service's default limit. */
const NATIVE_ROWS_MAX = 100_000;

/** Judges content with the same code as the service, so that the answer is the same to the byte. */
export function judge(question: Question, now: Date): Judgement {
  const { content, filename, contentType, settings, existing } = question;
  const type = question.type ?? (startsAsExport(content) ? 'NativeImport' : 'TransactionImport');
  const described = { filename, contentType, byteSize: content.byteLength };
  const answer = (report: CsvReport | NdjsonReport): Judgement => {
    const preflight = presentPreflight(type, described, report);
    const { settings = {}, sample = [], errors } = preflight;
    const text = type === 'NativeImport' ? content : readable(content, settings).content;
    const spokenOf = new Set([...sample, ...errors].flatMap(({ line }) => line ?? []));
    const encoding = settings['encoding'] as EncodingName | undefined;
    return { preflight, lines: decodeLines(text, spokenOf, encoding) };
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

const refusal = ({ reason: code, line, message }: MalformedCsvError): Judgement => ({
  refused: { code, message, values: { line } },
});
