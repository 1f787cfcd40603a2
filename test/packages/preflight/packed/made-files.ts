import { strToU8, zipSync } from 'fflate';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';

/** A ZIP file of texts. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        typeof content === 'string' ? strToU8(content) : content,
      ]),
    ),
  );
}

interface Book {
  /** The rows of each sheet, as XML. */
  sheets: Readonly<Record<string, string>>;
  hidden?: readonly string[];
  texts?: readonly string[];
  /** Format codes of the styles 1, 2, … */
  formats?: readonly string[];
  is1904?: boolean;
  more?: Readonly<Record<string, string>>;
}

/** An Excel workbook. */
export function xlsxOf({
  sheets,
  hidden = [],
  texts = [],
  formats = [],
  ...book
}: Book): Uint8Array {
  const names = Object.keys(sheets);
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="http://x/relationships/${type}" Target="${target}"/>`;
  const listed = names.map(
    (name, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at}"${hidden.includes(name) ? ' state="hidden"' : ''}/>`,
  );
  return zipOf({
    '[Content_Types].xml': `${HEAD}<Types/>`,
    '_rels/.rels': `${HEAD}<Relationships>${relation('a', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns:r="x"><workbookPr date1904="${book.is1904 === true ? 1 : 0}"/><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships>${names
      .map((_, at) => relation(`r${at}`, 'worksheet', `worksheets/sheet${at}.xml`))
      .join(
        '',
      )}${relation('t', 'sharedStrings', 'sharedStrings.xml')}${relation('s', 'styles', '/xl/styles.xml')}</Relationships>`,
    'xl/sharedStrings.xml': `${HEAD}<sst>${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': `${HEAD}<styleSheet><numFmts>${formats
      .map(
        (code, at) =>
          `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
      )
      .join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats
      .map((_, at) => `<xf numFmtId="${164 + at}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at}.xml`,
        `${HEAD}<worksheet><sheetData>${sheets[name]!.split('<mergeCells>')[0]}</sheetData>${sheets[name]!.includes('<mergeCells>') ? `<mergeCells>${sheets[name]!.split('<mergeCells>')[1]}` : ''}</worksheet>`,
      ]),
    ),
    ...book.more,
  });
}

/** A row of texts and numbers; a text beginning with `<c` is a cell as it is. */
export function row(...cells: (string | number)[]): string {
  const written = cells.map((cell) => {
    if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
    return cell.startsWith('<c') ? cell : `<c t="inlineStr"><is><t>${cell}</t></is></c>`;
  });
  return `<row>${written.join('')}</row>`;
}

/** An OpenDocument spreadsheet of one sheet. */
export function odsOf(rows: string, type = 'spreadsheet', manifest = ''): Uint8Array {
  return zipOf({
    mimetype: `application/vnd.oasis.opendocument.${type}`,
    'META-INF/manifest.xml': `${HEAD}<manifest>${manifest}</manifest>`,
    'content.xml': `${HEAD}<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="A">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
  });
}

/** A statement of one booking in CAMT.053. */
export function camtOf(id: string, day: string, amount: string): string {
  return `${HEAD}
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>
<Id>${id}</Id><Acct><Id><IBAN>DE02120300000000202051</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
<BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${id}</AcctSvcrRef>
<NtryDtls><TxDtls><RltdPties><Cdtr><Nm>Stadtwerke</Nm></Cdtr></RltdPties></TxDtls></NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>`;
}
