import { isNoValue } from '../fields/no-value.ts';
import { matchHeader, plainWords } from './header-words.ts';
import type { ColumnLook } from './sample.ts';
import type { Sampled } from './score-columns.ts';

/** Words for the payer, and for the payee. */
export const PAYER =
  /(?<!\p{L})(?:payer|sender|source|from|auftraggeber|zahlungspflichtige\w*|zahler|absender|avsandare|avsender|afsender|ordonnateur|emetteur|debiteur|debtor|fra|fran|ordenante|ordinante|mittente|remetente|zleceniodawc[ay]|nadawc[ay]|platce|platca|maksja|maksaja|moketojas|maksatajs|opdrachtgever|betaler|origen|origem|debited|ելքագրվող|վճարող|გამგზავნი\p{L}*|გადამხდელი\p{L}*|плательщик\p{L}*|отправител\p{L}*|платник\p{L}*|відправник\p{L}*|наредител|gonderen|felado\p{L}*|megbizo\p{L}*|platitor\p{L}*|ordonator\p{L}*|platitelj\p{L}*|nalogodav\p{L}*|platilac|placnik\p{L}*|greiðandi|pengirim|nguoi (?:gui|chuyen)|αποστολεας|εντολεας)(?!\p{L})|付款[人方]|汇款人|匯款人|보낸|ผโอน|المرسل/u;
export const PAYEE =
  /(?<!\p{L})(?:payee|target|beneficiary|creditor|recipient|receiver|to|til|till|(?:zahlungs)?empfae?nger\w*|begunstigter?|beneficiaire|destinataire|beneficiario|destinatario|ontvanger|begunstigde|mottagare|mottaker|modtager|odbiorc[ay]|prijemce|prijemca|saajan?|gavejas|destino|sanemejs|credited|մուտքագրվող|շահառու\p{L}*|ստացող\p{L}*|მიმღები\p{L}*|получател\p{L}*|одержувач\p{L}*|отримувач\p{L}*|alici\p{L}*|kedvezmenyezett\p{L}*|beneficiar\p{L}*|primatelj\p{L}*|primalac|prejemnik\p{L}*|viðtakandi|favorecido|penerima|nguoi (?:nhan|thu huong)|παραληπτης|δικαιουχος)(?!\p{L})|收款[人方]|받는|ผรบ|المستفيد/u;

/** In fewer rows, names may repeat by chance. */
const PAIR_ROWS_MIN = 4;

/** Payer and payee: two columns of parties of which one or the other is the account's holder in every row that has both. */
interface Parties {
  holder: string;
  columns: readonly [number, number];
}

/** Whether most of the different texts are ids. */
export const listsIds = ({ ids, values }: ColumnLook): boolean => ids * 2 > values.size;

/** Whether all cells may be numbers of accounts. */
function hasAccounts({ values }: ColumnLook): boolean {
  return values.size > 1 && [...values].every((value) => /^\d{8,}$/.test(value));
}

/**
 * The columns of payer and payee, found by their cells: every row with both has the same party in one of them, or in both
 * where the holder pays into another account. Columns of names are preferred to those of accounts.
 */
export function findParties({ looks, rows }: Sampled): Parties | undefined {
  const isNamed = ({ header }: ColumnLook): boolean =>
    matchHeader(header, 'name') > 0 ||
    PAYER.test(plainWords(header)) ||
    PAYEE.test(plainWords(header));
  const parties = [...looks.entries()].filter(
    ([, look]) => look.dates + look.currencies === 0 && (look.numbers === 0 || hasAccounts(look)),
  );
  const isOfNames = (pair: readonly (typeof parties)[number][]): boolean =>
    pair.every(([, look]) => !listsIds(look));
  const pairs = parties
    .flatMap((one, at) => parties.slice(at + 1).map((other) => [one, other] as const))
    .filter((pair) => pair.some(([, look]) => isNamed(look)))
    .sort((one, other) => Number(isOfNames(other)) - Number(isOfNames(one)));
  for (const [[one], [other]] of pairs) {
    const both = rows
      .map(({ cells }) => [cells[one] ?? '', cells[other] ?? ''] as const)
      .filter((pair) => !pair.some(isNoValue));
    const paid = both.filter(([a, b]) => a !== b);
    const [[a, b] = ['', '']] = paid;
    const holder = [a, b].find((name) => both.every(([x, y]) => x === name || y === name));
    const isEither = paid.some(([x]) => x === holder) && paid.some(([, y]) => y === holder);
    if (paid.length >= PAIR_ROWS_MIN && holder !== undefined && isEither)
      return { holder, columns: [one, other] };
  }
  return undefined;
}

/** The column of the payer, and the holder's name in rows of money out; undefined unless headers name payer and payee. */
export function findPayer(sampled: Sampled): { index: number; holder: string } | undefined {
  const found = findParties(sampled);
  const named = (words: RegExp): number | undefined =>
    found?.columns.find((at) => words.test(plainWords(sampled.looks[at]?.header ?? '')));
  const [payer, payee] = [named(PAYER), named(PAYEE)];
  if (found === undefined || payer === undefined || payee === undefined) return undefined;
  return payer === payee ? undefined : { index: payer, holder: found.holder };
}
