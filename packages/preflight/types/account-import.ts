import { NAME_LENGTH_MAX } from '../records/lengths.ts';
import {
  amountField,
  currencyField,
  dateField,
  entityTypeField,
  nameField,
} from './common-fields.ts';
import { understandAccount } from './row-values.ts';
import type { CsvTypeSpec } from './csv-type.ts';

/** Accounts with their balances. */
export const accountImport: CsvTypeSpec = {
  type: 'AccountImport',
  fields: [
    { ...nameField, required: true, lengthMax: NAME_LENGTH_MAX },
    { ...amountField, required: true, aliases: ['balance'] },
    entityTypeField,
    currencyField,
    { ...dateField, aliases: ['balance_date'] },
  ],
  usualRowsMax: 50,
  understand: understandAccount,
};
