import { isGiven } from '#preflight/csv/read-settings';
import type { CsvSetting } from '#preflight/csv/settings';
import type { Evidence, EvidenceItem } from '#preflight/evidence/evidence';
import { problemsOfFile } from '#preflight/report';
import type { CsvReport, ImportType, NdjsonReport, SampleRow } from '#preflight/report';
import { undoEnd } from '#preflight/states';
import type { StoredImportRow } from '../../shared/imports/import-rows.ts';
import type { Import } from '../../shared/imports/imports.ts';
import type { Content } from '../http/check-content.ts';
import type { Schemas } from '../openapi/json-schema.ts';
import { presentTimestamp } from './timestamp.ts';

/** A report as ImportPreflight. CSV and NDJSON answers have the keys that concern them, and no others. */
export function presentPreflight(
  type: ImportType,
  { filename, contentType, byteSize }: Omit<Content, 'bytes'>,
  report: CsvReport | NdjsonReport,
) {
  return {
    type,
    valid: report.errorsCount === 0,
    content: { filename, content_type: contentType, byte_size: byteSize },
    stats: report.kind === 'csv' ? csvStats(report) : ndjsonStats(report),
    ...(report.kind === 'csv' ? csvHeaders(report) : {}),
    errors: report.errors,
    warnings: report.warnings,
    ...(report.kind === 'csv' && report.sample !== undefined
      ? { sample: report.sample.map(presentRow) }
      : {}),
    ...(report.kind === 'csv' && report.settings !== undefined
      ? { settings: report.settings, inferred_settings: report.inferredSettings ?? [] }
      : {}),
    ...(report.kind === 'csv' && report.evidence !== undefined
      ? { evidence: presentEvidence(report.evidence) }
      : {}),
    ...(report.kind === 'csv' && report.suggestions !== undefined
      ? { suggestions: report.suggestions }
      : {}),
  };
}

function csvStats({ rowsCount, skippedRowsCount }: CsvReport) {
  return {
    rows_count: rowsCount,
    ...(skippedRowsCount !== undefined && { skipped_rows_count: skippedRowsCount }),
  };
}

function ndjsonStats(report: NdjsonReport) {
  return {
    rows_count: report.rowsCount,
    valid_rows_count: report.validRowsCount,
    invalid_rows_count: report.invalidRowsCount,
    entity_counts: report.entityCounts,
    record_type_counts: report.recordTypeCounts,
  };
}

function csvHeaders(report: CsvReport) {
  return {
    headers: report.headers,
    required_headers: report.requiredHeaders,
    missing_required_headers: report.missingRequiredHeaders,
  };
}

/** A row as understood; what its type does not have is left out. */
function presentRow({ exchangeOperatingMic, accountType, ...row }: SampleRow) {
  return {
    ...row,
    pending: row.pending ?? false,
    ...(exchangeOperatingMic !== undefined && { exchange_operating_mic: exchangeOperatingMic }),
    ...(accountType !== undefined && { account_type: accountType }),
  };
}

/** What a reading rests on, on the wire. */
function presentEvidence({ sign, numberFormat, dateOrder, amountColumns }: Evidence) {
  return {
    sign: presentBasis(sign),
    number_format: presentBasis(numberFormat),
    date_order: presentBasis(dateOrder),
    amount_columns: presentBasis(amountColumns),
  };
}

function presentBasis({ basis, rowsAgree, rowsDisagree }: EvidenceItem) {
  return {
    basis,
    ...(rowsAgree !== undefined && { rows_agree: rowsAgree }),
    ...(rowsDisagree !== undefined && { rows_disagree: rowsDisagree }),
  };
}

/** An import of a CSV on the wire. */
export function presentImport(row: Import): Schemas['Import'] {
  const { report, verdicts } = row;
  const skipped = report.skippedRowsCount ?? 0;
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    account_id: row.accountId,
    client_import_id: row.clientImportId,
    filename: row.filename,
    content_type: row.contentType,
    byte_size: row.byteSize,
    settings: row.settings,
    inferred_settings: inferredSettings(row),
    stats: {
      rows_count: row.rowsCount,
      valid_rows_count: row.rowsCount - row.invalidRowsCount,
      invalid_rows_count: row.invalidRowsCount,
      skipped_rows_count: skipped,
    },
    verdicts: row.judged
      ? {
          new: verdicts.new ?? 0,
          duplicate: verdicts.duplicate ?? 0,
          update: verdicts.update ?? 0,
          invalid: verdicts.invalid ?? 0,
          excluded: verdicts.excluded ?? 0,
          skipped,
        }
      : null,
    headers: report.headers ?? [],
    errors: problemsOfFile(report),
    warnings: report.warnings ?? [],
    evidence: report.evidence === undefined ? null : presentEvidence(report.evidence),
    profile: presentProfile(row.profile),
    save_profile: row.saveProfile?.name ?? null,
    progress: {
      step: row.step,
      // Undo also counts accounts, categories and the like.
      rows_done: Math.min(row.rowsDone, row.rowsCount),
      rows_total: row.rowsCount,
    },
    summary: row.summary,
    error: row.error,
    created_at: presentTimestamp(row.createdAt),
    updated_at: presentTimestamp(row.updatedAt),
    published_at: row.publishedAt === null ? null : presentTimestamp(row.publishedAt),
    undone_at: row.undoneAt === null ? null : presentTimestamp(row.undoneAt),
    undo_until: row.status === 'complete' ? presentTimestamp(undoUntil(row)) : null,
  };
}

function presentProfile(profile: Import['profile']): Schemas['Import']['profile'] {
  if (profile === null) return null;
  const { id, name, how } = profile;
  return { id, name, how };
}

/** Those of the settings that no person chose. */
function inferredSettings({ settings, fields, suggested }: Import): string[] {
  return Object.keys(settings).filter(
    (name) => !isGiven(fields, name as CsvSetting) || suggested.includes(name),
  );
}

/** The last instant at which a complete import can be undone. */
export function undoUntil({ publishedAt }: Pick<Import, 'publishedAt'>): Date {
  return undoEnd(publishedAt ?? new Date(0));
}

/** A row of an import on the wire. */
export function presentImportRow(
  { type, judged, status }: Pick<Import, 'type' | 'judged' | 'status'>,
  row: StoredImportRow,
): Schemas['ImportRow'] {
  const { line, date, amount, currency, name, category, tags, notes, account } = row;
  const { pending } = row;
  const isMade = row.verdict === 'new' && (status === 'complete' || status === 'undoing');
  const ofId = isMade ? row.recordId : row.ofId;
  return {
    line,
    values: { date, amount, currency, name, category, tags, notes, account, pending, ...row.more },
    verdict: judged || row.verdict !== 'new' || row.verdictMade ? row.verdict : null,
    of: ofId === null ? null : presentMatch(type, ofId),
    certainty: row.certainty,
    is_corrected: row.verdictMade || row.valuesMade !== null,
    errors: row.errors.map(({ field: _field, ...error }) => error),
    warnings: row.warnings,
  };
}

function presentMatch(type: Import['type'], id: string) {
  return type === 'TransactionImport' || type.startsWith('BudgetApp')
    ? { transaction_id: id }
    : { record_id: id };
}
