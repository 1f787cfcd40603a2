import { SAMPLE_ROWS_MAX } from '#preflight/csv/settings';
import { EVIDENCE_BASES } from '#preflight/evidence/evidence';
import { PROBLEMS } from '#preflight/problems';
import { ACCEPTED_IMPORT_TYPES } from '#preflight/report';
import { WARNINGS } from '#preflight/warnings/warning';
import * as s from '../openapi/json-schema.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { CODE, MESSAGE } from './record.ts';

/** PdfImport and QifImport are in the specification, but are always refused. */
export const IMPORT_TYPES = [...ACCEPTED_IMPORT_TYPES, 'PdfImport', 'QifImport'];

// Fields of content.
export const FILENAME = s.text(
  'The name of the file; a default where the content was sent as text.',
);
export const CONTENT_TYPE = s.text('The media type that the content was taken for.');
export const BYTE_SIZE = s.field(s.COUNT, 'The size of the content in bytes.');

// Fields of a row as it is understood.
export const LINE: JsonSchema = {
  type: 'integer',
  minimum: 1,
  description: 'Physical line on which the row starts.',
};
export const COLUMN_VALUE = s.text('What the cell holds, shortened.');
const ROW_DATE = s.nullable(
  { type: 'string', format: 'date' },
  'The day; null where blank or unread.',
);
export const ROW_NAME = s.nullable(s.TEXT, 'What the row names; null where blank.');
export const ROW_TAGS = s.list(s.TEXT, 'The tags that the row names.');
export const ROW_NOTES = s.nullable(s.TEXT, 'Free text; null where blank.');
export const ROW_PENDING = s.field(s.FLAG, 'The file calls the row pending.');
/** What only rows of trades and accounts have. */
export const ROW_OF_TYPE = {
  ticker: s.nullable(s.TEXT, 'Trades: the symbol; null where blank.'),
  exchange_operating_mic: s.nullable(
    s.TEXT,
    'Trades: the exchange, as ISO 10383 operating MIC; null where blank.',
  ),
  quantity: s.nullable(s.TEXT, 'Trades: how many units, negative when sold; null where unread.'),
  price: s.nullable(s.TEXT, 'Trades: of one unit; null where unread.'),
  position_value: s.nullable(
    s.TEXT,
    'What the account holds, which is no trade: its value. Null for trades.',
  ),
  account_type: s.nullable(s.TEXT, 'Accounts: the type as written; null where blank.'),
};

const ERROR = s.define('ImportPreflightError', 'What is wrong, and where.', ['code', 'message'], {
  code: { ...CODE, enum: Object.keys(PROBLEMS) },
  message: MESSAGE,
  line: s.field(LINE, 'Physical line of the content.'),
  column: s.text('Header of the column, or field of the record.'),
  value: { ...COLUMN_VALUE, maxLength: 100 },
});

s.define('ImportPreflightContent', 'What was sent.', 'all', {
  filename: FILENAME,
  content_type: CONTENT_TYPE,
  byte_size: BYTE_SIZE,
});

s.define('ImportPreflightStats', 'How many rows and records the content has.', ['rows_count'], {
  rows_count: s.field(s.COUNT, 'CSV: rows below the header. NDJSON: lines that are not blank.'),
  skipped_rows_count: s.field(
    s.COUNT,
    'CSV: how many of the rows are left out, for the reasons that the warnings give; absent when none is.',
  ),
  valid_rows_count: s.field(s.COUNT, 'NativeImport: well-formed, supported records.'),
  invalid_rows_count: s.field(s.COUNT, 'NativeImport: the other lines.'),
  entity_counts: s.field(
    s.COUNTS,
    'NativeImport: records by entity. Fifteen are always there; deleted_transactions and import_profiles where there are any.',
  ),
  record_type_counts: s.field(
    s.COUNTS,
    'NativeImport: records by type as written, unsupported ones too.',
  ),
});

const ROW = {
  line: LINE,
  date: ROW_DATE,
  amount: s.nullable(
    s.TEXT,
    'Exact decimal; money in is positive. Accounts: the balance. Null where blank or unread.',
  ),
  currency: s.nullable(s.TEXT, 'Null: that of the account.'),
  name: ROW_NAME,
  category: s.nullable(s.TEXT, '`Group: Category` where the file has groups; null where blank.'),
  tags: ROW_TAGS,
  notes: ROW_NOTES,
  account: s.nullable(s.TEXT, 'As the row names it; null where it names none.'),
  pending: ROW_PENDING,
};
const SAMPLE_ROW = s.define('ImportPreflightRow', 'A row as it was understood.', Object.keys(ROW), {
  ...ROW,
  ...ROW_OF_TYPE,
});

export const INFERRED = s.list(
  s.TEXT,
  'The settings that no person chose: those inferred from the content, suggestions that were applied, and defaults. ' +
    'Send them along as inferred_settings when you send the settings.',
);

const evidenceItem = (description: string): JsonSchema =>
  s.object(
    {
      basis: s.choice(
        EVIDENCE_BASES,
        '`sent`: a setting of the request, or one of a saved profile whose file left no doubt about it, or the format of a statement; `balance`: the running balance; `words`; `distribution`: how values are spread; `none`.',
      ),
      rows_agree: s.field(s.COUNT, 'Rows whose running balance follows from the one before.'),
      rows_disagree: s.field(s.COUNT, 'Rows whose running balance does not.'),
    },
    { required: ['basis'], description },
  );

export const EVIDENCE = s.object({
  sign: evidenceItem('Why an amount counts as money in or out.'),
  number_format: evidenceItem('Why amounts are read in this format.'),
  date_order: evidenceItem('Why days are read in this order.'),
  amount_columns: evidenceItem('Why these columns are the amounts.'),
  currency: evidenceItem(
    'Why amounts are in their currency; `none`: nothing names one, and it is that of the account.',
  ),
});

const WARNINGS_MAX = 26;

s.define('ImportWarning', 'What deserves a look: a code, and values for your wording.', 'all', {
  code: { ...CODE, enum: [...Object.keys(WARNINGS), 'other'] },
  values: {
    type: 'object',
    description: 'The values in its sentence. For `other`, from an older import: its sentence.',
    additionalProperties: { type: ['string', 'number'] },
  },
});

export const WARNING_DETAILS = s.list(
  s.ref('ImportWarning'),
  'The warnings again, in the same order: the code of each, and its values.',
);

/** The settings of a reading. */
export const SETTINGS: JsonSchema = {
  type: 'object',
  additionalProperties: { type: ['string', 'integer', 'boolean'] },
};

s.define(
  'ImportPreflight',
  'The judgement of a file. Nothing is stored.',
  ['type', 'valid', 'content', 'stats', 'errors', 'warnings', 'warning_details'],
  {
    type: s.choice(IMPORT_TYPES, 'What the rows were read as.'),
    valid: s.field(s.FLAG, 'Whether there is no error. Warnings do not count.'),
    content: s.field(s.ref('ImportPreflightContent'), 'What was sent.'),
    stats: s.field(s.ref('ImportPreflightStats'), 'What is in it.'),
    headers: s.nullable(
      s.list(s.TEXT, 'CSV: as written, in order; null in a statement, which has none.'),
    ),
    required_headers: s.nullable(
      s.list(s.TEXT, 'CSV: what the type needs, as labelled; else null.'),
    ),
    missing_required_headers: s.nullable(
      s.list(s.TEXT, 'CSV: what the type needs and the file lacks; else null.'),
    ),
    errors: {
      ...s.list(ERROR, 'At most 100, then one entry too_many_errors with the totals.'),
      maxItems: 101,
    },
    warnings: {
      ...s.list(
        s.TEXT,
        'At most 20 of the content, then one with the totals; before them at most 5 of the request.',
      ),
      maxItems: WARNINGS_MAX,
    },
    warning_details: { ...WARNING_DETAILS, maxItems: WARNINGS_MAX },
    sample: {
      ...s.list(
        SAMPLE_ROW,
        'CSV: the first rows as understood; only with sample_rows. Null: blank or unread.',
      ),
      maxItems: SAMPLE_ROWS_MAX,
    },
    settings: s.field(
      SETTINGS,
      'CSV: the settings of this reading, including those that were inferred.',
    ),
    inferred_settings: INFERRED,
    evidence: s.field(
      EVIDENCE,
      'Statements: what the reading is based on. With a running balance, how many rows follow from the one before.',
    ),
    suggestions: {
      type: 'object',
      description: 'CSV: settings by request field that would read the content better.',
      additionalProperties: s.object({
        value: {
          type: ['string', 'integer', 'boolean'],
          description: 'The value that reads the content better.',
        },
        confidence: {
          type: 'number',
          minimum: 0,
          maximum: 1,
          description: 'How sure it is, from 0 to 1.',
        },
      }),
    },
  },
);
