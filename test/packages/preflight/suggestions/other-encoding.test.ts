import { expect } from 'chai';
import iconv from 'iconv-lite';
import { MalformedCsvError, type Suggestion } from '#preflight/report';
import type { CsvSettingsInput } from '#preflight/csv/settings';
import { judge } from '../judge.ts';
import { sentences } from '../sentences.ts';

/** The settings with what an answer suggests, also one that says that the text is no CSV. */
function applied(content: Buffer, settings: CsvSettingsInput): CsvSettingsInput {
  const withValues = (suggestions: Record<string, Suggestion> = {}): CsvSettingsInput => ({
    ...settings,
    ...Object.fromEntries(Object.entries(suggestions).map(([name, { value }]) => [name, value])),
  });
  try {
    return withValues(judge(content, settings).suggestions);
  } catch (error) {
    if (!(error instanceof MalformedCsvError)) throw error;
    return withValues(error.suggestions);
  }
}

const RUSSIAN =
  'Дата;Описание;Сумма\n14.03.2025;Такси «Тройка»;-1200,00\n15.03.2025;Трест;50000,00\n';
const FRENCH = '"Date";"Montant";"Libellé"\n"14/03/2025";"-12,00";"Café été"\n';

describe('an encoding that was sent and is not that of the content', () => {
  it('is mended in a 422, where a letter was read as a quote that never closes', () => {
    const content = iconv.encode(RUSSIAN, 'utf-16le', { addBOM: false });
    const sent = { encoding: 'windows-1252', col_sep: ';' };
    expect(() => judge(content, sent)).to.throw(MalformedCsvError);
    const settings = applied(content, sent);
    expect(settings).to.include({ encoding: 'utf-16le', name_col_label: 'Описание' });
    expect(judge(content, settings).errors).to.deep.equal([]);
  });

  for (const [text, encoding, sent] of [
    [FRENCH, 'windows-1252', 'utf-8'],
    [FRENCH, 'windows-1252', 'gb18030'],
    [FRENCH, 'windows-1252', 'utf-16le'],
    [RUSSIAN, 'utf-16le', 'utf-16be'],
    [RUSSIAN, 'utf-16be', 'shift_jis'],
  ] as const) {
    it(`is suggested: ${encoding} sent as ${sent}`, () => {
      const content = iconv.encode(text, encoding, { addBOM: false });
      const settings = applied(content, { encoding: sent });
      expect(settings.encoding).to.equal(encoding);
      expect(judge(content, settings).errors).to.deep.equal([]);
    });
  }

  it('stays where the text reads under it', () => {
    const content = iconv.encode('date,amount,name\n2025-03-14,4.00,Šárka\n', 'windows-1250');
    expect(judge(content, { encoding: 'windows-1250' }).suggestions).not.to.have.property(
      'encoding',
    );
    expect(judge(content, { encoding: 'iso-8859-15' }).errors).to.deep.equal([]);
  });
});

describe('UTF-16 without a byte order mark', () => {
  const long = 'Оплата товаров и услуг по договору в магазине без наличных средств';
  for (const encoding of ['utf-16le', 'utf-16be'] as const) {
    it(`is found where few letters are Latin: ${encoding}`, () => {
      const text = `Дата;Описание;Сумма\n14.03.2025;${long};-1200,00\n15.03.2025;Такси ${long};-5,00\n`;
      const content = iconv.encode(text, encoding, { addBOM: false });
      const settings = applied(content, {});
      expect(settings).to.include({ encoding, name_col_label: 'Описание' });
      expect(judge(content, settings).errors).to.deep.equal([]);
    });
  }

  const GERMAN =
    'Datum;Empfänger;Betrag\n14.03.2025;Müller Bäckerei;-4,50\n15.03.2025;Käse;-1,20\n';
  const POLISH = 'Data;Opis;Kwota\n14.03.2025;Żabka Łódź;-4,50\n15.03.2025;Płatność;-1,20\n';
  const broken = Buffer.concat([Buffer.from(GERMAN), Buffer.from([0x32, 0xff, 0x0a])]);
  for (const [content, encoding, sent, word] of [
    [
      iconv.encode(POLISH, 'windows-1250'),
      'windows-1250',
      'windows-1252',
      '"Żabka" where it has "¯abka"',
    ],
    [
      iconv.encode(POLISH, 'iso-8859-2'),
      'iso-8859-2',
      'windows-1250',
      '"Łódź" where it has "ŁódĽ"',
    ],
    [
      iconv.encode(POLISH, 'windows-1250'),
      'windows-1250',
      'utf-8',
      '"Żabka" where it has "\ufffdabka"',
    ],
    [
      iconv.encode(GERMAN, 'macintosh'),
      'macintosh',
      'windows-1252',
      '"Empfänger" where it has "EmpfŠnger"',
    ],
    [broken, 'utf-8', 'windows-1252', '"Empfänger" where it has "EmpfÃ¤nger"'],
    [Buffer.from(GERMAN), 'utf-8', 'windows-1252', 'read as utf-8'],
  ] as const) {
    it(`is reported, with a word that it misreads: ${encoding} sent as ${sent}`, () => {
      const { warnings, suggestions } = judge(content, { encoding: sent, col_sep: ';' });
      expect(sentences({ warnings })[0]).to.include(`encoding ${sent}, which was sent`);
      expect(sentences({ warnings })[0]).to.include(word);
      expect(suggestions?.['encoding']?.value).to.equal(encoding);
    });
  }

  it('is not reported where both read alike, or nothing is beyond ASCII', () => {
    for (const [text, encoding, sent] of [
      [GERMAN, 'windows-1252', 'iso-8859-15'],
      [GERMAN, 'windows-1252', 'windows-1250'],
      [GERMAN, 'windows-1252', 'windows-1252'],
      [POLISH, 'windows-1250', 'windows-1250'],
      ['Datum;Name;Betrag\n14.03.2025;Tee;-4,50\n', 'utf-8', 'windows-1250'],
    ] as const) {
      const { warnings } = judge(iconv.encode(text, encoding), { encoding: sent, col_sep: ';' });
      expect(sentences({ warnings }).join(), `${encoding} sent as ${sent}`).to.not.include(
        'which was sent',
      );
    }
  });
});
