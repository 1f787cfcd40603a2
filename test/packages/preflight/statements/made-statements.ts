/** One booking of a made-up statement. `amount` is a decimal; money in is positive. */
export interface MadeBooking {
  date: string;
  amount: string;
  name: string;
  notes: string;
  id: string;
}

/** A made-up statement: exact balances around its bookings. */
export interface MadeStatement {
  account: string;
  currency: string;
  opening: string;
  closing: string;
  bookings: MadeBooking[];
}

/** Writers of the formats that state balances. */
export const PROVEN: Record<string, (...statements: MadeStatement[]) => string> = {
  camt: writeCamt,
  mt940: writeMt940,
};
/** Writers of all formats; QIF names no account. */
export const WRITERS: typeof PROVEN = { ...PROVEN, ofx: writeOfx, qif: writeQif };

const side = (amount: string): string => (amount.startsWith('-') ? 'DBIT' : 'CRDT');
const plain = (amount: string): string => amount.replace('-', '');

/** CAMT.053 as German and Swiss banks write it. */
function writeCamt(...statements: MadeStatement[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>1</MsgId></GrpHdr>
${statements.map(camtStatement).join('\n')}
</BkToCstmrStmt></Document>
`;
}

function camtStatement({ account, currency, opening, closing, bookings }: MadeStatement): string {
  const balance = (kind: string, amount: string): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${plain(amount)}</Amt><CdtDbtInd>${side(amount)}</CdtDbtInd></Bal>`;
  return `<Stmt><Acct><Id><IBAN>${account}</IBAN></Id><Ccy>${currency}</Ccy></Acct>
${balance('OPBD', opening)}
${balance('CLBD', closing)}
${bookings
  .map(
    ({ date, amount, name, notes, id }) => `<Ntry><Amt Ccy="${currency}">${plain(amount)}</Amt>
<CdtDbtInd>${side(amount)}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${date}</Dt></BookgDt><AcctSvcrRef>${id}</AcctSvcrRef>
<NtryDtls><TxDtls><RltdPties><${side(amount) === 'DBIT' ? 'Cdtr' : 'Dbtr'}><Pty><Nm>${name}</Nm></Pty></${side(amount) === 'DBIT' ? 'Cdtr' : 'Dbtr'}></RltdPties><RmtInf><Ustrd>${notes}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  )
  .join('\n')}
</Stmt>`;
}

/** MT940 as German banks write it. */
function writeMt940(...statements: MadeStatement[]): string {
  const balance = (amount: string): string =>
    `${amount.startsWith('-') ? 'D' : 'C'}250331EUR${swift(amount)}`;
  return statements
    .flatMap(({ account, opening, closing, bookings }, at) => [
      `:20:STARTUMSE`,
      `:25:${account}`,
      `:28C:${at + 1}/1`,
      `:60F:${balance(opening)}`,
      ...bookings.flatMap(({ date, amount, name, notes, id }) => [
        `:61:${date.slice(2).replaceAll('-', '')}${date.slice(5).replace('-', '')}${amount.startsWith('-') ? 'D' : 'C'}${swift(amount)}NTRFNONREF//${id}`,
        `:86:166?00UEBERWEISUNG?20SVWZ+${notes}?30BANKDEFF`,
        `?31DE1234?32${name}`,
      ]),
      `:62F:${balance(closing)}`,
      '-',
    ])
    .join('\r\n');
}

const swift = (amount: string): string =>
  plain(amount.includes('.') ? amount : `${amount}.`).replace('.', ',');

/** OFX 1, whose leaves have no ends. */
function writeOfx(...statements: MadeStatement[]): string {
  return `OFXHEADER:100
DATA:OFXSGML
ENCODING:USASCII
CHARSET:1252

<OFX><BANKMSGSRSV1>
${statements
  .map(
    ({ account, currency, closing, bookings }) => `<STMTTRNRS><STMTRS>
<CURDEF>${currency}
<BANKACCTFROM><BANKID>1<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST>
${bookings
  .map(
    ({ date, amount, name, notes, id }) => `<STMTTRN>
<TRNTYPE>OTHER
<DTPOSTED>${date.replaceAll('-', '')}120000[-5:EST]
<TRNAMT>${amount}
<FITID>${id}
<NAME>${name}
<MEMO>${notes}
</STMTTRN>`,
  )
  .join('\n')}
</BANKTRANLIST><LEDGERBAL><BALAMT>${closing}<DTASOF>20250331</LEDGERBAL></STMTRS></STMTTRNRS>`,
  )
  .join('\n')}
</BANKMSGSRSV1></OFX>
`;
}

function writeQif(...statements: MadeStatement[]): string {
  const records = statements
    .flatMap(({ bookings }) => bookings)
    .map(({ date, amount, name, notes }) => {
      const [year = '', month = '', day = ''] = date.split('-');
      return `D${Number(month)}/${day.replace(/^0/, ' ')}'${year.slice(2)}\nT${amount}\nP${name}\nM${notes}\n^\n`;
    });
  return `!Type:Bank\n${records.join('')}`;
}
