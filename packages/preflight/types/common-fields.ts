import { ID_LENGTH_MAX, NAME_LENGTH_MAX, TEXT_LENGTH_MAX } from '../records/lengths.ts';
import { normalizeHeader } from '../csv/headers.ts';
import { stateOf } from '../suggestions/state-words.ts';
import { phrasesOf } from '../suggestions/vocabulary.ts';
import type { FieldSpec } from './csv-type.ts';
import type { NamedKey } from './field-key.ts';

/** The name of an imported transaction whose row has none. */
export const NAMELESS = 'Imported item';

/** The colour of a record of the household. */
export const colorField: FieldSpec = {
  key: 'color',
  kind: 'text',
  known: { warning: 'unknown_color', isIt: (text) => /^#[0-9a-f]{6}$/i.test(text) },
};

/** A column that a setting names. */
export function namedField(
  key: NamedKey,
  kind: FieldSpec['kind'],
  more: Partial<FieldSpec> = {},
): FieldSpec {
  return { key, kind, setting: `${key}_col_label` as const, ...more };
}

/** Columns that several import types share. Spread and completed by each type. */
export const dateField = namedField('date', 'date');
export const amountField = namedField('amount', 'amount');
/** Two unsigned columns instead of one signed amount; only used when a setting names them or the type has them. */
export const outflowField = namedField('outflow', 'amount');
export const inflowField = namedField('inflow', 'amount');
export const currencyField = namedField('currency', 'currency');
export const nameField = namedField('name', 'text', { lengthMax: TEXT_LENGTH_MAX });
/** The name of a record of the household. */
export const recordNameField: FieldSpec = {
  ...nameField,
  required: true,
  lengthMax: NAME_LENGTH_MAX,
};
export const categoryField = namedField('category', 'text', { lengthMax: NAME_LENGTH_MAX });
/** Each tag in the cell may have this many characters. */
export const tagsField = namedField('tags', 'text', { lengthMax: NAME_LENGTH_MAX });
export const notesField = namedField('notes', 'text', { lengthMax: TEXT_LENGTH_MAX });
/** The bank's own id of a row. */
export const externalIdField = namedField('external_id', 'text', { lengthMax: ID_LENGTH_MAX });
/** The bank's state of the row: booked, pending, declined. A column with other words does no harm. */
export const statusField = namedField('status', 'text', {
  aliases: phrasesOf('status').map(normalizeHeader),
  known: { warning: 'unknown_state', isIt: (text) => stateOf(text) !== undefined, isMostly: true },
});
export const accountField = namedField('account', 'text', {
  aliases: ['account_name'],
  lengthMax: NAME_LENGTH_MAX,
});
export const entityTypeField = namedField('entity_type', 'text', {
  aliases: ['account_type', 'type'],
});
