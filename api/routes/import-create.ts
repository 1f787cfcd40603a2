import { createHash, randomUUID } from 'node:crypto';
import type { CsvImportType } from '#preflight/report';
import type { AppliedSuggestions } from '#preflight/rows/judge-content';
import { judgeReading } from '../../shared/imports/csv/judge-import.ts';
import { copyImportRows } from '../../shared/imports/import-rows.ts';
import type { CsvRun } from '../../shared/imports/import-runs.ts';
import {
  findImport,
  findImportByClientId,
  insertImport,
  updateImportError,
} from '../../shared/imports/imports.ts';
import type { NewImport } from '../../shared/imports/imports.ts';
import type { ImportProfile } from '../../shared/imports/profiles/import-profiles.ts';
import { AppError } from '../../shared/platform/errors.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import type { ApiContext } from '../context.ts';
import {
  APPLY_SUGGESTIONS,
  CONTENT_ERRORS,
  contentBody,
  IMPORT_EXAMPLE,
  IMPORT_FIELDS,
  SAVE_PROFILE,
} from '../records/import-fields.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import type { RequestFields } from '../http/request-fields.ts';
import { defineRoute } from '../http/route.ts';
import type { ApiRequest, ApiResponse, Route } from '../http/route.ts';
import { writeAs } from '../http/write-as.ts';
import { answerImport } from '../steps/answer-import.ts';
import { beginPublish, enqueueRun } from '../steps/begin-run.ts';
import {
  applyProfile,
  findSentProfile,
  profileToSave,
  readProfiled,
  readSaveAs,
  withWarnings,
} from '../steps/import-readings.ts';
import { findSentAccount, readFlag, readImportRequest } from '../steps/read-import-request.ts';
import type { SentContent } from '../steps/read-import-request.ts';

const CLIENT_ID_CHARS_MAX = 255;

const MORE_FIELDS = {
  apply_suggestions: APPLY_SUGGESTIONS,
  publish: {
    type: ['boolean', 'string'],
    default: false,
    description: 'Publish it at once. With invalid rows it stays pending, and its error says so.',
  },
  profile_id: {
    type: ['string', 'null'],
    description:
      'The profile to read the content with; settings that are sent win. Without it and without settings, the ' +
      'household’s profile is taken whose header the content has. Null: none is named.',
  },
  save_profile: SAVE_PROFILE,
  client_import_id: {
    type: ['string', 'null'],
    maxLength: CLIENT_ID_CHARS_MAX,
    description:
      'Your own name for the import: the same request again gives the same import. Null: none.',
  },
};

/** POST /api/v1/imports */
const createImport = defineRoute({
  method: 'post',
  path: '/api/v1/imports',
  scope: 'read_write',
  schema: {
    operationId: 'createImport',
    summary: 'Create an import',
    description:
      'Keeps a CSV as an import: what preflight says of it, and each row as understood with what publishing would ' +
      'make of it. A worker judges the rows of a large file: until then verdicts is null. Nothing is in the ledger ' +
      'before it is published. What preflight refuses is refused alike, and nothing is stored.',
    tag: 'Imports',
    lenient: true,
    body: contentBody(MORE_FIELDS),
    example: { body: IMPORT_EXAMPLE },
    responses: {
      200: {
        description: 'The import that this client_import_id has already.',
        schema: dataOf(ref('Import')),
      },
      201: { description: 'The import.', schema: dataOf(ref('Import')) },
    },
    errors: ['record_not_found', 'conflict', ...CONTENT_ERRORS, 'import_enqueue_failed'],
  },
  async handler(context, request) {
    const known = [...IMPORT_FIELDS, ...Object.keys(MORE_FIELDS)];
    const sent = await readImportRequest(context, request, known);
    const { type: readType, content, fields, warnings } = sent;
    if (readType === 'NativeImport') throw notHere();
    const { type: sentType, account_id: account, client_import_id: clientId, ...rest } = fields;
    const { apply_suggestions: apply, publish, profile_id, save_profile, ...settings } = rest;
    const { householdId } = request.caller;
    const wantedType = sentType === undefined ? undefined : readType;
    const profile = await findSentProfile(context, householdId, profile_id, wantedType);
    const type = profile?.type ?? readType;
    const accountId = await findSentAccount(context, request, account);
    const wanted: WantedImport = {
      type,
      content,
      warnings,
      accountId,
      settings,
      clientImportId: readClientId(clientId),
      applySuggestions: readFlag('apply_suggestions', apply) ? 'all' : 'none',
      publish: readFlag('publish', publish),
      profile,
      saveAs: readSaveAs(save_profile),
    };
    return keepImport(context, request, { ...wanted, requestDigest: digestOf(wanted) });
  },
});

/** A request as read. */
interface WantedImport {
  type: CsvImportType;
  content: SentContent;
  warnings: string[];
  accountId: string | null;
  settings: RequestFields;
  clientImportId: string | null;
  applySuggestions: AppliedSuggestions;
  publish: boolean;
  profile: ImportProfile | null;
  /** Name of the profile that publishing keeps. */
  saveAs: string | null;
}

function notHere(): AppError {
  return new AppError('invalid_import_type', {
    publicMessage: 'A NativeImport is uploaded in an import session: POST /api/v1/import_sessions.',
  });
}

function readClientId(value: unknown): string | null {
  const id = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  if (id === '') return null;
  if (id.length <= CLIENT_ID_CHARS_MAX) return id;
  throw new AppError('validation_failed', {
    publicMessage: `client_import_id must have at most ${CLIENT_ID_CHARS_MAX} characters.`,
  });
}

/** Tells a request that comes again from another one under the same client id. */
function digestOf({ content, settings, ...wanted }: WantedImport): string {
  const { type, accountId, applySuggestions, profile, saveAs } = wanted;
  const sorted = Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1));
  const named = profile === null && saveAs === null ? [] : [profile?.id, saveAs];
  return createHash('sha256')
    .update(content.bytes)
    .update(JSON.stringify([type, accountId, sorted, applySuggestions === 'all', ...named]))
    .digest('hex');
}

type DigestedImport = WantedImport & Pick<NewImport, 'requestDigest'>;

async function keepImport(
  context: ApiContext,
  request: ApiRequest,
  wanted: DigestedImport,
): Promise<ApiResponse> {
  const { householdId } = request.caller;
  const known = await answerKnown(context, householdId, wanted);
  if (known !== null) return known;
  const { bytes, isFile, ...described } = wanted.content;
  const id = randomUUID();
  const sent = { ...wanted, content: bytes };
  const profiled = await applyProfile(context, householdId, sent, wanted.profile);
  const { reading, rows, keptContent, ...more } = await readProfiled(
    context,
    request,
    {
      importId: id,
      type: profiled.type,
      content: bytes,
      isFile,
      keepContent: wanted.clientImportId !== null,
      applySuggestions: wanted.applySuggestions,
    },
    profiled,
  );
  const { type, clientImportId, requestDigest } = wanted;
  const report = withWarnings(reading.report, wanted.warnings);
  const about = { id, type, clientImportId, requestDigest, ...described, ...reading, report };
  const kept = await writeAs(context, request.caller, async (tx) => {
    const saveProfile = profileToSave({ ...reading, ...more }, wanted.saveAs);
    if (!(await insertImport(tx, householdId, { ...about, keptContent, saveProfile }))) return null;
    await copyImportRows(tx, rows);
    const judging = await judgeReading(tx, { householdId, importId: id }, type);
    const publishing = wanted.publish ? await publishIfSound(tx, householdId, id) : null;
    return { run: publishing ?? judging, answer: await answerImport(tx, householdId, id, 201) };
  });
  // Another request under the same client id was faster; unless that import is deleted by now.
  if (kept === null) {
    const other = await answerKnown(context, householdId, wanted);
    return other ?? keepImport(context, request, wanted);
  }
  if (kept.run !== null) await enqueueRun(context, kept.run);
  return kept.answer;
}

/** Begins to publish a new import; when its rows forbid it, it stays pending and its error says why. */
async function publishIfSound(tx: Tx, householdId: string, id: string): Promise<CsvRun | null> {
  const found = await findImport(tx, householdId, id);
  if (found === null) return null;
  const run = await beginPublish(tx, found, false);
  if (!('code' in run)) return run;
  await updateImportError(tx, householdId, id, run);
  return null;
}

/** The import that this client id has already; null when there is none. Throws conflict for another request. */
async function answerKnown(
  { sql }: ApiContext,
  householdId: string,
  { clientImportId, requestDigest }: DigestedImport,
): Promise<ApiResponse | null> {
  if (clientImportId === null) return null;
  const known = await findImportByClientId(sql, householdId, clientImportId);
  if (known === null) return null;
  if (known.requestDigest === requestDigest) return answerImport(sql, householdId, known.id, 200);
  throw new AppError('conflict', {
    publicMessage: 'client_import_id belongs to an import of other content or settings.',
    details: { import_id: known.id },
  });
}

export const importCreateRoutes: readonly Route[] = [createImport];
