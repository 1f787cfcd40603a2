/**
 * How a bank words a booking. `{who}` is the other person, shop or employer, `{account}` the other account's name and
 * `{digits}` its last four, `{sum}` what the other side books, `{other}` its currency.
 */
export interface Wording {
  /** Between accounts of this bank: out, in. */
  readonly own: readonly [readonly string[], readonly string[]];
  /** To or from whomever at another bank, the household's own members included: out, in. */
  readonly person: readonly [readonly string[], readonly string[]];
  readonly standing: string;
  readonly shop: readonly string[];
  readonly debit: string;
  readonly refund: readonly string[];
  readonly salary: string;
  /** A card or loan is paid: what the payer's account says, what the card's does. */
  readonly settled: readonly [string, string];
  /** Into another currency within this bank: out, in. */
  readonly exchange: readonly [string, string];
}

export const WORDINGS: readonly Wording[] = [
  {
    own: [
      ['Overboeking naar {account}', 'Naar eigen rekening {digits}'],
      ['Overboeking van {account}', 'Van eigen rekening {digits}'],
    ],
    person: [
      ['Overschrijving {who}', 'iDEAL {who}', 'Tikkie {who}'],
      ['Bijschrijving {who}', 'Overschrijving van {who}'],
    ],
    standing: 'Periodieke overschrijving {who}',
    shop: ['Betaalautomaat {shop}', 'Apple Pay {shop}'],
    debit: 'Incasso {shop}',
    refund: ['Retour {shop}', 'Bijschrijving {shop}'],
    salary: 'Salaris {who}',
    settled: ['Afrekening creditcard', 'Betaling ontvangen, dank u'],
    exchange: ['Omwisseling naar {other} {sum}', 'Omwisseling uit {other}'],
  },
  {
    own: [
      ['Przelew własny', 'Przelew na rachunek {digits}'],
      ['Przelew własny', 'Przelew z rachunku {digits}'],
    ],
    person: [
      ['Przelew wychodzący {who}', 'BLIK na telefon {who}'],
      ['Przelew przychodzący {who}', 'Wpłata {who}'],
    ],
    standing: 'Zlecenie stałe {who}',
    shop: ['Płatność kartą {shop}', '{shop} WARSZAWA PL'],
    debit: 'Polecenie zapłaty {shop}',
    refund: ['Zwrot {shop}', 'Uznanie {shop}'],
    salary: 'Wynagrodzenie {who}',
    settled: ['Spłata karty kredytowej', 'Spłata zadłużenia'],
    exchange: ['Wymiana walut {other}', 'Wymiana walut {other}'],
  },
  {
    own: [
      ['Giroconto {account}', 'Giroconto'],
      ['Giroconto', 'Giroconto da {account}'],
    ],
    person: [
      ['Bonifico a favore di {who}', 'Disposizione {who}'],
      ['Bonifico da {who}', 'Accredito {who}'],
    ],
    standing: 'Bonifico ricorrente {who}',
    shop: ['Pagamento POS {shop}', 'Carta *4411 {shop}'],
    debit: 'Addebito SDD {shop}',
    refund: ['Storno {shop}', 'Accredito {shop}'],
    salary: 'Emolumenti {who}',
    settled: ['Saldo carta di credito', 'Versamento'],
    exchange: ['Cambio valuta', 'Cambio valuta'],
  },
  {
    own: [
      ['Överföring {digits}', 'Egen överföring'],
      ['Överföring {digits}', 'Egen insättning'],
    ],
    person: [
      ['Swish till {who}', 'Betalning {who}', '{who}'],
      ['Swish från {who}', 'Insättning {who}', '{who}'],
    ],
    standing: 'Stående överf {who}',
    shop: ['Kortköp {shop}', '{shop}'],
    debit: 'Autogiro {shop}',
    refund: ['Återbetalning {shop}', '{shop}'],
    salary: 'Lön {who}',
    settled: ['Kortfaktura', 'Inbetalning bankgiro'],
    exchange: ['Valutaväxling', 'Valutaväxling'],
  },
  {
    own: [
      ['Transferência entre contas {digits}', 'Aplicação {account}'],
      ['Transferência entre contas {digits}', 'Resgate {account}'],
    ],
    person: [
      ['Pix enviado {who}', 'TED {who}'],
      ['Pix recebido {who}', 'TED recebida {who}'],
    ],
    standing: 'Pix agendado {who}',
    shop: ['Compra no débito {shop}', 'Compra {shop}'],
    debit: 'Débito automático {shop}',
    refund: ['Estorno {shop}', 'Crédito {shop}'],
    salary: 'Crédito de salário {who}',
    settled: ['Pagamento de fatura', 'Pagamento recebido'],
    exchange: ['Câmbio {other} {sum}', 'Câmbio'],
  },
  {
    own: [
      ['振替 {digits}', '口座間振替'],
      ['振替 {digits}', '口座間振替'],
    ],
    person: [
      ['振込 {who}', '送金 {who}'],
      ['振込入金 {who}', '{who}'],
    ],
    standing: '定額自動送金 {who}',
    shop: ['デビット {shop}', 'VISA {shop}'],
    debit: '口座振替 {shop}',
    refund: ['返金 {shop}', '入金 {shop}'],
    salary: '給与 {who}',
    settled: ['カード引落', 'お支払い'],
    exchange: ['外貨両替 {other}', '外貨両替'],
  },
  {
    // An app: people, pockets, exchanges.
    own: [
      ['To pocket {account}', 'To {account}'],
      ['From pocket {account}', 'From {account}'],
    ],
    person: [
      ['To {who}', 'Transfer to {who}', 'Sent money to {who}'],
      ['From {who}', 'Transfer from {who}', 'Received money from {who}', 'Top-up by {who}'],
    ],
    standing: 'Scheduled payment to {who}',
    shop: ['{shop}'],
    debit: '{shop}',
    refund: ['Refund from {shop}', '{shop}'],
    salary: 'Payment from {who}',
    settled: ['Card balance', 'Thanks for your payment'],
    exchange: ['Exchanged to {other}', 'Exchanged to {other}'],
  },
  {
    // A bank that hardly says anything.
    own: [['Online order'], ['Incoming']],
    person: [
      ['Online order', 'Order {who}'],
      ['Incoming', 'Incoming {who}'],
    ],
    standing: 'Online order',
    shop: ['Card {shop}', 'Card'],
    debit: 'Online order {shop}',
    refund: ['Incoming', 'Incoming {shop}'],
    salary: 'Incoming {who}',
    settled: ['Online order', 'Incoming'],
    exchange: ['Online order {other}', 'Incoming {other}'],
  },
  {
    own: [
      ['Virement interne {digits}', 'Vers {account}'],
      ['Virement interne {digits}', 'Depuis {account}'],
    ],
    person: [
      ['Ordre e-banking {who}', 'TWINT envoyé {who}'],
      ['Avis de crédit {who}', 'TWINT reçu {who}'],
    ],
    standing: 'Ordre permanent {who}',
    shop: ['Achat {shop}', 'Achat TPE {shop}'],
    debit: 'LSV {shop}',
    refund: ['Contre-passation {shop}', 'Avis de crédit {shop}'],
    salary: 'Bonification salaire {who}',
    settled: ['Facture carte', 'Votre paiement'],
    exchange: ['Achat de devises {other}', 'Vente de devises'],
  },
];

export const MEMBERS = [
  ['Anna Kowalska', 'Piotr Kowalski'],
  ['Daan de Vries', 'Sanne Bakker'],
  ['Giulia Ferri', 'Marco Ferri'],
  ['Elsa Lindqvist', 'Nils Ek'],
  ['João Pereira', 'Ana Souza'],
  ['Yuki Tanaka', 'Haruto Tanaka'],
  ['Claire Dubois', 'Samir Haddad'],
  ['Grace Okafor', 'Peter Lund'],
] as const;

/** Friends, landlords, relatives; some share a surname with a member. */
export const OTHERS = [
  'Jan Kowalski',
  'Eva Novak',
  'Maria Kowalska',
  'Koen Visser',
  'Luca Bianchi',
  'Ingrid Ek',
  'Pedro Alves',
  'Sofia Souza',
  'Ken Sato',
  'Mia Tanaka',
  'Paul Girard',
  'Nadia Haddad',
  'Tom Baker',
  'Lucy Price',
  'Olu Okafor',
  'Hugo Marin',
] as const;

export const SHOPS = [
  'Albert Heijn 1204',
  'Biedronka',
  'Esselunga',
  'ICA Nära',
  'Pingo Doce',
  'Lawson',
  'Coop Pronto',
  'Zalando',
  'Bol.com',
  'Allegro',
  'IKEA',
  'Decathlon',
  'Ryanair',
  'Booking.com',
  'Trenitalia',
  'Uber *Eats',
  'Vinted',
  'Dr. Huber',
] as const;
export const PAYERS = [
  'Noordzee BV',
  'Polmet SA',
  'Officine Riva',
  'Skånska Data',
  'Axa Santé',
  'Vinted payout',
] as const;
