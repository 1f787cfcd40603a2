import { expect } from 'chai';
import { RECORD_TYPES, typeOfKind, type RecordType } from '#preflight/records/record-types';
import { readSource } from '../helpers/checkout.ts';

const text = readSource('docs/IMPORT.md');
const [, section = ''] = /^## Record types$([^]*?)(?=^## )/m.exec(text) ?? [];
/** The rows of the table with four columns: type, required fields, what it is known by, notes. */
const rows = [...section.matchAll(/^\| ([A-Z]\w+) +\| ([^|]*?) +\| [^|]* \| ([^|]*?) *\|$/gm)]
  .slice(1)
  .map(([, name, required = '', notes = '']) => ({ name, required, notes }));
/** `- **Balance** (account_id → Account): cash_balance, …` */
const others = [...section.matchAll(/^- \*\*(\w+)\*\*(?: \((.*)\))?: (.*)$/gm)].map(
  ([, name, references = '', fields = '']) => ({ name, references, fields }),
);

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
        names === undefined ? [] : [`${name} → ${typeOfKind(names)}`],
      );
      const unrequired = fields.flatMap(([name, { required }]) =>
        required === undefined ? [name] : [],
      );
      expect(other?.references).to.equal(references.join(', '));
      expect(other?.fields).to.equal(unrequired.join(', ') || 'none');
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
