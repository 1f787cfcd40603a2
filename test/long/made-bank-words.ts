/** The words that a made-up bank writes. Each list holds what different banks of the language call the same thing. */
export interface BankWords {
  date: string[];
  valueDate: string[];
  amount: string[];
  outflow: string[];
  inflow: string[];
  balance: string[];
  name: string[];
  text: string[];
  currency: string[];
  direction: string[];
  /** The word for money out and the one for money in. */
  sides: [out: string, paidIn: string][];
  card: string[];
  /** Lines above a table. */
  above: string[];
  /** Shops and payers, texts of bookings. */
  shops: string[];
  payers: string[];
  /** The owner pays the bill of the card. */
  payment: string;
  /** Encodings beside UTF-8. */
  encoding: string;
  /** How days and amounts are written there. */
  dates: string[];
  decimal: '.' | ',';
}

const list = (text: string): string[] => text.split('|').map((word) => word.trim());

function words(
  headers: Record<
    | 'date'
    | 'valueDate'
    | 'amount'
    | 'outflow'
    | 'inflow'
    | 'balance'
    | 'name'
    | 'text'
    | 'currency'
    | 'direction'
    | 'sides'
    | 'card'
    | 'above'
    | 'shops'
    | 'payers'
    | 'dates',
    string
  >,
  [payment, encoding, decimal]: [payment: string, encoding: string, decimal: '.' | ','],
): BankWords {
  const { sides, ...lists } = headers;
  const split = Object.fromEntries(
    Object.entries(lists).map(([name, text]) => [name, list(text)]),
  ) as Omit<BankWords, 'sides' | 'payment' | 'encoding' | 'decimal'>;
  return {
    ...split,
    sides: list(sides).map((pair) => pair.split('/') as [string, string]),
    payment,
    encoding,
    decimal,
  };
}

export const BANK_WORDS: Record<string, BankWords> = {
  english: words(
    {
      date: 'Date|Transaction Date|Posted|Booking date|Post Date',
      valueDate: 'Value Date|Effective Date',
      amount: 'Amount|Transaction Amount|Amount (GBP)|Value',
      outflow: 'Paid out|Debit|Withdrawals|Money out|Debit Amount',
      inflow: 'Paid in|Credit|Deposits|Money in|Credit Amount',
      balance: 'Balance|Running Balance|Account balance',
      name: 'Payee|Merchant|Counterparty',
      text: 'Description|Details|Narrative|Transaction Details',
      currency: 'Currency|CCY',
      direction: 'Debit/Credit|Type|DR/CR|Direction',
      sides: 'Debit/Credit|DR/CR|D/C|OUT/IN',
      card: 'Card Number|Card',
      above:
        'Account: 12-34-56 98765432|Statement for Jane Doe|Downloaded by online banking|Account type: Current',
      shops: 'Corner Bakery|City Transport|Green Grocer|Cinema Royal|Power & Light|Phone Company',
      payers: 'Acme Ltd payroll|Jane Miller|Tax Office',
      dates: '%d/%m/%Y|%Y-%m-%d|%m/%d/%Y|%d %b %Y|%d-%b-%Y|%d/%m/%y',
    },
    ['PAYMENT RECEIVED - THANK YOU', 'windows-1252', '.'],
  ),
  german: words(
    {
      date: 'Buchungstag|Datum|Buchungsdatum|Buchung',
      valueDate: 'Wertstellung|Valuta|Valutadatum',
      amount: 'Betrag|Umsatz|Betrag (EUR)|Betrag in EUR',
      outflow: 'Soll|Belastung|Lastschrift|Ausgang|Ausgaben',
      inflow: 'Haben|Gutschrift|Eingang|Einnahmen',
      balance: 'Saldo|Kontostand|Saldo nach Buchung',
      name: 'Empfänger|Auftraggeber/Empfänger|Begünstigter|Name Zahlungsbeteiligter',
      text: 'Verwendungszweck|Buchungstext|Beschreibung|Vorgang',
      currency: 'Währung|Waehrung|Whg',
      direction: 'Soll/Haben|Umsatzart|S/H|Richtung',
      sides: 'S/H|Soll/Haben|Lastschrift/Gutschrift|Ausgang/Eingang',
      card: 'Kartennummer|Karte',
      above:
        'Kontonummer: DE02 1203 0000 0000 2020 51|Zeitraum: letzte 90 Tage|Umsätze Girokonto|Kontoinhaber: Erika Mustermann',
      shops:
        'Bäckerei Müller|Stadtwerke|Lebensmittel Nord|Kino am Markt|Telefon AG|Bahn Fernverkehr',
      payers: 'Lohn Beispiel GmbH|Erika Mustermann|Finanzamt',
      dates: '%d.%m.%Y|%d.%m.%y|%Y-%m-%d',
    },
    ['Ihre Zahlung - besten Dank', 'windows-1252', ','],
  ),
  french: words(
    {
      date: 'Date|Date opération|Date de comptabilisation|Date comptable',
      valueDate: 'Date valeur|Date de valeur',
      amount: 'Montant|Montant (EUR)|Montant en euros',
      outflow: 'Débit|Débit euros|Dépenses|Sorties',
      inflow: 'Crédit|Crédit euros|Recettes|Entrées',
      balance: 'Solde|Solde après opération',
      name: 'Bénéficiaire|Tiers|Commerçant',
      text: "Libellé|Libellé de l'opération|Description|Détail",
      currency: 'Devise|Monnaie',
      direction: 'Sens|Débit/Crédit|Type',
      sides: 'Débit/Crédit|D/C',
      card: 'Numéro de carte|Carte',
      above: 'Compte courant no 00012345678|Titulaire : M. Jean Dupont|Relevé des opérations',
      shops:
        'Boulangerie du Coin|Transports de la Ville|Épicerie Verte|Cinéma Royal|Électricité|Téléphone SA',
      payers: 'Salaire Société Exemple|Marie Durand|Impôts remboursement',
      dates: '%d/%m/%Y|%d-%m-%Y|%d.%m.%Y|%d/%m/%y',
    },
    ['PAIEMENT RECU - MERCI', 'iso-8859-15', ','],
  ),
  italian: words(
    {
      date: 'Data|Data operazione|Data contabile|Data registrazione',
      valueDate: 'Data valuta|Valuta',
      amount: 'Importo|Importo (EUR)|Ammontare',
      outflow: 'Addebiti|Uscite|Dare|Addebito',
      inflow: 'Accrediti|Entrate|Avere|Accredito',
      balance: 'Saldo|Saldo contabile',
      name: 'Beneficiario|Controparte|Esercente',
      text: 'Descrizione|Causale|Descrizione operazione|Operazione',
      currency: 'Divisa|Valuta conto',
      direction: 'Segno|Dare/Avere|Tipo movimento',
      sides: 'Dare/Avere|D/A|Addebito/Accredito',
      card: 'Numero carta|Carta',
      above: 'Lista movimenti|Intestatario: Mario Rossi|Conto 0001 2345',
      shops:
        'Panificio Sole|Trasporti Urbani|Alimentari Verdi|Cinema Centrale|Luce e Gas|Telefonia SpA',
      payers: 'Stipendio Esempio Srl|Lucia Bianchi|Agenzia Entrate rimborso',
      dates: '%d/%m/%Y|%d.%m.%Y|%d-%m-%Y',
    },
    ['Pagamento ricevuto, grazie', 'windows-1252', ','],
  ),
  spanish: words(
    {
      date: 'Fecha|Fecha operación|F. Operación|Fecha contable',
      valueDate: 'Fecha valor|F. Valor',
      amount: 'Importe|Monto|Importe (€)',
      outflow: 'Cargos|Cargo|Gastos|Debe',
      inflow: 'Abonos|Abono|Ingresos|Haber',
      balance: 'Saldo|Saldo disponible',
      name: 'Beneficiario|Comercio|Ordenante',
      text: 'Concepto|Descripción|Movimiento|Detalle',
      currency: 'Moneda|Divisa',
      direction: 'Tipo|Debe/Haber|Cargo/Abono',
      sides: 'Cargo/Abono|D/H|Debe/Haber',
      card: 'Número de tarjeta|Tarjeta',
      above: 'Movimientos de la cuenta|Titular: Juan Pérez|Cuenta ES12 3456',
      shops: 'Panadería Sol|Transporte Urbano|Frutería Verde|Cine Central|Luz y Gas|Telefonía',
      payers: 'Nómina Ejemplo SA|María López|Devolución Hacienda',
      dates: '%d/%m/%Y|%d-%m-%Y|%d/%m/%y',
    },
    ['SU PAGO - GRACIAS', 'windows-1252', ','],
  ),
  portuguese: words(
    {
      date: 'Data|Data do movimento|Data Mov.|Data lançamento',
      valueDate: 'Data valor|Data-valor',
      amount: 'Valor|Montante|Importância|Valor (R$)',
      outflow: 'Débito|Saídas|Despesas',
      inflow: 'Crédito|Entradas|Receitas',
      balance: 'Saldo|Saldo contabilístico',
      name: 'Beneficiário|Estabelecimento',
      text: 'Descrição|Histórico|Movimento|Lançamento',
      currency: 'Moeda|Divisa',
      direction: 'Natureza|Tipo|D/C',
      sides: 'D/C|Débito/Crédito',
      card: 'Número do cartão|Cartão',
      above: 'Extrato de conta|Titular: João Silva|Conta 0001-2345',
      shops: 'Padaria Sol|Transportes|Mercearia Verde|Cinema Central|Luz e Gás|Telefone',
      payers: 'Salário Exemplo Lda|Ana Costa|Reembolso IRS',
      dates: '%d/%m/%Y|%d-%m-%Y|%Y-%m-%d',
    },
    ['PAGAMENTO RECEBIDO - OBRIGADO', 'windows-1252', ','],
  ),
  dutch: words(
    {
      date: 'Datum|Boekdatum|Boekingsdatum|Transactiedatum',
      valueDate: 'Rentedatum|Valutadatum',
      amount: 'Bedrag|Bedrag (EUR)|Transactiebedrag',
      outflow: 'Af|Uitgaven|Debet',
      inflow: 'Bij|Inkomsten|Credit',
      balance: 'Saldo|Saldo na mutatie',
      name: 'Naam / Omschrijving|Tegenpartij|Naam tegenpartij',
      text: 'Omschrijving|Mededelingen|Mededeling',
      currency: 'Munt|Valuta',
      direction: 'Af Bij|Af/Bij|Debet/Credit',
      sides: 'Af/Bij|D/C|Debet/Credit',
      card: 'Kaartnummer|Pasnummer',
      above: 'Rekeningoverzicht|NL12 BANK 0123 4567 89|J. Jansen',
      shops: 'Bakkerij Zon|Vervoer|Groenteboer|Bioscoop|Energie BV|Telefoon',
      payers: 'Salaris Voorbeeld BV|Piet de Vries|Belastingdienst',
      dates: '%d-%m-%Y|%Y%m%d|%d/%m/%Y',
    },
    ['Uw betaling, dank u', 'windows-1252', ','],
  ),
  swedish: words(
    {
      date: 'Datum|Bokföringsdag|Bokföringsdatum|Transaktionsdag',
      valueDate: 'Valutadag|Valutadatum',
      amount: 'Belopp|Summa',
      outflow: 'Uttag|Utgift|Debet|Ut',
      inflow: 'Insättning|Inkomst|Kredit|In',
      balance: 'Saldo|Bokfört saldo',
      name: 'Mottagare|Avsändare/Mottagare',
      text: 'Text|Beskrivning|Rubrik|Specifikation',
      currency: 'Valuta',
      direction: 'Typ|Transaktionstyp',
      sides: 'Uttag/Insättning|Debet/Kredit',
      card: 'Kortnummer|Kort',
      above: 'Kontoutdrag|Kontonummer 1234-5678|Anna Svensson',
      shops: 'Bageri Sol|Lokaltrafiken|Grönsaker AB|Biograf|Elbolaget|Telefonbolaget',
      payers: 'Lön Exempel AB|Erik Larsson|Skatteåterbäring',
      dates: '%Y-%m-%d|%y%m%d|%d.%m.%Y',
    },
    ['Inbetalning, tack', 'iso-8859-1', ','],
  ),
  danish: words(
    {
      date: 'Dato|Bogføringsdato|Bogført',
      valueDate: 'Rentedato|Valørdato',
      amount: 'Beløb|Beløb i DKK',
      outflow: 'Udbetaling|Hævet|Ud',
      inflow: 'Indbetaling|Indsat|Ind',
      balance: 'Saldo',
      name: 'Modtager|Afsender/Modtager',
      text: 'Tekst|Beskrivelse',
      currency: 'Valuta',
      direction: 'Type|Debet/Kredit',
      sides: 'Debet/Kredit|Ud/Ind',
      card: 'Kortnummer',
      above: 'Kontoudskrift|Konto 1234 567890|Hans Jensen',
      shops: 'Bageri Sol|Trafikselskabet|Grønthandler|Biograf|Elselskabet|Telefonselskabet',
      payers: 'Løn Eksempel ApS|Mette Hansen|Overskydende skat',
      dates: '%d-%m-%Y|%d.%m.%Y|%Y-%m-%d',
    },
    ['Indbetaling, tak', 'iso-8859-1', ','],
  ),
  polish: words(
    {
      date: 'Data|Data operacji|Data księgowania|Data transakcji',
      valueDate: 'Data waluty',
      amount: 'Kwota|Kwota operacji|Kwota transakcji',
      outflow: 'Obciążenia|Wydatki|Wypłaty|Kwota obciążenia',
      inflow: 'Uznania|Wpływy|Wpłaty|Kwota uznania',
      balance: 'Saldo|Saldo po operacji|Saldo po transakcji',
      name: 'Odbiorca|Kontrahent|Nadawca / Odbiorca',
      text: 'Opis operacji|Tytuł|Opis|Opis transakcji',
      currency: 'Waluta',
      direction: 'Strona|Typ|Wn/Ma',
      sides: 'Wn/Ma|Obciążenie/Uznanie',
      card: 'Numer karty|Karta',
      above: 'Historia rachunku|Rachunek 12 3456 7890|Jan Kowalski',
      shops: 'Piekarnia Słońce|Komunikacja Miejska|Warzywniak|Kino Centrum|Energia SA|Telefonia',
      payers: 'Wynagrodzenie Przykład Sp|Anna Nowak|Zwrot podatku',
      dates: '%Y-%m-%d|%d.%m.%Y|%d-%m-%Y',
    },
    ['Spłata karty, dziękujemy', 'windows-1250', ','],
  ),
  czech: words(
    {
      date: 'Datum|Datum zaúčtování|Datum provedení|Datum pohybu',
      valueDate: 'Datum valuty|Valuta',
      amount: 'Částka|Objem|Částka v měně účtu',
      outflow: 'Výdaje|Odepsáno|Má dáti|Debet',
      inflow: 'Příjmy|Připsáno|Dal|Kredit',
      balance: 'Zůstatek|Zůstatek po operaci',
      name: 'Název protiúčtu|Protistrana|Příjemce',
      text: 'Popis|Zpráva pro příjemce|Poznámka',
      currency: 'Měna',
      direction: 'Typ|Typ pohybu|Směr úhrady',
      sides: 'Debet/Kredit|Odchozí/Příchozí|Výdaj/Příjem',
      card: 'Číslo karty',
      above: 'Výpis z účtu|Účet 123456789/0100|Jan Novák',
      shops: 'Pekárna Slunce|Dopravní podnik|Zelenina|Kino Centrum|Energie a.s.|Telefony',
      payers: 'Mzda Příklad s.r.o.|Petr Svoboda|Vratka daně',
      dates: '%d.%m.%Y|%Y-%m-%d|%d/%m/%Y',
    },
    ['Splátka karty, děkujeme', 'windows-1250', ','],
  ),
  hungarian: words(
    {
      date: 'Dátum|Könyvelés dátuma|Tranzakció dátuma|Könyvelési nap',
      valueDate: 'Értéknap',
      amount: 'Összeg|Tranzakció összege',
      outflow: 'Terhelés|Kiadás|Terhelések',
      inflow: 'Jóváírás|Bevétel|Jóváírások',
      balance: 'Egyenleg|Könyvelt egyenleg',
      name: 'Partner neve|Partner|Kedvezményezett',
      text: 'Közlemény|Leírás|Megnevezés',
      currency: 'Devizanem|Pénznem',
      direction: 'Típus|T/J|Terhelés/Jóváírás',
      sides: 'T/J|Terhelés/Jóváírás',
      card: 'Kártyaszám',
      above: 'Számlatörténet|Számlaszám 11700000-00000000|Kovács János',
      shops: 'Pékség Nap|Közlekedés|Zöldséges|Mozi|Áramszolgáltató|Telefon Zrt',
      payers: 'Munkabér Példa Kft|Nagy Anna|Adóvisszatérítés',
      dates: '%Y.%m.%d.|%Y.%m.%d|%Y-%m-%d',
    },
    ['Befizetés, köszönjük', 'windows-1250', ','],
  ),
  turkish: words(
    {
      date: 'Tarih|İşlem Tarihi|Kayıt Tarihi',
      valueDate: 'Valör|Valör Tarihi',
      amount: 'Tutar|İşlem Tutarı|Miktar',
      outflow: 'Borç|Çıkan|Gider',
      inflow: 'Alacak|Giren|Gelir',
      balance: 'Bakiye|Kalan Bakiye',
      name: 'Alıcı|Karşı Taraf|Üye İşyeri',
      text: 'Açıklama|İşlem Açıklaması|İşlem',
      currency: 'Para Birimi|Döviz',
      direction: 'Borç/Alacak|B/A|Tip',
      sides: 'B/A|Borç/Alacak',
      card: 'Kart No|Kart Numarası',
      above: 'Hesap Hareketleri|Hesap No 12345678|Ayşe Yılmaz',
      shops: 'Güneş Fırını|Toplu Taşıma|Yeşil Manav|Sinema|Elektrik AŞ|Telefon',
      payers: 'Maaş Örnek AŞ|Mehmet Demir|Vergi iadesi',
      dates: '%d.%m.%Y|%d/%m/%Y|%Y-%m-%d',
    },
    ['Ödemeniz için teşekkürler', 'windows-1254', ','],
  ),
  russian: words(
    {
      date: 'Дата|Дата операции|Дата проводки|Дата платежа',
      valueDate: 'Дата валютирования',
      amount: 'Сумма|Сумма операции|Сумма платежа',
      outflow: 'Расход|Списание|Дебет',
      inflow: 'Приход|Поступление|Зачисление|Кредит',
      balance: 'Остаток|Баланс',
      name: 'Контрагент|Получатель',
      text: 'Описание|Назначение платежа|Описание операции',
      currency: 'Валюта|Валюта операции',
      direction: 'Приход/Расход|Тип операции',
      sides: 'Расход/Приход|Списание/Зачисление',
      card: 'Номер карты',
      above: 'Выписка по счёту|Счёт 40817810000000000001|Иванов Иван',
      shops: 'Пекарня Солнце|Транспорт города|Овощи и фрукты|Кинотеатр|Энергосбыт|Телефон',
      payers: 'Зарплата ООО Пример|Петрова Анна|Возврат налога',
      dates: '%d.%m.%Y|%Y-%m-%d|%d/%m/%Y',
    },
    ['Погашение, спасибо', 'windows-1251', ','],
  ),
  japanese: words(
    {
      date: '日付|取引日|お取引日|年月日',
      valueDate: '起算日',
      amount: '金額|取引金額|入出金額',
      outflow: '出金|お引出し|支払金額|出金額',
      inflow: '入金|お預入れ|預り金額|入金額',
      balance: '残高|差引残高|お取引後残高',
      name: '取引先|利用店名|ご利用店名',
      text: '摘要|内容|お取引内容',
      currency: '通貨',
      direction: '入出金|収支|区分',
      sides: '出金/入金|支出/収入',
      card: 'カード番号',
      above: '入出金明細|口座番号 1234567|山田太郎',
      shops: 'パン屋|交通局|八百屋|映画館|電力会社|電話会社',
      payers: '給与 例株式会社|鈴木花子|税還付',
      dates: '%Y/%m/%d|%Y-%m-%d|%Y.%m.%d',
    },
    ['お支払いありがとうございます', 'shift_jis', '.'],
  ),
};
