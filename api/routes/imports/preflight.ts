import { binaryKind } from '../../../shared/imports/file-kind.ts';
import type { CsvImportType } from '../../../shared/imports/report.ts';
import { listTaxonomyNames } from '../../../shared/store/ledger/taxonomy-names.ts';
import type { ApiContext } from '../../context.ts';
import { IMPORT_EXAMPLE } from '../../contract/import-fields.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import type { RequestFields } from '../../http/request-fields.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { defineRoute } from '../../http/route.ts';
import { presentPreflight } from '../../present/preflights.ts';
import { contentBody, CONTENT_ERRORS, IMPORT_FIELDS } from '../../contract/import-fields.ts';
import {
  findSentAccount,
  otherFormat,
  readImportRequest,
  unreadable,
} from './read-import-request.ts';
import type { SentContent } from './read-import-request.ts';

/**
 * POST /api/v1/imports/preflight. Nothing is stored and no job is queued. The order of the checks is part of the
 * interface: type, content, size, media type, account, settings, content of the content.
 */
export const preflightImport = defineRoute({
  method: 'post',
  path: '/api/v1/imports/preflight',
  scope: 'read',
  schema: {
    operationId: 'preflightImport',
    summary: 'Check import content',
    description: [
      'Says whether content can be imported, and if not, which line, which column and why. Nothing is stored.',
      'Settings concern CSV alone: those that are sent are applied strictly, others are inferred.',
      'Fields may stand in the body or in the query string.',
    ].join(' '),
    tag: 'Imports',
    lenient: true,
    body: contentBody(),
    example: { body: IMPORT_EXAMPLE },
    responses: {
      200: { description: 'What was found.', schema: dataOf(ref('ImportPreflight')) },
    },
    errors: ['record_not_found', ...CONTENT_ERRORS],
  },
  async handler(context, request) {
    const sent = await readImportRequest(context, request, IMPORT_FIELDS);
    if (sent.type === 'NativeImport') return preflightNative(context, request, sent.content);
    await findSentAccount(context, request, sent.fields['account_id']);
    const { account_id: _account, type: _type, ...settings } = sent.fields;
    const { type, content } = sent;
    return preflightSheet(context, request, { type, content, settings });
  },
});

async function preflightNative(
  { sql, config, preflightPool }: ApiContext,
  { caller, signal }: ApiRequest,
  { bytes, isFile, ...content }: SentContent,
): Promise<ApiResponse> {
  const kind = binaryKind(bytes);
  if (kind !== undefined) throw otherFormat(`The content is ${kind}.`, isFile);
  const existing = await listTaxonomyNames(sql, caller.householdId);
  const rowsMax = config.nativeImportMaxRows;
  const task = { kind: 'ndjson', content: bytes, existing, rowsMax } as const;
  const report = await preflightPool.run(task, { owner: caller.householdId, signal });
  return { status: 200, body: { data: presentPreflight('NativeImport', content, report) } };
}

async function preflightSheet(
  { clock, preflightPool }: ApiContext,
  { caller, signal }: ApiRequest,
  {
    type,
    content,
    settings,
  }: { type: CsvImportType; content: SentContent; settings: RequestFields },
): Promise<ApiResponse> {
  const { bytes, isFile, ...described } = content;
  const task = { kind: 'csv', content: bytes, type, settings, now: clock.now() } as const;
  const report = await preflightPool.run(task, { owner: caller.householdId, signal });
  if (report.kind !== 'csv') throw unreadable(report, isFile);
  return { status: 200, body: { data: presentPreflight(type, described, report) } };
}
