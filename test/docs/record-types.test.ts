import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { RECORD_TYPES, typeOfKind } from '#preflight/records/record-types';
import type { RecordType } from '#preflight/records/record-types';

const root = path.resolve(import.meta.dirname, '../..');
const text = readFileSync(path.join(root, 'docs/IMPORT.md'), 'utf8');
const [, section = ''] = /^## Record types$([^]*?)(?=^## )/m.exec(text) ?? [];
/** The cells of a table's rows below its header; each table starts with a header row. */
const [described = [], optional = []] = section
  .split(/\n(?!\|)/)
  .map((block) => block.split('\n').filter((line) => line.startsWith('| ')))
  .filter((lines) => lines.length > 2)
  .map((lines) => lines.slice(2).map((line) => line.split('|').map((cell) => cell.trim())));
const rows = described.map(([, name = '', required = '', , notes = '']) => ({
  name,
  required,
  notes,
}));
const others = optional.map(([, name = '', references = '', fields = '']) => ({
  name,
  references,
  fields,
}));

describe('the record types of docs/IMPORT.md', () => {
  it('are those that are imported, in the order in which they are applied', () => {
    const names = RECORD_TYPES.map(({ name }) => name);
    expect(rows.map(({ name }) => name)).to.deep.equal(names);
    expect(others.map(({ name }) => name)).to.deep.equal(names);
  });

  for (const type of RECORD_TYPES as readonly RecordType[]) {
    const row = rows.find(({ name }) => name === type.name);

    it(`${type.name}: the required fields are those that the preflight asks for`, () => {
      const required = Object.entries(type.fields)
        .filter(([, field]) => field.required !== undefined)
        .map(([name]) => name);
      expect(row?.required.split(', ')).to.have.members(required);
    });

    it(`${type.name}: the references and the optional fields are those that are read`, () => {
      const fields = Object.entries(type.fields);
      const other = others.find(({ name }) => name === type.name);
      const references = fields.flatMap(([name, { names }]) =>
        names === undefined ? [] : [`${name} (${typeOfKind(names)})`],
      );
      const unrequired = fields.flatMap(([name, { required }]) =>
        required === undefined ? [name] : [],
      );
      expect(other?.references).to.equal(references.join(', '));
      expect(other?.fields).to.equal(unrequired.join(', '));
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
