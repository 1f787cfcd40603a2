import { expect } from 'chai';
import fc from 'fast-check';
import { findJsonFault, SHORT_JSON_MAX } from '#preflight/ndjson/json-fault';
import { parseRecord } from '#preflight/ndjson/parse-record';
import { cases } from '../../../helpers/cases.ts';
import { forAll } from '../../../helpers/for-all.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const TOKENS =
  '{ } [ ] " : , 1 0 - . e + true false null \\ \\u00e9 \\u00E9 n B / a 1e5 "a" \u0001 \u00a0 \ufeff';
const tokens = fc
  .array(fc.constantFrom(...TOKENS.split(' '), ' ', '\t', '\n'), { maxLength: 12 })
  .map((parts) => parts.join(''));

describe('findJsonFault', () => {
  it('agrees with JSON.parse on what is JSON', () => {
    const text = fc.oneof(tokens, fc.json({ maxDepth: 3 }), fc.string());
    forAll(cases(20_000), text, (one) => (findJsonFault(one) === -1) === isJson(one));
  });

  it('says where a text stops being JSON', () => {
    expect(findJsonFault('{"a":1}')).to.equal(-1);
    expect(findJsonFault('{"a" 1}')).to.equal(5);
    expect(findJsonFault('[1,]')).to.equal(3);
    expect(findJsonFault('{} {}')).to.equal(3);
    expect(findJsonFault('{"a":')).to.equal(5);
  });

  it('is asked of short lines, which read as long ones do', () => {
    const pad = ' '.repeat(SHORT_JSON_MAX);
    for (const line of ['{"a":1,}', '1x', '[', '{"type":"Tag"/**/,"data":{}}', '"', '{}//', '5']) {
      const short = parseRecord(line);
      const long = parseRecord(line.endsWith('//') ? line : line + pad);
      expect({ ...short, reason: '' }, line).to.deep.equal({ ...long, reason: '' });
    }
    const fault = parseRecord('{"a" 1}');
    expect(fault).to.include({ code: 'invalid_json', reason: 'fault at character 6' });
    expect(parseRecord('{"a":')).to.include({ reason: 'it is not JSON' });
    expect(parseRecord('{"a":[{}')).to.include({ reason: 'it ends too early' });
  });
});
