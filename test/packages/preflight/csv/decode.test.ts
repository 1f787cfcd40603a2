import { isUtf8 } from 'node:buffer';
import { expect } from 'chai';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { utf8Text } from '#preflight/bytes';
import { decodeText } from '#preflight/csv/decode';
import type { EncodingName } from '#preflight/csv/encodings';
import { sentences } from '../sentences.ts';

const WESTERN =
  'Date,Payee,Amount\n2025-03-01,Café Rémy à Orléans,4.00\n2025-03-02,Müller Straße,5.00\n';
const EURO = 'Date,Payee,Amount\n2025-03-01,Prix “en €” – café,4.00\n';
const CENTRAL =
  'Datum,Název,Částka\n2025-03-01,Žluťoučký kůň úpěl ďábelské ódy,4.00\n2025-03-02,Příliš šťastný řidič,5.00\n';
const HUNGARIAN =
  'Dátum,Név,Összeg\n2025-03-01,Árvíztűrő tükörfúrógép szőlő,4.00\n2025-03-02,Működő gyűjtő,1.00\n';

const read = (text: string, encoding: string): { text: string; encoding: EncodingName } => {
  const decoded = decodeText(iconv.encode(text, encoding));
  return { text: utf8Text(decoded.bytes), encoding: decoded.encoding };
};

/** Whether the bytes begin with a byte order mark, which wins over any encoding. */
const hasMark = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

describe('decodeText', () => {
  for (const [text, encoding] of [
    [WESTERN, 'utf-8'],
    [WESTERN, 'windows-1252'],
    [WESTERN, 'iso-8859-1'],
    [EURO, 'windows-1252'],
    ['Date,Payee,Amount\n2025-03-01,Café à 5 ¤ Šé œuvre,4.00\n'.replace('¤', '€'), 'iso-8859-15'],
    [CENTRAL, 'windows-1250'],
    [CENTRAL, 'iso-8859-2'],
    [HUNGARIAN, 'windows-1250'],
    [HUNGARIAN, 'iso-8859-2'],
    [WESTERN, 'utf-16le'],
    [CENTRAL, 'utf-16be'],
  ] as const) {
    it(`reads ${encoding} without being asked: ${text.slice(0, 24).trim()}…`, () => {
      expect(read(text, encoding).text).to.equal(text);
    });
  }

  it('leaves a byte order mark out, in either end', () => {
    for (const encoding of ['utf-8', 'utf-16le', 'utf-16be']) {
      const bytes = iconv.encode(CENTRAL, encoding, { addBOM: true });
      expect(utf8Text(decodeText(bytes).bytes)).to.equal(CENTRAL);
    }
  });

  it('reads any bytes of a single-byte encoding as iconv-lite does, wherever they are', () => {
    const encodings = ['windows-1250', 'windows-1252', 'iso-8859-1', 'iso-8859-2', 'iso-8859-15'];
    const byte = fc.oneof(fc.integer({ min: 1, max: 255 }), fc.constantFrom(0x41, 0x2c, 0x0a));
    fc.assert(
      fc.property(
        fc.array(byte, { maxLength: 40, size: 'max' }),
        fc.nat({ max: 7 }),
        fc.constantFrom(...encodings),
        (all, at, encoding) => {
          const bytes = Buffer.from(all).subarray(at);
          fc.pre(!isUtf8(bytes) && !hasMark(bytes));
          const decoded = decodeText(bytes, encoding as EncodingName);
          expect(utf8Text(decoded.bytes)).to.equal(iconv.decode(bytes, encoding));
        },
      ),
    );
  });

  it('takes the encoding that was sent, but believes a byte order mark more', () => {
    const bytes = Buffer.from([0x41, 0xa4]);
    expect(utf8Text(decodeText(bytes, 'iso-8859-15').bytes)).to.equal('A€');
    expect(utf8Text(decodeText(bytes, 'iso-8859-1').bytes)).to.equal('A¤');
    const marked = iconv.encode(WESTERN, 'utf-8', { addBOM: true });
    expect(utf8Text(decodeText(marked, 'windows-1250').bytes)).to.equal(WESTERN);
  });

  it('does not decode twice: text that is UTF-8 already stays, whatever was sent', () => {
    for (const encoding of ['windows-1252', 'iso-8859-2', 'utf-16le', 'gb18030'] as const) {
      expect(utf8Text(decodeText(Buffer.from(WESTERN), encoding).bytes)).to.equal(WESTERN);
    }
    const wide = iconv.encode('date,amount\n', 'utf-16le');
    expect(utf8Text(decodeText(wide, 'utf-16le').bytes)).to.equal('date,amount\n');
  });

  it('leaves NUL bytes out and says so', () => {
    const { bytes, warnings } = decodeText(Buffer.from('Date,Pay\0ee\n2025-03-01,Ca\0fé\n'));
    expect(utf8Text(bytes)).to.equal('Date,Payee\n2025-03-01,Café\n');
    expect(warnings).to.have.length(1);
    expect(sentences({ warnings })[0]).to.contain('2 NUL bytes');
  });

  it('warns of bytes that no encoding explains and reads on', () => {
    const damaged = Buffer.concat([
      Buffer.from('Date,Café Rémy '),
      Buffer.from([0x80]),
      Buffer.from('\n'),
    ]);
    const { encoding, warnings } = decodeText(damaged);
    expect(encoding).to.equal('utf-8');
    expect(warnings).to.have.length(1);
    expect(decodeText(Buffer.from([0x41, 0x81]), 'windows-1252').warnings).to.have.length(1);
  });

  it('cuts no character at the border of two pieces', () => {
    const long = 'Café à la carte '.repeat(40_000);
    for (const encoding of ['utf-16le', 'windows-1252']) {
      const bytes = iconv.encode(long, encoding, { addBOM: encoding === 'utf-16le' });
      expect(utf8Text(decodeText(bytes).bytes) === long, encoding).to.equal(true);
    }
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => void decodeText(bytes)));
  });
});
