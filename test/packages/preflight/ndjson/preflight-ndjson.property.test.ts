import { expect } from 'chai';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { parseJsonExactly, withoutComments } from '#preflight/ndjson/json-text';
import { preflightNdjson } from '#preflight/ndjson/preflight-ndjson';
import { RECORD_TYPES, type NamedRecordType } from '#preflight/records/record-types';
import { decimalText } from '#preflight/records/field-kinds';
import { PROBLEMS } from '#preflight/problems';
import { cases } from '../../../helpers/cases.ts';
import { forAll, words } from '../../../helpers/for-all.ts';

const options = {
  existing: { categories: ['Pets', '__proto__'], tags: ['constructor'], merchants: [] },
  rowsMax: 20,
};

/** What must hold of a report whatever went in. */
function expectSound(content: Uint8Array): void {
  const report = preflightNdjson(content, options);
  expect(report.rowsCount).to.equal(report.validRowsCount + report.invalidRowsCount);
  const counted = RECORD_TYPES.filter(
    ({ name, isOurs }: NamedRecordType) => isOurs !== true || name in report.recordTypeCounts,
  );
  expect(Object.keys(report.entityCounts)).to.deep.equal(counted.map(({ entityKey }) => entityKey));
  expect(report.errors.length).to.be.at.most(101);
  expect(report.warnings.length).to.be.at.most(21);
  expect(report.errors.length === 0).to.equal(report.errorsCount === 0);
  const lines = content.filter((byte) => byte === 0x0a).length + 1;
  for (const { code, message, line, value } of report.errors) {
    expect(PROBLEMS).to.have.property(code);
    expect(message.length).to.be.within(1, 2000);
    if (code !== 'no_data_rows' && code !== 'too_many_errors') expect(line).to.be.within(1, lines);
    expect((value ?? '').length).to.be.at.most(100);
  }
  if (report.rowsCount === 0) expect(report.errors[0]?.code).to.equal('no_data_rows');
}

const names = RECORD_TYPES.flatMap((type) => Object.keys(type.fields));
const fieldName = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...words('id parent_id tag_ids splits split_lines accountable subtype category_id'),
      ...names,
    ),
  },
  fc.constantFrom('__proto__', 'constructor', 'toString'),
);
const value = fc.oneof(
  fc.constantFrom(
    ...words('a b Pets __proto__ constructor 2025-03-04 9.00 EUR Depository Investment'),
    '',
    ' ',
  ),
  fc.constantFrom(0, 1, -1, 1.5, 1e300, true, false, null),
  fc.array(fc.oneof(fc.constantFrom('a', 'b'), fc.jsonValue({ maxDepth: 2 })), { maxLength: 4 }),
  fc.array(
    fc.dictionary(
      fc.constantFrom('id', 'amount', 'tag_ids', 'category_id'),
      fc.constantFrom('a', '9', 5, null, true),
    ),
    { maxLength: 3 },
  ),
  fc.jsonValue({ maxDepth: 3 }),
);
const line = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({
        type: fc.oneof(
          { weight: 9, arbitrary: fc.constantFrom(...RECORD_TYPES.map(({ name }) => name)) },
          fc.jsonValue({ maxDepth: 1 }),
        ),
        data: fc.oneof(
          { weight: 9, arbitrary: fc.dictionary(fieldName, value, { maxKeys: 9 }) },
          fc.jsonValue({ maxDepth: 1 }),
        ),
      })
      .map((record) => JSON.stringify(record)),
  },
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    ' ',
    '\r',
    '/* */',
    '//',
    '{"type":"Tag","data":{"id":1e400,"name":"x"}}',
    '"\\',
    '{"a":"\\\\"//',
  ),
);

describe('preflightNdjson, whatever is sent', () => {
  it('answers a sound report for any bytes', () => {
    forAll(cases(500), fc.uint8Array({ maxLength: 300 }), expectSound);
  });

  it('answers a sound report for any mixture of records, odd values and broken lines', () => {
    forAll(cases(1500), fc.array(line, { maxLength: 12 }), (lines) => {
      expectSound(Buffer.from(lines.join('\n')));
    });
  });

  it('answers the same for UTF-8 and UTF-16 of one text', () => {
    const ascii = fc
      .array(line, { minLength: 1, maxLength: 6 })
      .map((lines) => `{}\n${lines.join('\n')}`);
    forAll(cases(300), ascii, (text) => {
      const wellFormed = Buffer.from(text).toString();
      const utf16 = Buffer.from(`\uFEFF${wellFormed}`, 'utf16le');
      expect(preflightNdjson(utf16, options)).to.deep.equal(
        preflightNdjson(Buffer.from(wellFormed), options),
      );
    });
  });
});

describe('parseJsonExactly', () => {
  it('agrees with JSON.parse wherever no number is long', () => {
    forAll(
      100,
      fc.jsonValue({ maxDepth: 4 }).map((json) => JSON.stringify(json)),
      (text) => {
        if (/[\d.]{15}/.test(text)) return;
        expect(parseJsonExactly(text)).to.deep.equal(JSON.parse(text));
      },
    );
  });

  it('keeps every digit of a decimal number', () => {
    const decimal = fc
      .tuple(
        fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
      )
      .map(([whole, fraction]) => `${whole}.${fraction}`);
    forAll(100, decimal, (token) => {
      const read = parseJsonExactly(`{"id":"${token}","amount":${token}}`) as { amount: unknown };
      expect(decimalText(read.amount)).to.equal(decimalText(token));
    });
  });

  it('refuses what JSON.parse refuses', () => {
    forAll(
      cases(2000),
      fc.string({
        unit: fc.constantFrom(...Array.from('[]{},:-.eE+ "\\0123456789')),
        maxLength: 40,
      }),
      (text) => {
        let fine = true;
        try {
          JSON.parse(text);
        } catch {
          fine = false;
        }
        if (fine) expect(() => parseJsonExactly(text)).not.to.throw();
        else expect(() => parseJsonExactly(text)).to.throw(SyntaxError);
      },
    );
  });
});

describe('withoutComments', () => {
  it('leaves strings alone and reads what is between comments', () => {
    forAll(100, fc.jsonValue(), (json) => {
      const text = JSON.stringify(json);
      const commented = `/* a */${text} // b`;
      expect(JSON.parse(withoutComments(commented) ?? '')).to.deep.equal(JSON.parse(text));
    });
  });
});
