import { SECURITY_LENGTH_MAX } from '../records/lengths.ts';
import {
  accountField,
  currencyField,
  dateField,
  externalIdField,
  statusField,
  nameField,
} from './common-fields.ts';
import { USUAL_ROWS_MAX } from './csv-type.ts';
import { understandTrade } from './row-values.ts';
import type { CsvTypeSpec } from './csv-type.ts';

/** Purchases and sales of securities. */
export const tradeImport: CsvTypeSpec = {
  type: 'TradeImport',
  fields: [
    { ...dateField, required: true },
    {
      key: 'ticker',
      kind: 'text',
      setting: 'ticker_col_label',
      required: true,
      lengthMax: SECURITY_LENGTH_MAX,
    },
    {
      key: 'qty',
      kind: 'quantity',
      setting: 'qty_col_label',
      required: true,
      aliases: ['quantity'],
    },
    { key: 'price', kind: 'price', setting: 'price_col_label', required: true },
    {
      key: 'exchange_operating_mic',
      kind: 'text',
      setting: 'exchange_operating_mic_col_label',
    },
    currencyField,
    accountField,
    nameField,
    externalIdField,
    statusField,
  ],
  usualRowsMax: USUAL_ROWS_MAX,
  understand: understandTrade,
};
