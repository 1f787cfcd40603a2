import { createHash, randomUUID } from 'node:crypto';
import type { CsvImportType } from '#preflight/report';
import type { AppliedSuggestions } from '#preflight/rows/judge-content';
import type { Warning } from '#preflight/warnings/warning';
import { judgeReading } from '../../shared/imports/csv/run-import.ts';
import { copyImportRows } from '../../shared/imports/import-rows.ts';
import { judgeImport } from '../../shared/queue/runs/kinds.ts';
import {
  findImport,
  findImportByClientId,
  insertImport,
  updateImportError,
} from '../../shared/imports/imports.ts';
import type { NewImport } from '../../shared/imports/imports.ts';
import type { ImportProfile } from '../../shared/imports/profiles/import-profiles.ts';
import { AppError, conflict, recordNotFound } from '../../shared/platform/errors.ts';
import type { AnySql, Tx } from '../../shared/postgres/connect.ts';
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
import { CLIENT_ID_CHARS_MAX, readClientId } from '../http/client-id.ts';
import type { RequestFields } from '../http/request-fields.ts';
import { resource } from '../http/resource.ts';
import type { ApiRequest, Written } from '../http/route.ts';
import { answerImport } from '../steps/answer-import.ts';
import { jobOf } from '../http/jobs.ts';
import type { NewJob } from '../http/jobs.ts';
import { beginPublish } from '../steps/import-runs.ts';
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

export const importCreateRoutes = resource('Imports');

const MORE_FIELDS = {
  apply_suggestions: APPLY_SUGGESTIONS,
  publish: {
    type: ['boolean', 'string'],
    default: false,
    description:
      'Publish it at once. If rows are invalid, it stays pending with an error that says so.',
  },
  profile_id: {
    type: ['string', 'null'],
    description:
      'The profile to read the content with; settings that are sent win. Without it and without settings, the ' +
      'household’s profile with the same header is used. Null: none.',
  },
  save_profile: SAVE_PROFILE,
  client_import_id: {
    type: ['string', 'null'],
    maxLength: CLIENT_ID_CHARS_MAX,
    description:
      'Your own name for the import: repeating the request returns the same import. Null: none.',
  },
};

importCreateRoutes.write('POST /api/v1/imports', {
  operationId: 'createImport',
  summary: 'Create an import',
  description:
    'Stores a CSV as an import: its preflight report, and each row as understood with what publishing would ' +
    'do with it. A worker judges the rows of a large file; until then verdicts is null. Nothing reaches the ledger ' +
    'before you publish it. Content that preflight refuses is refused here as well, and nothing is stored.',
  lenient: true,
  body: contentBody(MORE_FIELDS),
  example: { body: IMPORT_EXAMPLE },
  responses: {
    200: {
      description: 'The import that already has this client_import_id.',
      schema: dataOf(ref('Import')),
    },
    201: { description: 'The import.', schema: dataOf(ref('Import')) },
  },
  errors: ['record_not_found', 'conflict', ...CONTENT_ERRORS],
  async prepare(context, request) {
    const known = [...IMPORT_FIELDS, ...Object.keys(MORE_FIELDS)];
    const sent = await readImportRequest(context, request, known, ['unknown']);
    const { type: readType, content, fields, warnings } = sent;
    if (readType === 'NativeImport') throw notHere();
    const { type: sentType, account_id: account, client_import_id: clientId, ...rest } = fields;
    const { apply_suggestions: apply, publish, profile_id, save_profile, ...settings } = rest;
    const { householdId } = request;
    const wantedType = sentType === undefined ? undefined : readType;
    const profile = await findSentProfile(context, householdId, profile_id, wantedType);
    const type = profile?.type ?? readType;
    const accountId = await findSentAccount(context, request, account);
    const described: WantedImport = {
      type,
      content,
      warnings,
      accountId,
      settings,
      clientImportId: readClientId('client_import_id', clientId),
      applySuggestions: readFlag('apply_suggestions', apply) ? 'all' : 'none',
      publish: readFlag('publish', publish),
      profile,
      saveAs: readSaveAs(save_profile),
    };
    const wanted = { ...described, requestDigest: digestOf(described) };
    const isKnown = (await findKnown(context.sql, householdId, wanted)) !== null;
    return { wanted, read: isKnown ? null : await readContent(context, request, wanted) };
  },
  write: (tx, { wanted, read }, { householdId }) => storeOrFind(tx, householdId, wanted, read),
});

function notHere(): AppError {
  return new AppError('invalid_import_type', {
    publicMessage: 'A NativeImport is uploaded in an import session: POST /api/v1/import_sessions.',
  });
}

/** A request as read. */
interface WantedImport {
  type: CsvImportType;
  content: SentContent;
  warnings: Warning[];
  accountId: string | null;
  settings: RequestFields;
  clientImportId: string | null;
  applySuggestions: AppliedSuggestions;
  publish: boolean;
  profile: ImportProfile | null;
  /** Name of the profile that publishing saves. */
  saveAs: string | null;
}

/** Tells a repeated request from another one under the same client id. */
function digestOf({ content, settings, ...wanted }: WantedImport): string {
  const { type, accountId, applySuggestions, profile, saveAs, publish } = wanted;
  const sorted = Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1));
  const named = profile === null && saveAs === null ? [] : [profile?.id, saveAs];
  return createHash('sha256')
    .update(content.bytes)
    .update(JSON.stringify([type, accountId, sorted, applySuggestions === 'all', ...named]))
    .update(publish ? 'publish' : '')
    .digest('hex');
}

/** The import that already has this client id; null when there is none. Throws conflict for another request. */
async function findKnown(
  sql: AnySql,
  householdId: string,
  { clientImportId, requestDigest }: DigestedImport,
): Promise<string | null> {
  if (clientImportId === null) return null;
  const known = await findImportByClientId(sql, householdId, clientImportId);
  if (known === null || known.requestDigest === requestDigest) return known?.id ?? null;
  throw conflict('client_import_id belongs to an import of other content or settings.', {
    import_id: known.id,
  });
}

type DigestedImport = WantedImport & Pick<NewImport, 'requestDigest'>;

/** Reads the content, with a profile where there is one. */
async function readContent(
  context: ApiContext,
  request: ApiRequest,
  wanted: DigestedImport,
): Promise<ReadImport> {
  const { type, applySuggestions, clientImportId, requestDigest } = wanted;
  const { bytes: content, isFile, ...described } = wanted.content;
  const sent = { ...wanted, content };
  const profiled = await applyProfile(context, request.householdId, sent, wanted.profile);
  const id = randomUUID();
  const asked = { importId: id, type, content, isFile, applySuggestions };
  const { rows, reading, ...read } = await readProfiled(context, request, asked, profiled);
  const about = {
    id,
    type,
    clientImportId,
    requestDigest,
    ...described,
    ...reading,
    report: withWarnings(reading.report, wanted.warnings),
    keptContent: read.keptContent,
    saveProfile: profileToSave({ ...reading, ...read }, wanted.saveAs),
  };
  return { about, rows };
}

interface ReadImport {
  about: NewImport;
  /** In the form that copyImportRows takes. */
  rows: Uint8Array;
}

/** Stores an import and begins the run that it needs, or answers the one that already has its client id. */
async function storeOrFind(
  tx: Tx,
  householdId: string,
  wanted: DigestedImport,
  read: ReadImport | null,
): Promise<Written> {
  if (read !== null && (await insertImport(tx, householdId, read.about))) {
    const { id, type } = read.about;
    await copyImportRows(tx, read.rows);
    const judging = await judgeReading(tx, { householdId, importId: id }, type);
    const publishing = wanted.publish ? await publishIfSound(tx, householdId, id) : null;
    const job = publishing ?? (judging === null ? null : jobOf(judgeImport, judging));
    return {
      ...(await answerImport(tx, householdId, id, 201)),
      jobs: job === null ? [] : [job],
    };
  }
  const known = await findKnown(tx, householdId, wanted);
  if (known !== null) return answerImport(tx, householdId, known, 200);
  if (read === null) throw recordNotFound();
  // The other one was deleted a moment ago, so now this one can be stored.
  return storeOrFind(tx, householdId, wanted, read);
}

/** Begins to publish a new import; if its rows prevent that, it stays pending and its error says why. */
async function publishIfSound(tx: Tx, householdId: string, id: string): Promise<NewJob | null> {
  const found = await findImport(tx, householdId, id);
  if (found === null) return null;
  const begun = await beginPublish(tx, found, false);
  if (!('code' in begun)) return begun;
  await updateImportError(tx, householdId, id, begun);
  return null;
}
