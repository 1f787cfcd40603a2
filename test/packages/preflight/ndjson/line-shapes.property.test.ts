import { isUtf8 } from 'node:buffer';
import { expect } from 'chai';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { cases } from '../../../helpers/cases.ts';
import type { Plan } from '#preflight/ndjson/check-record';
import { utf8Text } from '#preflight/bytes';
import { takeKnownShapes } from '#preflight/ndjson/line-shapes';
import { parseRecord } from '#preflight/ndjson/parse-record';
import { preflightNdjson } from '#preflight/ndjson/preflight-ndjson';
import { visitLines } from '#preflight/ndjson/text-lines';
import { RECORD_TYPES } from '#preflight/records/record-types';

const text = fc.oneof(
  fc.constantFrom('a', 'b', 'a1', ' a ', '', ' ', 'EUR', '2025-03-04', '9.00', '-1', '/* */', '//'),
  fc.constantFrom('Käse', 'né', 'кофе', '😀', '\u2028', '\u007f', '\u00a0', '\ufeff', '\uffff'),
  fc.constantFrom('__proto__', '12345678901234567', ':1234567890123456789', 'x'.repeat(256)),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
/** JSON tokens, some of them none. */
const token = fc.oneof(
  { weight: 8, arbitrary: text.map((value) => JSON.stringify(value)) },
  fc.constantFrom('null', 'true', 'false', 'nul', 'True', 'nulll', '{}', '[]', '{"a":[1]}', '[[]]'),
  fc.constantFrom('0', '-0', '1', '-1.50', '01', '1.', '.5', '+1', '1e5', '1E-7', '-', '1.2.3'),
  fc.constantFrom('123456789012345', '1234567890123456', '-12345678901234', '0.1000000000000001'),
  fc.constantFrom(
    '"\\u0000"',
    '"\\ud800"',
    '"\\u00e9"',
    '"\\n"',
    '"\\',
    '"',
    "'a'",
    '"\t"',
    '"a" ',
  ),
  fc
    .array(
      fc.oneof(
        text.map((value) => JSON.stringify(value)),
        fc.constantFrom('1', 'null', '"\\"', '[]'),
      ),
      { maxLength: 3 },
    )
    .chain((items) =>
      fc.constantFrom(',', ',', ', ', ' ,', ' ', '').map((comma) => `[${items.join(comma)}]`),
    ),
);
const keys = [...new Set(RECORD_TYPES.flatMap(({ fields }) => Object.keys(fields)))];
const key = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('id', 'account_id', 'date', 'amount', 'tag_ids') },
  { weight: 9, arbitrary: fc.constantFrom(...keys) },
  fc.constantFrom('splits', 'security', '__proto__', 'a b', '1', 'Maß', 'i\\u0064', ''),
);

type Member = readonly [key: string, token: string];
/** Ids, days and names that come again, for what is checked across records. */
const valueOf = (name: string) =>
  fc.oneof(
    { weight: 2, arbitrary: token },
    /date/.test(name)
      ? fc.constantFrom('"2025-03-04"', '"2025-01-01"')
      : fc.constantFrom('"a"', '"b"'),
  );
const written = (type: string, members: readonly Member[], [comma, colon]: readonly string[]) =>
  `{"type"${colon}"${type}"${comma}"data"${colon}{${members.map(([name, value]) => `"${name}"${colon}${value}`).join(comma)}}}`;

/** Lines that share type and keys, but for those in which something is changed afterwards. */
const lines = fc
  .record({
    type: fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom('Transaction', 'Trade') },
      fc.constantFrom(...RECORD_TYPES.map(({ name }) => name), 'Mystery'),
    ),
    names: fc.array(key, { minLength: 1, maxLength: 6 }),
    spaces: fc.constantFrom([',', ':'], [', ', ': '], [', ', ' : '], [',\t', ':\r']),
    end: fc.constantFrom('', '', '\r', ' '),
  })
  .chain(({ type, names, spaces, end }) =>
    fc.array(
      fc
        .tuple(...names.map((name) => valueOf(name).map((value): Member => [name, value])))
        .map((members) => Buffer.from(written(type, members, spaces) + end)),
      { minLength: 2, maxLength: 6 },
    ),
  );

/** What happens to the bytes of a line. */
const damage = fc.oneof(
  { weight: 6, arbitrary: fc.constant((line: Buffer) => line) },
  fc.tuple(fc.nat(400), fc.integer({ min: 0, max: 255 })).map(
    ([at, byte]) =>
      (line: Buffer) =>
        Buffer.from(line.map((old, place) => (place === at % line.length ? byte : old))),
  ),
  fc.tuple(fc.nat(400), fc.nat(3)).map(
    ([at, length]) =>
      (line: Buffer) =>
        Buffer.concat([
          line.subarray(0, at % line.length),
          line.subarray((at % line.length) + length),
        ]),
  ),
  fc
    .constantFrom(
      ' ',
      ',',
      '}',
      '"',
      '//',
      '\0',
      '\r',
      '\ufeff',
      '[[',
      '"a":1,',
      '\n',
      '{"type":"Tag"',
    )
    .chain((added) =>
      fc.nat(400).map((at) => (line: Buffer) => {
        const place = at % (line.length + 1);
        return Buffer.concat([line.subarray(0, place), Buffer.from(added), line.subarray(place)]);
      }),
    ),
);
const content = fc
  .tuple(lines, fc.array(damage, { minLength: 6, maxLength: 6 }))
  .map(([sound, damages]) => sound.map((line, place) => damages[place]?.(line) ?? line));

/** The lines behind eight that are no records: the ninth that no known shape fits is learned from, as the first is. */
const behind = (eight: Uint8Array, parts: readonly Buffer[]) =>
  Buffer.concat(
    [...Array.from({ length: 8 }, () => eight), ...parts].flatMap((line) => [line, LF]),
  );
const LF = Buffer.from('\n');

/** The report, but for what it says of the eight lines. */
function reportBehind(eight: Uint8Array, parts: readonly Buffer[], partial: boolean) {
  const report = preflightNdjson(behind(eight, parts), {
    existing: { categories: [], tags: [], merchants: [] },
    rowsMax: 10,
    partial,
  });
  return { ...report, errors: report.errors.filter(({ line }) => line === undefined || line > 8) };
}

/** No line of a block that is not UTF-8 is taken. */
function expectSame(parts: readonly Buffer[], partial: boolean): void {
  expect(reportBehind(Buffer.from('[]'), parts, partial)).to.deep.equal(
    reportBehind(Buffer.from([0xff]), parts, partial),
  );
}

describe('takeKnownShapes', () => {
  it('hands out what the parser reads, or leaves the line to it', () => {
    let taken = 0;
    const expectParsed = (parts: readonly Buffer[]) => {
      const seen: [Plan, readonly unknown[]][] = [];
      const take = takeKnownShapes((plan, values) => seen.push([plan, values]));
      const ignored = () => undefined;
      visitLines(Buffer.concat(parts.flatMap((line) => [line, LF])), ignored, (block, ...rest) => {
        const end = take(block, ...rest);
        const found = seen.pop();
        expect(found === undefined).to.equal(end < 0);
        if (found === undefined) return end;
        taken += 1;
        expect(isUtf8(block.subarray(rest[1], end))).to.equal(true);
        const line = utf8Text(block, rest[1], end);
        expect(line).not.to.include('\n');
        expect([undefined, LF[0]]).to.include(block[end]);
        const [{ type, checks, tagIds }, values] = found;
        const parsed = parseRecord(line);
        if (parsed.kind === 'fault') expect.fail(`${line} does not parse`);
        expect(parsed).to.include({ type: type.name, commented: false });
        for (const { field, place } of checks) {
          expect(place < 0 ? undefined : values[place], field).to.deep.equal(parsed.data[field]);
        }
        expect(tagIds < 0 ? undefined : values[tagIds]).to.deep.equal(parsed.data['tag_ids']);
        return end;
      });
    };
    fc.assert(fc.property(content, expectParsed), { numRuns: cases(3000) });
    // Seldom enough of them, and the property above says nothing.
    expect(taken).to.be.above(cases(300));
  });

  it('leads to the report that the parser leads to, whatever is sent', () => {
    fc.assert(fc.property(content, fc.boolean(), expectSame), { numRuns: cases(2000) });
  });

  it('leaves alone what is checked across fields and records', () => {
    const [id, day, earlier] = ['"a"', '"2025-03-04"', '"2025-01-01"'];
    const same = [
      ['id', id],
      ['name', id],
      ['parent_id', id],
      ['account_id', id],
      ['conditions', id],
    ] as const;
    const days = [
      ['date', day],
      ['start_date', day],
      ['end_date', earlier],
    ] as const;
    for (const { name } of RECORD_TYPES) {
      const line = Buffer.from(written(name, [...same, ...days], [',', ':']));
      expectSame([line, line], false);
    }
  });
});
