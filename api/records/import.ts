import { isGiven } from '#preflight/csv/read-settings';
import type { CsvSetting } from '#preflight/csv/settings';
import { ACCEPTED_IMPORT_TYPES, problemsOfFile } from '#preflight/report';
import { IMPORT_STATUSES, IMPORT_STEPS, undoEnd } from '#preflight/states';
import type { RowVerdict } from '#preflight/states';
import type { Import } from '../../shared/imports/imports.ts';
import * as s from '../openapi/json-schema.ts';
import type { JsonSchema, Schemas } from '../openapi/json-schema.ts';
import { SAVE_PROFILE, SETTING_SCHEMAS } from './import-fields.ts';
import {
  BYTE_SIZE,
  CONTENT_TYPE,
  EVIDENCE,
  FILENAME,
  INFERRED,
  SETTINGS,
  WARNING_DETAILS,
} from './import-preflight.ts';
import type { Evidence } from '#preflight/evidence/evidence';
import { presentEvidence } from '#preflight/present-report';
import { presentWarnings, storedWarning } from '#preflight/warnings/warning';
import { CODE, ID, MESSAGE, part, record, TIMES } from './record.ts';
import { UNDO_SUMMARY, UNDONE_AT } from './undo-summary.ts';

/** The types that a CSV can be imported as. */
export const CSV_IMPORT_TYPES = ACCEPTED_IMPORT_TYPES.filter((type) => type !== 'NativeImport');

const SKIPPED = 'Rows that are left out; a warning says why.';

const stats = part<Import, Schemas['Import']['stats']>({
  rows_count: s.field(s.COUNT, 'Rows below the header.'),
  valid_rows_count: {
    ...s.field(s.COUNT, 'Rows without an error.'),
    read: ({ rowsCount, invalidRowsCount }) => rowsCount - invalidRowsCount,
  },
  invalid_rows_count: s.field(s.COUNT, 'Rows with an error.'),
  skipped_rows_count: { ...s.field(s.COUNT, SKIPPED), read: skipped },
  likely_rows_count: {
    ...s.field(
      s.COUNT,
      'Rows taken for a stored record that is only alike (certainty `likely`): where it matters, look at them.',
    ),
    read: ({ verdicts }) => verdicts.likely ?? 0,
  },
});

const VERDICTS: Record<RowVerdict | 'skipped', JsonSchema> = {
  new: s.field(s.COUNT, 'Rows to add.'),
  duplicate: s.field(s.COUNT, 'Rows that are stored already.'),
  update: s.field(s.COUNT, 'Rows that change a stored record.'),
  invalid: s.field(s.COUNT, 'Rows with an error.'),
  excluded: s.field(
    s.COUNT,
    'Rows that a person left out, and positions of an account whose bank says what it holds.',
  ),
  skipped: s.field(s.COUNT, SKIPPED),
};

const profile = part<NonNullable<Import['profile']>, NonNullable<Schemas['Import']['profile']>>({
  id: s.field(s.UUID, 'The id of the profile.'),
  name: s.text('The name of the profile.'),
  how: s.choice(
    ['given', 'recognised'],
    '`given` by the request, or `recognised` by the header of the file.',
  ),
});

const progress = part<Import, Schemas['Import']['progress']>({
  step: {
    type: ['string', 'null'],
    enum: [...IMPORT_STEPS, null],
    description: 'What a worker is doing with the import; null while none does.',
  },
  rows_done: {
    ...s.field(s.COUNT, 'Rows that are done.'),
    // Undo also counts accounts, categories and the like.
    read: ({ rowsDone, rowsCount }) => Math.min(rowsDone, rowsCount),
  },
  rows_total: { ...s.field(s.COUNT, 'Rows in all.'), read: ({ rowsCount }) => rowsCount },
});

export const presentImport = record<Import, 'Import'>(
  'Import',
  'A CSV file that is judged, published and may be undone.',
  {
    id: ID,
    type: s.choice(CSV_IMPORT_TYPES, 'What the rows are.'),
    status: s.choice(
      IMPORT_STATUSES,
      'Its state. Only a pending or failed one can be changed, and only a complete one undone.',
    ),
    account_id: s.nullable(s.UUID, 'The account to import into; null where the rows name theirs.'),
    client_import_id: s.nullable(
      s.TEXT,
      'Your own name for it: creating it again returns the same import. Null without one.',
    ),
    filename: FILENAME,
    content_type: CONTENT_TYPE,
    byte_size: BYTE_SIZE,
    settings: s.field(
      SETTINGS,
      'The settings that the content was read with, including those that were inferred.',
    ),
    inferred_settings: { ...INFERRED, read: inferredSettings },
    stats: { ...s.field(stats.schema, 'The rows of the file.'), read: stats.present },
    verdicts: {
      ...s.nullable(
        s.object(VERDICTS),
        'Rows by what publishing will do, or did, with them. Null until a worker has judged a large file.',
      ),
      read: presentVerdicts,
    },
    headers: {
      ...s.list(s.TEXT, 'The names of the columns, as written; none in a statement.'),
      read: ({ report }) => (report.isStatement ? [] : (report.headers ?? [])),
    },
    errors: {
      ...s.list(
        s.ref('ImportPreflightError'),
        'What is wrong with the content as a whole; the errors of a row are with the row.',
      ),
      read: ({ report }) => problemsOfFile(report),
    },
    warnings: {
      ...s.list(s.TEXT, 'What deserves a look, though nothing is wrong.'),
      read: (row) => warningsOf(row).warnings,
    },
    warning_details: { ...WARNING_DETAILS, read: (row) => warningsOf(row).warning_details },
    evidence: {
      ...s.nullable(EVIDENCE, 'What the reading is based on; null where there is no evidence.'),
      read: evidenceOf,
    },
    profile: {
      ...s.nullable(profile.schema, 'The profile that the file was read with; null without one.'),
      read: (row) => row.profile && profile.present(row.profile),
    },
    save_profile: {
      ...s.nullable(
        s.TEXT,
        'The profile that publishing saves, or saved, of how it was read; null: none.',
      ),
      read: ({ saveProfile }) => saveProfile?.name ?? null,
    },
    progress: {
      ...s.field(progress.schema, 'Moves while a worker judges or publishes.'),
      read: progress.present,
    },
    summary: {
      type: 'object',
      description: 'What publishing, and then undoing, did: records by table.',
      properties: {
        created: s.field(s.COUNTS, 'Records that were added, by table.'),
        updated: s.field(s.COUNTS, 'Records that were changed, by table.'),
        ...UNDO_SUMMARY,
      },
      additionalProperties: false,
    },
    error: {
      type: ['object', 'null'],
      description:
        'Null when nothing is wrong; invalid_rows names the first lines, invalid_content what is wrong with the whole.',
      required: ['code', 'message'],
      properties: {
        code: CODE,
        message: MESSAGE,
        lines: s.list(
          { type: 'integer' },
          'invalid_rows: the first lines, by their number in the file.',
        ),
      },
      additionalProperties: false,
    },
    ...TIMES,
    published_at: s.nullable(s.TIMESTAMP, 'When it was published, in UTC; null before that.'),
    undone_at: UNDONE_AT,
    undo_until: {
      ...s.nullable(
        s.TIMESTAMP,
        'Until when it can be undone, in UTC; null when there is nothing to undo.',
      ),
      read: (row) => (row.status === 'complete' ? undoUntil(row) : null),
    },
  },
);

function warningsOf({ report: { warnings = [] } }: Import) {
  return presentWarnings(warnings.map(storedWarning));
}

/** Reports that 1.0.0 stored have no currency. */
function evidenceOf({ report }: Import) {
  const stored: (Omit<Evidence, 'currency'> & Partial<Evidence>) | undefined = report.evidence;
  return stored === undefined ? null : presentEvidence({ currency: { basis: 'none' }, ...stored });
}

const changeable = {
  ...SETTING_SCHEMAS,
  account_id: s.nullable(s.TEXT, 'CSV: uuid of the account to import into; null removes it.'),
  apply_suggestions: {
    type: ['boolean', 'string'],
    description: 'True: what preflight suggests is used where nothing was sent.',
  },
  save_profile: SAVE_PROFILE,
};
s.define(
  'ImportSettingsChange',
  'Settings to read the content with; null removes one, so that it is inferred.',
  [],
  changeable,
);

s.define('ImportPublication', 'How to publish.', [], {
  skip_invalid: {
    type: 'boolean',
    default: false,
    description: 'Leave out rows with errors instead of refusing.',
  },
});

function skipped({ report }: Import): number {
  return report.skippedRowsCount ?? 0;
}

/** The settings that no person chose. */
function inferredSettings({ settings, fields, suggested }: Import): string[] {
  return Object.keys(settings).filter(
    (name) => !isGiven(fields, name as CsvSetting) || suggested.includes(name),
  );
}

function presentVerdicts(row: Import): Schemas['Import']['verdicts'] {
  const { new: added = 0, duplicate = 0, update = 0, invalid = 0, excluded = 0 } = row.verdicts;
  if (!row.judged) return null;
  return { new: added, duplicate, update, invalid, excluded, skipped: skipped(row) };
}

/** The last instant at which a complete import can be undone. */
export function undoUntil({ publishedAt }: Pick<Import, 'publishedAt'>): Date {
  return undoEnd(publishedAt ?? new Date(0));
}
