import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { RECORD_TYPES } from '../../shared/records/record-types.ts';
import type { RecordType } from '../../shared/records/record-types.ts';

const root = path.resolve(import.meta.dirname, '../..');
const text = readFileSync(path.join(root, 'docs/IMPORT.md'), 'utf8');
const [, section = ''] = /^## Record types$([^]*?)(?=^## )/m.exec(text) ?? [];
/** Name, required fields and notes of each row of the table. */
const rows = section
  .split('\n')
  .filter((line) => /^\| [A-Z]/.test(line))
  .slice(1)
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, name = '', required = '', , notes = '']) => ({ name, required, notes }));

describe('the record types of docs/IMPORT.md', () => {
  it('are those that are imported, in the order in which they are applied', () => {
    expect(rows.map(({ name }) => name)).to.deep.equal(RECORD_TYPES.map(({ name }) => name));
  });

  for (const type of RECORD_TYPES as readonly RecordType[]) {
    const row = rows.find(({ name }) => name === type.name);

    it(`${type.name}: the required fields are those that the preflight asks for`, () => {
      const required = Object.entries(type.fields)
        .filter(([, field]) => field.required !== undefined)
        .map(([name]) => name);
      expect(row?.required.split(', ')).to.have.members(required);
    });

    if (!Object.values(type.fields).some((field) => field.skips === true)) continue;
    it(`${type.name}: the notes say what is skipped`, () => {
      expect(row?.notes).to.contain('skipped');
    });
  }

  it('names the flows, whose sign is turned', () => {
    const flows = (RECORD_TYPES as readonly RecordType[])
      .filter(({ fields }) => Object.values(fields).some((field) => field.flow === true))
      .map(({ name }) => name);
    const [, sign = ''] = /\*\*Sign\.\*\* ([^.]*)\./.exec(section) ?? [];
    for (const name of flows) expect(sign).to.contain(name);
  });
});
