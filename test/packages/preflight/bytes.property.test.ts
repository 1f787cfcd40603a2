import * as node from 'node:buffer';
import { expect } from 'chai';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import {
  byteText,
  isAscii,
  isLongerInUtf8,
  joinBytes,
  lookAtUtf8,
  utf8Bytes,
  utf8Text,
} from '#preflight/bytes';
import { forAll } from '../../helpers/for-all.ts';

/** Text with pieces that do not read, at any place among those that are looked at together. */
const piece = fc.oneof(
  fc.string({ maxLength: 20 }).map((text) => Buffer.from(text)),
  fc.string({ unit: 'binary', maxLength: 4 }).map((text) => Buffer.from(text)),
  fc.constantFrom('\0', '\ufffd', '\ufeff', 'ü', '€', '😀').map((text) => Buffer.from(text)),
  fc
    .constantFrom('c0af', 'c3', 'e0808f', 'e282', 'eda080', 'f08080ff', 'f09f98', 'f4908080', 'ff')
    .map((hex) => Buffer.from(hex, 'hex')),
);
const content = fc.array(piece, { maxLength: 12 });

describe('bytes', () => {
  it('reads UTF-8 as Node does, whole and in part', () => {
    forAll(100, content, fc.nat(60), fc.nat(60), (pieces, from, length) => {
      const bytes = joinBytes(pieces);
      const buffer = Buffer.concat(pieces);
      expect(Buffer.from(bytes).equals(buffer)).to.equal(true);
      expect(utf8Text(bytes)).to.equal(buffer.toString());
      expect(utf8Text(bytes, from, from + length)).to.equal(
        buffer.toString('utf8', from, from + length),
      );
    });
  });

  it('finds what does not read, NULs, lost characters and those beyond ASCII', () => {
    forAll(100, content, (pieces) => {
      const buffer = Buffer.concat(pieces);
      const look = lookAtUtf8(buffer);
      expect(look.isUtf8).to.equal(node.isUtf8(buffer));
      expect(isAscii(buffer)).to.equal(node.isAscii(buffer));
      if (!look.isUtf8) return;
      const text = buffer.toString();
      expect(look.hasNul).to.equal(text.includes('\0'));
      expect(look.hasReplacement).to.equal(text.includes('\ufffd'));
    });
  });

  it('gives one character for each byte', () => {
    forAll(100, content, (pieces) => {
      const buffer = Buffer.concat(pieces);
      const expected = buffer.toString('latin1').replace(/[\u0080-\u00ff]/g, '\u007f');
      expect(byteText(buffer)).to.equal(expected);
    });
  });

  it('writes UTF-8 as Node does', () => {
    forAll(100, fc.string({ unit: 'binary', maxLength: 30 }), fc.nat(60), (text, most) => {
      const bytes = utf8Bytes(text);
      expect(Buffer.from(bytes).equals(Buffer.from(text))).to.equal(true);
      expect(isLongerInUtf8(text, most)).to.equal(bytes.length > most);
    });
  });
});
