import { NAME_LENGTH_MAX } from '../records/lengths.ts';
import { USUAL_ROWS_MAX } from './csv-type.ts';
import { nameField } from './common-fields.ts';
import { understandPlain } from './row-values.ts';
import type { CsvTypeSpec } from './csv-type.ts';

/** Merchants by name. */
export const merchantImport: CsvTypeSpec = {
  type: 'MerchantImport',
  fields: [
    { ...nameField, required: true, lengthMax: NAME_LENGTH_MAX },
    { key: 'color', kind: 'text' },
    { key: 'website_url', kind: 'text' },
  ],
  usualRowsMax: USUAL_ROWS_MAX,
  understand: understandPlain,
};
