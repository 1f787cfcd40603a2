import { isEndBalance } from '../evidence/stated-balances.ts';
import { rankCurrencies } from './choose-currency.ts';
import { scoreKindAsName, tellingName } from './telling-name.ts';
import {
  isParty,
  rankColumns,
  scoreAnyText,
  scoreExternalId,
  scoreNumber,
  scoreSomeName,
  scoreSomeParty,
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

/** Chooses the columns for the import type's fields other than date and amount, by header words and cell content. */
export function chooseOtherColumns(
  spec: CsvTypeSpec,
  looks: readonly ColumnLook[],
  chosen: ColumnChoices,
): ColumnChoices {
  const choices = { ...chosen };
  const fields = new Set(spec.fields.map((field) => field.key));
  const taken = new Set(Object.values(chosen).map(({ index }) => index));
  const take = (key: keyof ColumnChoices, choice: ColumnChoice | undefined): void => {
    if (choice === undefined || !fields.has(key)) return;
    choices[key] = choice;
    taken.add(choice.index);
  };
  const pick = (score: (look: ColumnLook) => number): ColumnChoice | undefined =>
    rankColumns(looks, taken, score)[0];

  const takeBest = (key: keyof ColumnChoices, score: (look: ColumnLook) => number): void =>
    take(key, pick(score));

  for (const key of ['qty', 'price'] as const) takeBest(key, (look) => scoreNumber(look, key));
  takeBest('ticker', (look) => scoreText(look, 'ticker'));
  take('currency', rankCurrencies(looks, taken, choices)[0]);
  takeBest('external_id', scoreExternalId);
  takeBest('status', scoreStatus);
  for (const key of TEXT_FIELDS) takeBest(key, (look) => scoreTextField(look, key, spec));
  if (fields.has('name') && choices.name === undefined) {
    const anyText = (): ColumnChoice | undefined => {
      const [text] = rankColumns(looks, taken, scoreAnyText);
      const [kind] = rankColumns(looks, taken, scoreKindAsName);
      const hasSeveral = (looks[text?.index ?? -1]?.values.size ?? 0) > 1;
      return hasSeveral ? text : (kind ?? text);
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
  if (spec.type === 'TransactionImport' && chosen.name === undefined) {
    const { name, notes = name } = choices;
    const look = looks[name?.index ?? -1];
    const party =
      look === undefined || isParty(look)
        ? undefined
        : (pick(scoreSomeParty) ?? partyBehindAccount(looks, taken));
    // Rows without a party are named by their text.
    if (party !== undefined) Object.assign(choices, { name: party, notes });
    Object.assign(choices, tellingName(looks, choices, taken));
  }
  // Rows of balances and totals are left out by the text that names them; otherwise a second text tells more about each row.
  if (choices.notes === undefined)
    takeBest('notes', (look) =>
      [...look.values].some(isEndBalance) ? LABELS_CONFIDENCE : scoreSomeName(look),
    );
  takeBest('exchange_operating_mic', (look) => scoreText(look, 'exchange_operating_mic'));
  return choices;
}

/** In a table without headers: the texts behind the account numbers of the other party, which some rows lack or share. */
function partyBehindAccount(
  looks: readonly ColumnLook[],
  taken: ReadonlySet<number>,
): ColumnChoice | undefined {
  if (looks.some(({ header }) => header !== '')) return undefined;
  const others = new Set(taken);
  looks.forEach((_, at) => {
    const { rows, filled, values } = looks[at - 1] ?? { rows: 0, filled: 0, values: new Set('') };
    const areSome = values.size > 1 && (filled < rows || values.size < filled);
    const areAccounts = [...values].every((value) => /\d{6}/.test(value.replace(/[\s-]/g, '')));
    if (!areSome || !areAccounts) others.add(at);
  });
  return rankColumns(looks, others, scoreAnyText)[0];
}
