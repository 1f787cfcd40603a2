import type { Evidence, EvidenceItem } from './evidence/evidence.ts';
import type { CsvReport, ImportType, NdjsonReport, SampleRow } from './report.ts';
import { presentWarnings } from './warnings/warning.ts';

/** Content as an answer describes it. */
interface PresentedContent {
  filename: string;
  contentType: string;
  byteSize: number;
}

/** A report as ImportPreflight. CSV and NDJSON answers have only the keys that concern them. */
export function presentPreflight(
  type: ImportType,
  { filename, contentType, byteSize }: PresentedContent,
  report: CsvReport | NdjsonReport,
) {
  return {
    type,
    valid: report.errorsCount === 0,
    content: { filename, content_type: contentType, byte_size: byteSize },
    stats: report.kind === 'csv' ? csvStats(report) : ndjsonStats(report),
    ...(report.kind === 'csv' ? csvHeaders(report) : {}),
    errors: report.errors,
    ...presentWarnings(report.warnings),
    ...(report.kind === 'csv' ? csvReading(report) : {}),
  };
}

function csvReading({ sample, settings, inferredSettings = [], evidence, suggestions }: CsvReport) {
  return {
    ...(sample !== undefined && { sample: sample.map(presentRow) }),
    ...(settings !== undefined && { settings, inferred_settings: inferredSettings }),
    ...(evidence !== undefined && { evidence: presentEvidence(evidence) }),
    ...(suggestions !== undefined && { suggestions }),
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

/** A statement has no table, so its headers are null. */
function csvHeaders({ isStatement, headers, requiredHeaders, missingRequiredHeaders }: CsvReport) {
  return {
    headers: isStatement ? null : headers,
    required_headers: isStatement ? null : requiredHeaders,
    missing_required_headers: isStatement ? null : missingRequiredHeaders,
  };
}

/** A row as understood, without the fields that its type does not have. */
function presentRow({ exchangeOperatingMic, accountType, positionValue, ...row }: SampleRow) {
  return {
    ...row,
    pending: row.pending ?? false,
    ...(exchangeOperatingMic !== undefined && { exchange_operating_mic: exchangeOperatingMic }),
    ...(positionValue !== undefined && { position_value: positionValue }),
    ...(accountType !== undefined && { account_type: accountType }),
  };
}

/** What a reading is based on, on the wire. */
export function presentEvidence(evidence: Evidence) {
  return {
    sign: presentBasis(evidence.sign),
    number_format: presentBasis(evidence.numberFormat),
    date_order: presentBasis(evidence.dateOrder),
    amount_columns: presentBasis(evidence.amountColumns),
    currency: presentBasis(evidence.currency),
  };
}

function presentBasis({ basis, rowsAgree, rowsDisagree }: EvidenceItem) {
  return {
    basis,
    ...(rowsAgree !== undefined && { rows_agree: rowsAgree }),
    ...(rowsDisagree !== undefined && { rows_disagree: rowsDisagree }),
  };
}
