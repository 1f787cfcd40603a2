/** What is said of a transfer: on the side that it leaves, or where it arrives. */
interface Occasion {
  readonly to: string;
  readonly savings: boolean;
  readonly standing: boolean;
}

type Text = (random: () => number) => string;

/** A bank with its own way to word things, in one language, sparing with words or not. */
export interface Bank {
  readonly name: string;
  readonly style: (out: boolean, occasion: Occasion) => Text;
}

const one =
  (...texts: readonly string[]): Text =>
  (random) =>
    texts[Math.floor(random() * texts.length)] ?? '';

/** A bank that words transfers in general, and payments to cards and loans, as listed; `{…}` is filled in. */
function bank(
  name: string,
  texts: {
    out: string[];
    in: string[];
    card?: string[];
    cardIn?: string[];
    loan?: string[];
    standing?: string[];
  },
): Bank {
  return {
    name,
    style(out, { to, standing }) {
      if (to === 'CreditCard')
        return one(...((out ? texts.card : texts.cardIn) ?? (out ? texts.out : texts.in)));
      if (to === 'Loan' && texts.loan !== undefined) return one(...texts.loan);
      if (out && standing && texts.standing !== undefined) return one(...texts.standing);
      return one(...(out ? texts.out : texts.in));
    },
  };
}

export const BANKS: readonly Bank[] = [
  bank('Northway', {
    out: [
      'Online Transfer to {account}',
      'TRANSFER TO XXXXXX{digits}',
      'Transfer {digits} ref 8841203',
    ],
    in: ['Online Transfer from {account}', 'TRANSFER FROM XXXXXX{digits}', 'Deposit transfer'],
    card: ['CARD PAYMENT ONLINE', 'Northway card autopay 220194', 'EPAY CREDIT CRD {digits}'],
    cardIn: ['PAYMENT THANK YOU', 'AUTOPAY PAYMENT - THANK YOU', 'Payment received'],
    loan: ['LOAN PAYMENT', 'Mortgage payment'],
  }),
  bank('Sparverein', {
    out: ['UMBUCHUNG', 'Überweisung {holder}', 'Online-Überweisung {holder} Sparen'],
    in: ['UMBUCHUNG', 'Gutschrift {holder}', 'SEPA-Gutschrift {holder}'],
    card: [
      'Kreditkartenabrechnung',
      'Lastschrift Kreditkarte Monatsabrechnung',
      'Ausgleich Kreditkarte',
    ],
    cardIn: ['Einzahlung', 'Ausgleich', 'Lastschrifteinzug'],
    loan: ['Darlehensrate', 'Tilgung Darlehen'],
    standing: ['Dauerauftrag {holder}', 'DAUERAUFTRAG Sparplan', 'Übertrag Rücklage'],
  }),
  bank('Banque du Port', {
    out: ['VIR COMPTE A COMPTE', 'VIREMENT EMIS {holder}', 'VIREMENT INTERNE'],
    in: ['VIR RECU {holder}', 'VIREMENT INTERNE', 'VIREMENT DE {holder}'],
    card: ['PRELEVEMENT CARTE CREDIT', 'RELEVE CARTE'],
    cardIn: ['REGLEMENT CARTE'],
    loan: ['ECHEANCE PRET'],
    standing: ['VIREMENT PERMANENT {holder}', 'VIR PERM EPARGNE'],
  }),
  bank('Caja Marina', {
    out: ['TRASPASO', 'TRANSFERENCIA A {holder}', 'TRANSFERENCIA REALIZADA'],
    in: ['TRASPASO', 'TRANSFERENCIA DE {holder}', 'TRANSFERENCIA RECIBIDA'],
    card: ['LIQUIDACION TARJETA', 'PAGO TARJETA CREDITO'],
    cardIn: ['PAGO RECIBIDO'],
    loan: ['CUOTA PRESTAMO'],
  }),
  bank('Cassa Verde', {
    out: ['GIROCONTO', 'BONIFICO A VOSTRO FAVORE {holder}', 'BONIFICO {holder}'],
    in: ['GIROCONTO', 'BONIFICO DA {holder}'],
    card: ['ADDEBITO CARTA'],
    cardIn: ['SALDO CARTA'],
    loan: ['RATA MUTUO'],
  }),
  bank('Polderbank', {
    out: ['Overboeking naar spaarrekening', 'Overboeking {holder}', 'naar eigen rekening'],
    in: ['Overboeking van {holder}', 'van betaalrekening', '{holder}'],
    card: ['Afrekening creditcard'],
    loan: ['Aflossing hypotheek'],
  }),
  bank('Terse', { out: ['', '{holder}', 'PYMT'], in: ['', '{holder}', 'CR'] }),
  bank('Zelf', {
    out: ['{holder}', 'To {account}', 'Pocket Withdrawal'],
    in: ['{holder}', 'From {account}', 'Top-Up by *{digits}'],
  }),
  // Words that no list has.
  bank('Parnu Pank', {
    out: ['Ülekanne {holder}', 'Oma kontole'],
    in: ['Laekumine {holder}', 'Ülekanne'],
  }),
  bank('Han River', { out: ['이체', '본인 이체 {holder}'], in: ['입금 {holder}', '이체'] }),
  bank('Kvarn', {
    out: ['Överföring', 'Överföring mellan egna konton', 'ÖVERF {digits}'],
    in: ['Överföring', 'Insättning'],
    card: ['Kortbetalning faktura'],
    cardIn: ['Inbetalning'],
    standing: ['Stående överföring', 'Månadssparande'],
  }),
  bank('Wisla', {
    out: ['PRZELEW WŁASNY', 'PRZELEW WYCHODZĄCY {holder}', 'Przelew wewnętrzny'],
    in: ['PRZELEW WŁASNY', 'PRZELEW PRZYCHODZĄCY {holder}'],
    card: ['SPŁATA KARTY'],
  }),
  bank('Depotwerk', {
    out: ['Auszahlung auf Referenzkonto', 'Withdrawal'],
    in: ['Einzahlung', 'Einzahlung Sparplan', 'Deposit'],
  }),
];

export const PEOPLE = [
  'J Smith',
  'Anna Becker',
  'M. Dupont',
  'Lucia Perez',
  'G Rossi',
  'Kees de Boer',
  'Ola Nordmann',
  'Piotr Zielinski',
  'Maria Silva',
  'T. Nakamura',
  'Chris Taylor',
  'Eva Horvath',
] as const;

export const SHOPS = [
  'REWE',
  'Tesco Stores 4471',
  'AMAZON MKTPLACE',
  'Carrefour Market',
  'Mercadona',
  'Albert Heijn 1021',
  'Shell 88123',
  'IKEA',
  'Zalando',
  'Esselunga',
  'Lidl',
  'Decathlon',
  'Uber trip',
  'Cafe Central',
  'Apotheke am Markt',
  'Biedronka',
  'H&M',
  'Trainline',
  'Pizzeria Napoli',
  'Steam games',
] as const;

export const OTHER_TEXTS = {
  fees: [
    'Transfer fee',
    'Entgelt',
    'COMISION TRANSFERENCIA',
    'Frais de virement',
    'Service charge',
  ],
  salaries: [
    'SALARY ACME LTD',
    'Gehalt Muster GmbH',
    'ACME GMBH 04/24',
    'NOMINA EMPRESA SA',
    'VIR SALAIRE DUBOIS SARL',
    'Acme Payroll',
  ],
  rents: [
    'Miete Wohnung 12',
    'RENT Oak Street',
    'Standing order Hausverwaltung Klein',
    'LOYER',
    'Überweisung Hausverwaltung Klein',
  ],
  incoming: [
    'Transfer from',
    'Gutschrift',
    'SEPA-Gutschrift',
    'VIREMENT DE',
    'BONIFICO DA',
    'Faster payment',
    'TRANSFERENCIA DE',
    'Zelle from',
    'Bizum',
  ],
  outgoing: [
    'Transfer to',
    'Überweisung',
    'VIREMENT EMIS',
    'BONIFICO',
    'Faster payment',
    'TRANSFERENCIA A',
    'Przelew',
    'Swish',
  ],
  purchases: ['Card purchase', 'POS', 'KARTENZAHLUNG', 'ACHAT CB', 'COMPRA'],
  refunds: ['REFUND', 'Erstattung', 'Remboursement', 'DEVOLUCION', 'Gutschrift', 'Rückbuchung'],
} as const;
