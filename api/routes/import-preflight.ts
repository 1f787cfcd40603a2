import { binaryKind, FILE_KINDS } from '#preflight/file-kind';
import { householdNow } from '../../shared/households/households.ts';
import { listTaxonomyNames } from '../../shared/ledger/taxonomy-names.ts';
import type { ApiContext } from '../context.ts';
import {
  APPLY_SUGGESTIONS,
  CONTENT_ERRORS,
  contentBody,
  IMPORT_EXAMPLE,
  IMPORT_FIELDS,
} from '../records/import-fields.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import { resource } from '../http/resource.ts';
import type { ApiRequest, ApiResponse } from '../http/route.ts';
import { presentPreflight } from '#preflight/present-report';
import {
  findSentAccount,
  otherFormat,
  readFlag,
  readImportRequest,
  unreadable,
} from '../steps/read-import-request.ts';
import type { ImportRequest } from '../steps/read-import-request.ts';
import type { CsvTask } from '../preflight-pool/tasks.ts';

export const importPreflightRoutes = resource('Imports');

const MORE_FIELDS = { apply_suggestions: APPLY_SUGGESTIONS };

/**
 * POST /api/v1/imports/preflight. Nothing is stored and no job is queued. The order of the checks is part of the
 * interface: type, presence, size and media type of the content, account, settings, and last what the content says.
 */
importPreflightRoutes.read('POST /api/v1/imports/preflight', {
  operationId: 'preflightImport',
  summary: 'Check import content',
  description: [
    'Says whether content can be imported, and if not, which line, which column and why. Nothing is stored.',
    'Settings concern CSV alone: those that are sent are applied strictly, others are inferred.',
    'Statements in CAMT.052 to .054, OFX, MT940, MT942 and QIF are recognised by their content and read as a table of transactions.',
    'So are workbooks (XLSX, ODS, HTML and XML named .xls) and ZIP files of any of these, of every type.',
    'Fields may be in the body or in the query string.',
  ].join(' '),
  lenient: true,
  body: contentBody(MORE_FIELDS),
  example: { body: IMPORT_EXAMPLE },
  responses: {
    200: { description: 'What was found.', schema: dataOf(ref('ImportPreflight')) },
  },
  errors: ['record_not_found', ...CONTENT_ERRORS],
  async handler(context, request) {
    const known = [...IMPORT_FIELDS, ...Object.keys(MORE_FIELDS)];
    const sent = await readImportRequest(context, request, known, ['unknown', 'unread']);
    if (sent.type === 'NativeImport') return preflightNative(context, request, sent);
    const accountId = await findSentAccount(context, request, sent.fields['account_id']);
    const { account_id: _account, type: _type, apply_suggestions, ...settings } = sent.fields;
    const { type } = sent;
    const applySuggestions = readFlag('apply_suggestions', apply_suggestions) ? 'all' : 'none';
    const hasAccount = accountId !== null;
    return preflightSheet(context, request, sent, { type, settings, applySuggestions, hasAccount });
  },
});

async function preflightNative(
  { sql, config, preflightPool }: ApiContext,
  { householdId, signal }: ApiRequest,
  { content: { bytes, isFile, ...content }, warnings }: Pick<ImportRequest, 'content' | 'warnings'>,
): Promise<ApiResponse> {
  const kind = binaryKind(bytes);
  if (kind !== undefined) throw otherFormat(`The content is ${FILE_KINDS[kind]}.`, isFile);
  const existing = await listTaxonomyNames(sql, householdId);
  const rowsMax = config.nativeImportMaxRows;
  const task = { kind: 'ndjson', content: bytes, existing, rowsMax } as const;
  const report = await preflightPool.run(task, { owner: householdId, signal });
  const complete = { ...report, warnings: [...warnings, ...report.warnings] };
  return { status: 200, body: { data: presentPreflight('NativeImport', content, complete) } };
}

async function preflightSheet(
  { sql, clock, preflightPool }: ApiContext,
  { householdId, signal }: ApiRequest,
  { content: { bytes, isFile, ...content }, warnings }: Pick<ImportRequest, 'content' | 'warnings'>,
  asked: Pick<CsvTask, 'type' | 'settings' | 'applySuggestions' | 'hasAccount'>,
): Promise<ApiResponse> {
  const now = await householdNow(sql, householdId, clock.now());
  const task = { kind: 'csv', content: bytes, ...asked, now } as const;
  const report = await preflightPool.run(task, { owner: householdId, signal });
  if (report.kind !== 'csv') throw unreadable(report, isFile);
  const complete = { ...report, warnings: [...warnings, ...report.warnings] };
  return { status: 200, body: { data: presentPreflight(asked.type, content, complete) } };
}
