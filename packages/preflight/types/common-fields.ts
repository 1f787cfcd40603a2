import { ID_LENGTH_MAX, NAME_LENGTH_MAX, TEXT_LENGTH_MAX } from '../records/lengths.ts';
import { normalizeHeader } from '../csv/headers.ts';
import { phrasesOf } from '../suggestions/vocabulary.ts';
import type { FieldSpec } from './csv-type.ts';

/** Columns that several import types share. Spread and completed by each type. */
export const dateField: FieldSpec = { key: 'date', kind: 'date', setting: 'date_col_label' };
export const amountField: FieldSpec = {
  key: 'amount',
  kind: 'amount',
  setting: 'amount_col_label',
};
/** What an import calls a transaction whose row has no name. */
export const NAMELESS = 'Imported item';
export const nameField: FieldSpec = {
  key: 'name',
  kind: 'text',
  setting: 'name_col_label',
  lengthMax: TEXT_LENGTH_MAX,
};
export const currencyField: FieldSpec = {
  key: 'currency',
  kind: 'currency',
  setting: 'currency_col_label',
};
export const categoryField: FieldSpec = {
  key: 'category',
  kind: 'text',
  setting: 'category_col_label',
  lengthMax: NAME_LENGTH_MAX,
};
/** Each of the tags in the cell may have so many characters. */
export const tagsField: FieldSpec = {
  key: 'tags',
  kind: 'text',
  setting: 'tags_col_label',
  lengthMax: NAME_LENGTH_MAX,
};
export const notesField: FieldSpec = {
  key: 'notes',
  kind: 'text',
  setting: 'notes_col_label',
  lengthMax: TEXT_LENGTH_MAX,
};
/** The bank's own id of a row. */
export const externalIdField: FieldSpec = {
  key: 'external_id',
  kind: 'text',
  setting: 'external_id_col_label',
  lengthMax: ID_LENGTH_MAX,
};
/** What the bank says of the row itself: booked, pending, declined. A column of other words does no harm. */
export const statusField: FieldSpec = {
  key: 'status',
  kind: 'text',
  setting: 'status_col_label',
  aliases: phrasesOf('status').map(normalizeHeader),
};
export const accountField: FieldSpec = {
  key: 'account',
  kind: 'text',
  setting: 'account_col_label',
  aliases: ['account_name'],
  lengthMax: NAME_LENGTH_MAX,
};
export const entityTypeField: FieldSpec = {
  key: 'entity_type',
  kind: 'text',
  setting: 'entity_type_col_label',
  aliases: ['account_type', 'type'],
};
/** What the bank keeps of a booking: taken off the amount, where the client names the column. */
export const feeField: FieldSpec = {
  key: 'fee',
  kind: 'amount',
  setting: 'fee_col_label',
  onlyNamed: true,
};
/** Two unsigned columns in place of one signed amount; only used when named or when the type has them. */
export const outflowField: FieldSpec = {
  key: 'outflow',
  kind: 'amount',
  setting: 'outflow_col_label',
};
export const inflowField: FieldSpec = {
  key: 'inflow',
  kind: 'amount',
  setting: 'inflow_col_label',
};
