/**
 * How a bank words what moves: where it leaves and where it arrives. `{who}` is the other account's holder, `{account}` its
 * name, `{digits}` its last four, `{other}` its currency and `{sum}` what it books.
 */
export interface Bank {
  readonly name: string;
  /** Between accounts of this bank. */
  readonly own: Ways;
  /** To and from anybody at another bank. */
  readonly far: Ways;
  readonly standing: readonly string[];
  /** A card is paid: what the payer's account says, and what the card's does. */
  readonly settled: Ways;
  readonly loan: readonly string[];
  /** Into another currency within this bank. */
  readonly exchange: Ways;
}
type Ways = readonly [out: readonly string[], into: readonly string[]];

/** People, shops and texts around a household. */
export interface World {
  readonly banks: readonly Bank[];
  readonly couples: readonly (readonly string[])[];
  /** Friends, landlords, relatives, employers. */
  readonly others: readonly string[];
  readonly shops: readonly string[];
  readonly purchases: readonly string[];
  readonly refunds: readonly string[];
  readonly incomes: readonly string[];
  readonly rents: readonly string[];
}

const list = (text: string): string[] => text.split('|');
/** `out|out > in|in`. */
function ways(text: string): Ways {
  const [out = '', into = out] = text.split(' > ').map((part) => part.trim());
  return [list(out), list(into)];
}

type Texts = Partial<Record<'far' | 'standing' | 'settled' | 'loan' | 'exchange', string>>;

function bank(name: string, own: string, texts: Texts = {}): Bank {
  const { far = own, standing, settled = far, loan, exchange = own } = texts;
  return {
    name,
    own: ways(own),
    far: ways(far),
    standing: standing === undefined ? ways(far)[0] : list(standing),
    settled: ways(settled),
    loan: loan === undefined ? ways(far)[0] : list(loan),
    exchange: ways(exchange),
  };
}

type WorldTexts = Readonly<Record<Exclude<keyof World, 'banks' | 'couples'>, string>>;

function world(couples: string, banks: readonly Bank[], texts: WorldTexts): World {
  const lists = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, list(text)]),
  ) as Record<keyof WorldTexts, string[]>;
  return { ...lists, banks, couples: list(couples).map((pair) => pair.split(' & ')) };
}

/** Words that the lists of the service know. */
export const KNOWN = world(
  'J Smith|Anna Becker|M. Dupont|Lucia Perez|G Rossi|Kees de Boer|Ola Nordmann|Piotr Zielinski',
  [
    bank(
      'Northway',
      'Online Transfer to {account}|TRANSFER TO XXXXXX{digits} > Online Transfer from {account}|Deposit transfer',
      {
        far: 'TRANSFER TO XXXXXX{digits}|Transfer to {who} > TRANSFER FROM XXXXXX{digits}|Zelle from {who}',
        settled:
          'CARD PAYMENT ONLINE|EPAY CREDIT CRD {digits} > PAYMENT THANK YOU|Payment received',
        loan: 'LOAN PAYMENT|Mortgage payment',
      },
    ),
    bank('Sparverein', 'UMBUCHUNG|Übertrag Rücklage > UMBUCHUNG', {
      far: 'Überweisung {who}|Online-Überweisung {who} Sparen > Gutschrift {who}|SEPA-Gutschrift {who}',
      standing: 'Dauerauftrag {who}|DAUERAUFTRAG Sparplan {who}',
      settled: 'Kreditkartenabrechnung|Ausgleich Kreditkarte > Einzahlung|Lastschrifteinzug',
      loan: 'Darlehensrate|Tilgung Darlehen',
    }),
    bank('Banque du Port', 'VIR COMPTE A COMPTE|VIREMENT INTERNE > VIREMENT INTERNE', {
      far: 'VIREMENT EMIS {who} > VIR RECU {who}|VIREMENT DE {who}',
      standing: 'VIREMENT PERMANENT {who}',
      settled: 'PRELEVEMENT CARTE CREDIT|RELEVE CARTE > REGLEMENT CARTE',
      loan: 'ECHEANCE PRET',
    }),
    bank('Caja Marina', 'TRASPASO > TRASPASO', {
      far: 'TRANSFERENCIA A {who} > TRANSFERENCIA DE {who}',
      settled: 'LIQUIDACION TARJETA|PAGO TARJETA CREDITO > PAGO RECIBIDO',
      loan: 'CUOTA PRESTAMO',
    }),
    bank('Cassa Verde', 'GIROCONTO > GIROCONTO', {
      far: 'BONIFICO {who} > BONIFICO DA {who}',
      settled: 'ADDEBITO CARTA > SALDO CARTA',
      loan: 'RATA MUTUO',
    }),
    bank('Polderbank', 'Overboeking naar spaarrekening|naar eigen rekening > van betaalrekening', {
      far: 'Overboeking {who} > Overboeking van {who}',
      settled: 'Afrekening creditcard > Overboeking van {who}',
      loan: 'Aflossing hypotheek',
    }),
    bank('Zelf', 'To {account}|Pocket Withdrawal > From {account}|Top-Up by *{digits}', {
      far: '{who} > {who}',
    }),
    bank('Kvarn', 'Överföring mellan egna konton|ÖVERF {digits} > Överföring', {
      far: 'Överföring {who} > Insättning {who}',
      standing: 'Stående överföring {who}|Månadssparande',
      settled: 'Kortbetalning faktura > Inbetalning',
    }),
    bank('Wisla', 'PRZELEW WŁASNY|Przelew wewnętrzny > PRZELEW WŁASNY', {
      far: 'PRZELEW WYCHODZĄCY {who} > PRZELEW PRZYCHODZĄCY {who}',
      settled: 'SPŁATA KARTY > PRZELEW PRZYCHODZĄCY',
    }),
  ],
  {
    others: 'T. Nakamura|Chris Taylor|Eva Horvath|Maria Silva|Hausverwaltung Klein|ACME GMBH',
    shops:
      'REWE|Tesco Stores 4471|AMAZON MKTPLACE|Carrefour Market|Mercadona|Shell 88123|IKEA|Zalando|Esselunga|Decathlon|Uber trip|H&M|Steam games',
    purchases: 'Card purchase|POS|KARTENZAHLUNG|ACHAT CB|COMPRA||',
    refunds: 'REFUND|Erstattung|Remboursement|DEVOLUCION|Gutschrift|Rückbuchung|',
    incomes: 'SALARY ACME LTD|Gehalt Muster GmbH|NOMINA EMPRESA SA|VIR SALAIRE DUBOIS SARL',
    rents: 'Miete Wohnung 12|RENT Oak Street|Standing order Hausverwaltung Klein|LOYER',
  },
);

/** Words that no list was made for. */
export const UNKNOWN = world(
  'Niamh Byrne|Rui Teixeira|Jana Svobodova|Mads Holm|Priya Raman|Urs Keller',
  [
    bank('Harbour CU', 'Xfer to share {digits} > Xfer from share {digits}', {
      far: 'Home Banking Transfer {digits}|Bill pay {who} > Deposit Home Banking|ACH {who}',
    }),
    bank('Nordlys', 'Egen konto|Fast overførsel > Egen konto|Indbetaling', {
      far: 'Overførsel til {who} > Overførsel fra {who}',
    }),
    bank('Banco Atlantico', 'TRANSF CTA PROPRIA > TRANSF CTA PROPRIA', {
      far: 'TRF P/ {who}|TRF IMEDIATA {who} > TRF DE {who}|TRF IMEDIATA DE {who}',
    }),
    bank('Vltava', 'Převod mezi účty|Trvalý příkaz > Převod mezi účty|Připsáno', {
      far: 'Odchozí úhrada {who} > Příchozí úhrada {who}',
    }),
    bank('Lakshmi', 'SELF TRF {digits} > SELF TRF {digits}', {
      far: 'IMPS/P2A/{who}|NEFT DR {who} > IMPS CR {who}|NEFT CR {who}',
    }),
    bank('Emerald', '365 Online {digits} > 365 Online {digits}|Lodgement', {
      far: 'Mobi to {who}|SO {who} > CT {who}',
    }),
    bank('Plain', 'Debit|Payment > Credit|', { far: '{who} > {who}' }),
    bank('Helvet', 'Kontoübertrag|Zahlungsauftrag > Kontoübertrag|Eingang', {
      far: 'Vergütung {who} > Gutschrift {who}',
    }),
    bank('Han River', '이체 > 이체', { far: '본인 이체 {who} > 입금 {who}' }),
    bank('Parnu Pank', 'Oma kontole > Ülekanne', { far: 'Ülekanne {who} > Laekumine {who}' }),
  ],
  {
    others: 'Oisin Daly|Carla Nunes|Petr Kral|Freja Lund|Arjun Mehta|Reto Frei|Sam Okafor',
    shops:
      'Netto 114|Pingo Doce|Albert|Dunnes|Migros|Big Bazaar|Target T-22|Bolt|Fakta|Worten|Alza|Coop|Walgreens',
    purchases: 'DBT PURCH|Dankort|Visa køb|COMPRA MULTIBANCO|Platba kartou|UPI|TWINT||Card',
    refunds: 'Refund|Returnering|DEVOLUCAO|Vratka|REV|Rückvergütung|',
    incomes: 'Løn Maersk|VENCIMENTO EDP|Mzda Skoda|SALARY INFOSYS|Wages HSE|Lohnzahlung Roche',
    rents: 'Husleje|RENDA CASA|Najem|Rent Flat 4|Mietzins|Landlord Doyle|Estate Office',
  },
);

/** Couples, around whom much only looks like a transfer. */
export const DECEPTIVE = world(
  'Hannah Vogel & Jonas Vogel|Maya Whitlock & Ben Osei|Elif Kaya & Deniz Kaya|Carmen Ibarra & Luis Prado',
  [
    bank('First Prairie', 'Internet transfer to {digits} > Internet transfer from {digits}', {
      far: 'Billpay {who} > ELECTRONIC CREDIT {who}',
      standing: 'Recurring billpay {who}',
      settled: 'ELECTRONIC DEBIT card > received',
    }),
    bank('Hanseatische', 'Kontenübertrag > Kontenübertrag', {
      far: 'Echtzeit-Auftrag {who} > Eingang {who}',
      standing: 'Dauerauftr. {who}',
      settled: 'Folgelastschrift card > received',
    }),
    bank('Sol y Mar', 'Envío interno > Envío interno', {
      far: 'Orden a favor de {who} > Abono de {who}',
      standing: 'Orden periódica {who}',
      settled: 'Recibo card > received',
    }),
    bank('Bosphorus', 'Hesaplarım arası > Hesaplarım arası', {
      far: 'Giden FAST {who} > Gelen FAST {who}',
      standing: 'Düzenli ödeme {who}',
      settled: 'Otomatik ödeme card > received',
    }),
    bank('Thames & Tay', 'A/C {digits} > A/C {digits}', {
      far: '{who} BBP > {who} BGC',
      standing: '{who} STO',
      settled: 'DD card > received',
    }),
    bank('Quiet', 'Debit > Credit', { far: '{who} > {who}', settled: 'card > received' }),
  ],
  {
    others: 'Tom Hale|Aylin Demir|Marta Gil|Felix Braun|Rosa Lind|Ken Abe',
    shops:
      'Edeka|Aldi 77|Boots|Migros Jet|Mercado Central|Kroger 0412|OBI|Fnac|Shell|Sushi Bar|Zara|Media World',
    purchases: 'VISA DDA PUR|Girocard|Tarj.|Alışveriş|CPM|',
    refunds: 'VISA DDA PUR|Girocard|Tarj.|Alışveriş||',
    incomes: 'ELECTRONIC CREDIT Delta Werke|Eingang Delta Werke|Abono de Orion Labs|Orion Labs BGC',
    rents: 'Dauerauftr. Hill Estates|Recurring billpay Hill Estates|Hill Estates STO',
  },
);

/** Two people with accounts in several currencies, who pay and are paid by others. */
export const ABROAD = world(
  'Anna Kowalska & Piotr Kowalski|Daan de Vries & Sanne Bakker|Elsa Lindqvist & Nils Ek|João Pereira & Ana Souza|Yuki Tanaka & Haruto Tanaka|Grace Okafor & Peter Lund',
  [
    bank('Polder', 'Overboeking naar {account} > Overboeking van {account}', {
      far: 'Overschrijving {who}|Tikkie {who} > Bijschrijving {who}|Overschrijving van {who}',
      standing: 'Periodieke overschrijving {who}',
      settled: 'Afrekening creditcard > Betaling ontvangen, dank u',
      exchange: 'Omwisseling naar {other} {sum} > Omwisseling uit {other}',
    }),
    bank('Odra', 'Przelew na rachunek {digits} > Przelew z rachunku {digits}', {
      far: 'Przelew wychodzący {who}|BLIK na telefon {who} > Przelew przychodzący {who}',
      standing: 'Zlecenie stałe {who}',
      settled: 'Spłata karty kredytowej > Spłata zadłużenia',
      exchange: 'Wymiana walut {other} > Wymiana walut {other}',
    }),
    bank('Lago', 'Giroconto {account} > Giroconto da {account}', {
      far: 'Bonifico a favore di {who} > Bonifico da {who}|Accredito {who}',
      standing: 'Bonifico ricorrente {who}',
      settled: 'Saldo carta di credito > Versamento',
      exchange: 'Cambio valuta > Cambio valuta',
    }),
    bank('Skåne', 'Överföring {digits} > Överföring {digits}|Egen insättning', {
      far: 'Swish till {who}|Betalning {who} > Swish från {who}|Insättning {who}',
      standing: 'Stående överf {who}',
      settled: 'Kortfaktura > Inbetalning bankgiro',
      exchange: 'Valutaväxling > Valutaväxling',
    }),
    bank('Ipê', 'Transferência entre contas {digits} > Transferência entre contas {digits}', {
      far: 'Pix enviado {who}|TED {who} > Pix recebido {who}|TED recebida {who}',
      standing: 'Pix agendado {who}',
      settled: 'Pagamento de fatura > Pagamento recebido',
      exchange: 'Câmbio {other} {sum} > Câmbio',
    }),
    bank('Sakura', '振替 {digits}|口座間振替 > 振替 {digits}', {
      far: '振込 {who} > 振込入金 {who}',
      standing: '定額自動送金 {who}',
      settled: 'カード引落 > お支払い',
      exchange: '外貨両替 {other} > 外貨両替',
    }),
    bank('Pocket', 'To pocket {account}|To {account} > From pocket {account}|From {account}', {
      far: 'To {who}|Sent money to {who} > From {who}|Received money from {who}',
      standing: 'Scheduled payment to {who}',
      settled: 'Card balance > Thanks for your payment',
      exchange: 'Exchanged to {other} > Exchanged to {other}',
    }),
    bank('Mute', 'Online order > Incoming', { far: 'Online order|Order {who} > Incoming {who}' }),
  ],
  {
    others:
      'Jan Kowalski|Eva Novak|Maria Kowalska|Koen Visser|Ingrid Ek|Pedro Alves|Sofia Souza|Ken Sato|Mia Tanaka|Tom Baker|Olu Okafor',
    shops:
      'Albert Heijn 1204|Biedronka|Esselunga|ICA Nära|Pingo Doce|Lawson|Coop Pronto|Bol.com|Allegro|Ryanair|Booking.com|Uber *Eats|Vinted',
    purchases: 'Betaalautomaat|Apple Pay|Płatność kartą|Pagamento POS|Kortköp|Compra|デビット|',
    refunds: 'Retour|Zwrot|Storno|Återbetalning|Estorno|返金|Refund from|',
    incomes: 'Salaris Noordzee BV|Wynagrodzenie Polmet SA|Lön Skånska Data|給与 Lawson',
    rents:
      'Periodieke overschrijving Eva Novak|Zlecenie stałe Jan Kowalski|Stående överf Ingrid Ek',
  },
);
