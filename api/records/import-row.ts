import { PROBLEMS } from '#preflight/problems';
import { ROW_VERDICTS } from '#preflight/states';
import type { StoredImportRow } from '../../shared/imports/import-rows.ts';
import type { Import } from '../../shared/imports/imports.ts';
import * as s from '../openapi/json-schema.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import {
  COLUMN_VALUE,
  LINE,
  ROW_NAME,
  ROW_NOTES,
  ROW_OF_TYPE,
  ROW_PENDING,
  ROW_TAGS,
} from './import-preflight.ts';
import { CODE, FAULT, MESSAGE, record } from './record.ts';

const COMMON = {
  date: s.nullable(s.DATE, 'The day; null where blank or unread.'),
  amount: s.nullable(
    s.DECIMAL,
    'Money in is positive. Accounts: the balance. Positions: the value. Null where blank or unread.',
  ),
  currency: s.nullable(s.TEXT, 'ISO 4217; null: that of the account.'),
  name: ROW_NAME,
  category: s.nullable(s.TEXT, '`Group: Category` makes parent and child; null where blank.'),
  tags: ROW_TAGS,
  notes: ROW_NOTES,
  account: s.nullable(s.TEXT, 'Name of the account; null where the row names none.'),
  pending: ROW_PENDING,
};
const VALUES: Record<string, JsonSchema> = {
  ...COMMON,
  external_id: s.nullable(s.TEXT, 'The id of the bank; null where there is none.'),
  ...ROW_OF_TYPE,
  parent_category: s.nullable(s.TEXT, 'Categories: the category above; null at the top.'),
  color: s.nullable(
    s.TEXT,
    'Categories and merchants: six hexadecimal digits behind a #; null where blank.',
  ),
  icon: s.nullable(s.TEXT, 'Categories: the name of a symbol; null where blank.'),
  website_url: s.nullable(s.TEXT, 'Merchants: the address of the site; null where blank.'),
  resource_type: s.nullable(s.TEXT, 'Rules: what the rule is about; null where blank.'),
  active: s.nullable(s.TEXT, 'Rules: whether the rule is active; null where blank.'),
  effective_date: s.nullable(
    s.TEXT,
    'Rules: the first day whose transactions the rule changes; null: every day.',
  ),
  conditions: s.nullable(s.TEXT, 'Rules: the conditions as JSON; null where blank.'),
  actions: s.nullable(s.TEXT, 'Rules: the actions as JSON; null where blank.'),
};

type RowOfImport = StoredImportRow & { readonly of: Pick<Import, 'type' | 'judged' | 'status'> };

export const presentImportRow = record<RowOfImport, 'ImportRow'>(
  'ImportRow',
  'A row of an import, and what is to become of it.',
  {
    line: LINE,
    values: {
      ...s.object(VALUES, {
        required: Object.keys(COMMON),
        description: 'The row as understood.',
      }),
      read({ date, amount, currency, name, category, tags, notes, account, pending, more }) {
        return { date, amount, currency, name, category, tags, notes, account, pending, ...more };
      },
    },
    verdict: {
      ...{ type: ['string', 'null'], enum: [...ROW_VERDICTS, null] },
      description: 'Null until a worker has judged a large file.',
      read: ({ of, verdict, verdictMade }) =>
        of.judged || verdict !== 'new' || verdictMade ? verdict : null,
    },
    of: {
      anyOf: [
        s.object({ transaction_id: s.field(s.UUID, 'A stored transaction.') }),
        s.object({ record_id: s.field(s.UUID, 'A stored record of another kind.') }),
        { type: 'null' },
      ],
      description:
        'The stored record that a duplicate or update matches, or that a new row became when it was published; null for others.',
      read: presentMatch,
    },
    certainty: {
      ...{ type: ['string', 'null'], enum: ['exact', 'likely', null] },
      description: 'How sure the verdict is; null where there is nothing to compare with.',
    },
    is_corrected: {
      ...s.field(s.FLAG, 'A person changed a value or the verdict.'),
      read: ({ verdictMade, valuesMade }) => verdictMade || valuesMade !== null,
    },
    errors: {
      ...s.list(
        s.object(
          {
            code: { ...CODE, enum: Object.keys(PROBLEMS) },
            message: MESSAGE,
            column: s.text(
              'Header of the column that it is about; absent where it is about the row.',
            ),
            value: COLUMN_VALUE,
          },
          { required: ['code', 'message'] },
        ),
        'What is wrong with the row.',
      ),
      read: ({ errors }) => errors.map(({ field: _field, ...error }) => error),
    },
    warnings: s.list(FAULT, 'What deserves a look, though nothing is wrong.'),
  },
);

s.change('ImportRowChange', 'What a person corrects in a row.', {
  verdict: {
    type: ['string', 'null'],
    enum: ['new', 'excluded', null],
    description: 'new: import it whatever it looks like; excluded: leave it out; null: judge it.',
  },
  values: s.object(VALUES, {
    required: [],
    description: 'Values that replace those of the file; null removes one.',
  }),
});

function presentMatch({ of: { type, status }, verdict, recordId, ofId }: RowOfImport) {
  const isMade = verdict === 'new' && (status === 'complete' || status === 'undoing');
  const id = isMade ? recordId : ofId;
  if (id === null) return null;
  return type === 'TransactionImport' || type.startsWith('BudgetApp')
    ? { transaction_id: id }
    : { record_id: id };
}
