import { normalizeHeader } from '../csv/headers.ts';
import { isEndBalance } from '../evidence/stated-balances.ts';
import { rankCurrencies } from './choose-currency.ts';
import { scoreKindAsName, tellingName } from './telling-name.ts';
import {
  rankColumns,
  scoreAnyText,
  scoreExternalId,
  scoreNumber,
  scoreSomeName,
  scoreStatus,
  scoreText,
  scoreTextField,
  TEXT_FIELDS,
} from './score-columns.ts';
import type { CsvTypeSpec } from '../types/csv-type.ts';
import type { ColumnLook } from './sample.ts';
import type { ColumnChoice, ColumnChoices } from './score-columns.ts';

/** Confidence in a column of texts that also labels balances. */
const LABELS_CONFIDENCE = 0.5;

/** Columns that share their header with another, so that it does not identify them. */
export function unnamableColumns(looks: readonly ColumnLook[]): Set<number> {
  const seen = new Map<string, number>();
  for (const look of looks) {
    const name = normalizeHeader(look.header);
    seen.set(name, (seen.get(name) ?? 0) + 1);
  }
  return new Set(
    looks.flatMap((look, index) => {
      const name = normalizeHeader(look.header);
      return name !== '' && (seen.get(name) ?? 0) > 1 ? [index] : [];
    }),
  );
}

/**
 * Chooses the columns for the remaining fields of the import type, besides date and amount, by header words and
 * cell content.
 */
export function chooseOtherColumns(
  spec: CsvTypeSpec,
  looks: readonly ColumnLook[],
  chosen: ColumnChoices,
): ColumnChoices {
  const choices = { ...chosen };
  const fields = new Set(spec.fields.map((field) => field.key));
  const unnamable = unnamableColumns(looks);
  const taken = new Set(Object.values(chosen).map(({ index }) => index));
  const take = (key: keyof ColumnChoices, choice: ColumnChoice | undefined): void => {
    if (choice === undefined || !fields.has(key)) return;
    choices[key] = choice;
    taken.add(choice.index);
  };
  const pick = (score: (look: ColumnLook) => number): ColumnChoice | undefined =>
    rankColumns(looks, new Set([...taken, ...unnamable]), score)[0];

  for (const key of ['qty', 'price'] as const)
    if (fields.has(key))
      take(
        key,
        pick((look) => scoreNumber(look, key)),
      );
  if (fields.has('ticker'))
    take(
      'ticker',
      pick((look) => scoreText(look, 'ticker')),
    );
  if (fields.has('currency')) take('currency', rankCurrencies(looks, taken, choices)[0]);
  if (fields.has('external_id')) take('external_id', pick(scoreExternalId));
  if (fields.has('status')) take('status', pick(scoreStatus));
  for (const key of TEXT_FIELDS) {
    if (fields.has(key))
      take(
        key,
        pick((look) => scoreTextField(look, key, spec)),
      );
  }
  if (fields.has('name') && choices.name === undefined) {
    const anyText = (): ColumnChoice | undefined => {
      const [text] = rankColumns(looks, taken, scoreAnyText);
      const [kind] = rankColumns(looks, taken, scoreKindAsName);
      const tellsApart = (looks[text?.index ?? -1]?.values.size ?? 0) > 1;
      return tellsApart ? text : (kind ?? text);
    };
    const notes = looks[choices.notes?.index ?? -1];
    const hasNotes = notes === undefined || notes.filled * 2 >= notes.rows;
    const name =
      pick(scoreSomeName) ??
      (hasNotes ? choices.notes : undefined) ??
      (spec.type === 'TransactionImport' ? anyText() : undefined);
    if (name !== undefined && name === choices.notes) delete choices.notes;
    take('name', name);
  }
  if (spec.type === 'TransactionImport' && chosen.name === undefined)
    Object.assign(choices, tellingName(looks, choices, taken));
  // Rows of balances and totals are left out by the text that names them.
  if (choices.notes === undefined)
    take(
      'notes',
      pick(({ values }) => ([...values].some(isEndBalance) ? LABELS_CONFIDENCE : 0)),
    );
  if (fields.has('exchange_operating_mic')) {
    take(
      'exchange_operating_mic',
      pick((look) => scoreText(look, 'exchange_operating_mic')),
    );
  }
  return choices;
}
