import { isAscii, lowerCase } from '#preflight/rules/fold-text';

/** What a bank's wording says about a transaction: how surely it is a transfer, or something else. */
export interface Wording {
  /** Words for moving money between one's own accounts. */
  readonly own: boolean;
  /** Words for any payment from account to account, including to strangers. */
  readonly transfer: boolean;
  /** Words for paying towards, or saving into, an account of some kind. */
  readonly towards: ReadonlySet<AccountKind>;
  /** Words for income, purchases, refunds and fees. */
  readonly other: boolean;
}

type AccountKind = 'card' | 'loan' | 'savings' | 'investment';

/** Matches at the start of a word; languages that write words without spaces do not use it. */
const startsWord = (words: string): RegExp =>
  // eslint-disable-next-line no-restricted-syntax -- of the words below, hardly any of which repeats a sign
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})`, 'u');

/*
 * Matched against lower-case text without accents. A word matches with any ending: `transfer` in `transferencia`. Languages: those
 * of Europe, Turkish, Russian, Japanese and Chinese.
 */
const OWN = startsWord(
  [
    'xfer|internal transfer|(?:own|between|self) (?:account|transfer)|transfer (?:to|from) (?:my|own|chk|sav|checking|savings|acct|account|card)',
    'online transfer (?:to|from)|(?:to|from) (?:my )?(?:checking|savings|pot|vault)|account transfer|inter ?account|funds transfer|movement between',
    'umbuchung|ubertrag|kontoubertrag|eigenubertrag|eigene?s? konto',
    'traspaso|transferencia (?:propia|interna|entre)|entre (?:mis |sus )?cuentas|entre contas|transferencia propria',
    'giroconto|girofondi|virement (?:interne|de compte|compte a compte)|entre comptes|interne overboeking|eigen rekening|naar (?:eigen|spaar)',
    'przelew wlasny|przelew wewnetrzny|wlasny rachunek|egen overforing|egen konto|mellan egna|egne konti|omien tilien|vlastni prevod|mezi ucty',
    'sajat szaml|atvezetes|virman|между своими|свой счет',
  ].join('|'),
);
const OWN_UNSPACED = /振替|资金划转|本人转账/u;
const TRANSFER = startsWord(
  [
    'transfer|tfr|trf|trsf|faster payment|standing order|fps|ach|wire|zelle|deposit|withdrawal|top[ -]?up|cash ?out|payout',
    'uberweisung|ueberweisung|dauerauftrag|einzahlung|auszahlung|gutschrift|sepa[ -](?:credit|ct)|virement|vir |vrt|bonifico|transferencia|overboeking',
    'overforing|overforsel|tilisiirto|siirto|przelew|prevod|atutalas|havale|eft|перевод|giro|swish|bizum|pix ',
  ].join('|'),
);
const TRANSFER_UNSPACED = /振込|转账|送金/u;
const TOWARDS: Readonly<Record<AccountKind, RegExp>> = {
  card: startsWord(
    'card payment|cc payment|credit card|creditcard|payment[ -]+thank|thank you.{0,12}payment|autopay|auto pay|payment received|bill ?pay|card bill|card repay|cardmember|kreditkart|kartenabrechnung|ausgleich|monatsabrechnung|pago (?:de )?tarjeta|liquidacion tarjeta|pago recibido|addebito carta|saldo carta|paiement carte credit|releve carte|reglement carte|prelevement carte|afrekening creditcard|creditkaart|splata karty|kortbetalning faktura|inbetalning|incoming payment',
  ),
  loan: startsWord(
    'loan|mortgage|lending|repayment|installment|instalment|darlehen|kreditrate|tilgung|rate kredit|prestamo|hipoteca|cuota|mutuo|rata|pret |echeance|hypothe|aflossing|lening|kredyt|splata|lainan|lan ',
  ),
  savings: startsWord(
    'saving|sav |spar|tagesgeld|festgeld|rucklage|ahorro|hucha|risparmi|epargne|livret|poupanca|oszczedn|lokata|saasto|opsparing|sporeni|megtakarit|isa |emergency fund',
  ),
  investment: startsWord(
    'invest|broker|depot|securities|wertpapier|contribution|retirement|ira |401k|pension plan|crypto|kraken|coinbase|etf|fondos|bourse|assurance vie|beleggen',
  ),
};
const OTHER = startsWord(
  [
    'salary|payroll|wages|gehalt|lohn|salaire|nomina|stipendio|salaris|wynagrodzenie|lon |palkka|direct dep',
    'refund|reversal|chargeback|return |erstattung|ruckerstattung|ruckbuchung|retoure|remboursement|reembolso|devolucion|rimborso|storno|terugbetaling|zwrot|retur|avoir',
    'cashback|reward|dividend|interest|zinsen|habenzins|interets|intereses|interessi|odsetki|fee|gebuhr|entgelt|frais|comision|commissione|charge',
    'purchase|pos |debit card|kartenzahlung|achat|compra|acquisto|pagamento pos|betaalautomaat|zakup|kortkop|contactless|paypal|invoice|rechnung|miete|rent |insurance|versicherung|tax|steuer|benefit|kindergeld|netflix|spotify|atm|bancomat|geldautomat|cash withdrawal|retrait',
  ].join('|'),
);

const COMMON =
  /^(?:from|to|for|ref|account|konto|compte|cuenta|online|sepa|payment|received|recu|emis|permanent|perm|favore|vostro|realizada|recibida|vom|von|nach|naar|van|der|die|das|les|des|and|und|the|via|betaal\w*|eigen\w*|przychodzacy|wychodzacy)$/u;

export function readWording(text: string): Wording {
  const folded = plain(text);
  const kinds = Object.entries(TOWARDS) as [AccountKind, RegExp][];
  return {
    own: OWN.test(folded) || OWN_UNSPACED.test(folded),
    transfer: TRANSFER.test(folded) || TRANSFER_UNSPACED.test(folded),
    towards: new Set(kinds.filter(([, words]) => words.test(folded)).map(([kind]) => kind)),
    other: OTHER.test(folded),
  };
}

/** Whether the words alone make a transfer likely. */
export function soundsLikeTransfer(text: string): boolean {
  const { own, transfer, towards } = readWording(text);
  return own || transfer || towards.size > 0;
}

/** Lower-case text without accents, with one space between words. */
export function plain(text: string): string {
  if (isAscii(text)) return text.toLowerCase().replaceAll(/\s+/g, ' ');
  const bare = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'l');
  return lowerCase(bare).replaceAll('ß', 'ss').replaceAll('ø', 'o').replaceAll(/\s+/gu, ' ');
}

/** The words of a text that say nothing about transfers: who is named, and what for. */
export function contentWords(text: string): string[] {
  const words = plain(text).match(/\p{L}{3,}/gu) ?? [];
  const ofBanks = [OWN, TRANSFER, OTHER, ...Object.values(TOWARDS)];
  return words.filter((word) => !COMMON.test(word) && !ofBanks.some((known) => known.test(word)));
}
