import { recordNotFound } from '../../../shared/platform/errors.ts';
import { findImportSession } from '../../../shared/imports/import-sessions.ts';
import { findImport } from '../../../shared/imports/imports.ts';
import { listKept } from '../../../shared/imports/kept-record.ts';
import type { AnySql } from '../../../shared/postgres/connect.ts';
import { exampleId } from '../../contract/example-records.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { answerPage } from '../../http/answer-page.ts';
import { pageParameters } from '../../http/pagination.ts';
import { defineRoute } from '../../http/route.ts';

/** The list of what undoing left alone, of an import of a CSV or of a session: `find` gives null when there is none such. */
const keptOf = (
  of: {
    path: `/api/v1/${string}/{id}/kept`;
    operationId: string;
    what: string;
    tag: string;
    example: 'complete_import' | 'complete_import_session';
  },
  find: (sql: AnySql, householdId: string, id: string) => Promise<object | null>,
) =>
  defineRoute({
    method: 'get',
    path: of.path,
    scope: 'read',
    schema: {
      operationId: of.operationId,
      summary: `List what undoing an ${of.what} left alone`,
      description:
        'Each record with the reason, in the order of the file, with what it is known by: as it was when the undo ended. ' +
        'Empty before.',
      tag: of.tag,
      query: pageParameters,
      example: { params: { id: exampleId(of.example) } },
      responses: { 200: { description: 'A page of records.', schema: pageOf(ref('KeptRecord')) } },
    },
    async handler({ sql }, request) {
      const {
        caller: { householdId },
        id,
      } = request;
      if ((await find(sql, householdId, id)) === null) throw recordNotFound();
      return answerPage(
        request,
        (page) => listKept(sql, { householdId, sourceId: id }, page),
        (kept) => kept,
      );
    },
  });

/** GET /api/v1/imports/{id}/kept */
export const listKeptOfImport = keptOf(
  {
    path: '/api/v1/imports/{id}/kept',
    operationId: 'listImportKept',
    what: 'import',
    tag: 'Imports',
    example: 'complete_import',
  },
  findImport,
);

/** GET /api/v1/import_sessions/{id}/kept */
export const listKeptOfSession = keptOf(
  {
    path: '/api/v1/import_sessions/{id}/kept',
    operationId: 'listImportSessionKept',
    what: 'import session',
    tag: 'Import sessions',
    example: 'complete_import_session',
  },
  findImportSession,
);
