import type { CsvImportType, CsvReport, NdjsonReport, Suggestion } from '#preflight/report';
import type { FoundHeader } from '#preflight/rows/header-fingerprint';
import type { SentContent } from '#preflight/rows/judge-content';
import type { ReadImport } from '#preflight/rows/read-import';
import type { TaxonomyNames } from '../../shared/ledger/taxonomy-names.ts';
import type { ChunkCheck } from '../../shared/imports/session/chunk-check.ts';
import type { ReadFields, UnreadableBody, WantedFields } from '../http/request-fields.ts';

/**
 * What a thread can be asked to do, and what it answers. Everything here crosses a thread boundary: plain data, and
 * bytes that are transferred rather than copied where their owner allows it.
 */
export interface CsvTask extends SentContent {
  kind: 'csv';
}

/** Reads content that is kept as an import: its rows come back as text for a `copy`. */
export interface ImportTask extends SentContent {
  kind: 'import';
  householdId: string;
  importId: string;
  /** The account that the import names. */
  accountId: string | null;
}

/** @internal */
export interface NdjsonTask {
  kind: 'ndjson';
  content: Uint8Array;
  /** Names that the household already has. */
  existing: TaxonomyNames;
  rowsMax: number;
}

/** The checks on a chunk of an import session. */
export interface ChunkTask extends Omit<NdjsonTask, 'kind'> {
  kind: 'chunk';
}

/** Reading a large JSON or form body takes tens of milliseconds, which is too long for the event loop. */
interface FieldsTask extends WantedFields {
  kind: 'fields';
  content: Uint8Array;
}

/** The search for headers in packed content, which takes as long as unpacking it. */
interface HeadersTask {
  kind: 'headers';
  content: Uint8Array;
  type: CsvImportType;
  encodings: readonly string[];
}

export type Task = CsvTask | ImportTask | NdjsonTask | ChunkTask | FieldsTask | HeadersTask;

/** The content is not CSV at all. Plain data, because errors lose their class between threads. */
export interface MalformedCsv {
  kind: 'malformed_csv';
  message: string;
  line: number;
  /** Settings under which it could be read, by request field. */
  suggestions: Record<string, Suggestion>;
}

/** The content is of another format, which the message names. */
export interface OtherFormat {
  kind: 'other_format';
  message: string;
}

/** The content of a chunk does not begin like an export. */
interface NoExport {
  kind: 'no_export';
}

/** An import as it was read. */
export interface ImportReading extends ReadImport {
  kind: 'import';
  /** What `copyImportRows` takes. */
  rows: Uint8Array;
  /** The content as it is kept: compressed. */
  keptContent: Uint8Array;
  /** Identifies the content's header; null without one. */
  fingerprint: string | null;
}

interface Results {
  csv: CsvReport | MalformedCsv | OtherFormat;
  import: ImportReading | MalformedCsv | OtherFormat;
  ndjson: NdjsonReport;
  chunk: (ChunkCheck & { kind: 'chunk' }) | NoExport;
  fields: ReadFields | UnreadableBody;
  headers: { kind: 'headers'; found: Map<string, FoundHeader> };
}
export type ResultOf<T extends Task> = Results[T['kind']];

/** A task on its way to a thread. */
export type NumberedTask = Task & { number: number };

/** What a thread posts when it begins the task with this number. */
export interface Begun {
  begun: number;
}
