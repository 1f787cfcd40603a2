import iconv from 'iconv-lite';

/** What one row of a statement says, whatever the bank writes. */
export interface Booking {
  /** YYYY-MM-DD */
  date: string;
  /** Cents seen from the account holder: money in is positive. */
  cents: number;
  name: string;
}

const WORDS = [
  'date',
  'amount',
  'outflow',
  'inflow',
  'name',
  'balance',
  'currency',
  'direction',
  'debit',
  'credit',
] as const;

type Language = Record<(typeof WORDS)[number], string>;

const words = (line: string): Language => {
  const texts = line.split('|');
  return Object.fromEntries(WORDS.map((word, at) => [word, texts[at]])) as Language;
};

export const LANGUAGES: Record<string, Language> = {
  english: words(
    'Posting Date|Transaction Amount|Money Out|Money In|Payee|Running Balance|Ccy|Dr/Cr|DR|CR',
  ),
  german: words('Buchungstag|Betrag|Soll|Haben|Empfänger|Kontostand|Währung|Soll/Haben|S|H'),
  french: words('Date opération|Montant|Débit|Crédit|Libellé|Solde|Devise|Sens|Débit|Crédit'),
  italian: words(
    'Data contabile|Importo|Addebiti|Accrediti|Descrizione|Saldo|Divisa|Segno|Dare|Avere',
  ),
  spanish: words('Fecha operación|Importe|Cargos|Abonos|Concepto|Saldo|Moneda|Tipo|Cargo|Abono'),
  portuguese: words(
    'Data mov.|Valor|Saídas|Entradas|Descrição|Saldo|Moeda|Natureza|Débito|Crédito',
  ),
  dutch: words('Boekdatum|Bedrag|Uitgaven|Inkomsten|Omschrijving|Saldo|Munt|Af/Bij|Af|Bij'),
  swedish: words(
    'Bokföringsdag|Belopp|Uttag|Insättning|Mottagare|Saldo|Valuta|Typ|Uttag|Insättning',
  ),
  polish: words(
    'Data księgowania|Kwota|Obciążenia|Uznania|Odbiorca|Saldo po operacji|Waluta|Strana|Wn|Ma',
  ),
  czech: words(
    'Datum zaúčtování|Částka|Výdaje|Příjmy|Název protiúčtu|Zůstatek|Měna|Typ pohybu|Debet|Kredit',
  ),
  hungarian: words(
    'Könyvelés dátuma|Összeg|Terhelés|Jóváírás|Partner neve|Egyenleg|Devizanem|Tip|Terhelés|Jóváírás',
  ),
  finnish: words('Kirjauspäivä|Määrä|Otto|Pano|Saaja|Saldo|Valuutta|Tip|Otto|Pano'),
  turkish: words('İşlem Tarihi|Tutar|Borç|Alacak|Açıklama|Bakiye|Döviz|Borç/Alacak|B|A'),
  japanese: words('取引日|金額|出金|入金|摘要|残高|通貨|収支|出金|入金'),
};

export const STYLES = [
  'signed',
  'reversed',
  'split',
  'split with zeros',
  'split with signs',
  'direction',
  'plus and minus',
  'minus behind',
  'in brackets',
] as const;
type Style = (typeof STYLES)[number];

export interface ExportShape {
  language: Language;
  separator: ',' | ';' | '\t' | '|';
  style: Style;
  dateFormat: string;
  decimal: '.' | ',';
  groups: boolean;
  preamble: number;
  footer: number;
  quotesAll: boolean;
  lineEnd: '\n' | '\r\n' | '\r';
  encoding: string;
}

/** Writes bookings as a bank of that shape would. */
export function writeExport(bookings: readonly Booking[], shape: ExportShape): Buffer {
  const { language: word, separator, style } = shape;
  const cell = (text: string): string =>
    shape.quotesAll || /[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const amounts = style.startsWith('split')
    ? [word.outflow, word.inflow]
    : style === 'direction'
      ? [word.amount, word.direction]
      : [word.amount];
  const lines = Array.from(
    { length: shape.preamble },
    (_, index) => `Export ${index + 1} of the bank`,
  );
  lines.push(
    [word.date, word.name, ...amounts, word.currency, word.balance].map(cell).join(separator),
  );
  let balance = 100_000;
  for (const { date, cents, name } of bookings) {
    balance += cents;
    const money = writeMoney(Math.abs(cents), shape);
    const zero = writeMoney(0, shape);
    const signed = (value: number): string =>
      `${value < 0 ? '-' : ''}${writeMoney(Math.abs(value), shape)}`;
    const cells = {
      signed: [signed(cents)],
      reversed: [signed(-cents)],
      split: cents < 0 ? [money, ''] : ['', money],
      'split with zeros': cents < 0 ? [money, zero] : [zero, money],
      'split with signs': cents < 0 ? [`-${money}`, ''] : ['', money],
      direction: [money, cents < 0 ? word.debit : word.credit],
      'plus and minus': [`${cents < 0 ? '-' : '+'}${money}`],
      'minus behind': [`${money}${cents < 0 ? '-' : ''}`],
      'in brackets': [cents < 0 ? `(${money})` : money],
    }[style];
    lines.push(
      [writeDate(date, shape.dateFormat), name, ...cells, 'EUR', signed(balance)]
        .map(cell)
        .join(separator),
    );
  }
  for (let index = 0; index < shape.footer; index += 1)
    lines.push(`Total ${index}${separator}${separator}1`);
  return iconv.encode(lines.join(shape.lineEnd) + shape.lineEnd, shape.encoding, {
    addBOM: shape.encoding.startsWith('utf-16'),
  });
}

function writeMoney(cents: number, { decimal, groups }: ExportShape): string {
  const whole = String(Math.floor(cents / 100));
  const grouped = groups ? whole.replace(/\B(?=(\d{3})+$)/g, decimal === '.' ? ',' : '.') : whole;
  return `${grouped}${decimal}${String(cents % 100).padStart(2, '0')}`;
}

/** Writes a day (`YYYY-MM-DD`) in a format, with some time where it has one. */
export function writeDate(iso: string, format: string): string {
  const [year = '', month = '', day = ''] = iso.split('-');
  const names = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
  return format
    .replace('%Y', year)
    .replace('%y', year.slice(2))
    .replace('%m', month)
    .replace('%d', day)
    .replace('%e', day.replace(/^0/, ''))
    .replace('%b', names[Number(month) - 1]!)
    .replace('%H:%M:%S', '09:30:00')
    .replace('%H:%M', '09:30');
}
