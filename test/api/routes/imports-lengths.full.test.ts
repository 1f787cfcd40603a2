import { expect } from 'chai';
import {
  DECIMAL_DIGITS_MAX,
  ID_LENGTH_MAX,
  NAME_LENGTH_MAX,
  TEXT_LENGTH_MAX,
} from '#preflight/records/lengths';
import { readSource } from '../../helpers/checkout.ts';
import { csvOf, withImports } from '../../helpers/csv-imports.ts';

/** The columns of a file, the fields of a native record, and how long each may be. */
const LIMITS = {
  name: TEXT_LENGTH_MAX,
  notes: TEXT_LENGTH_MAX,
  category: NAME_LENGTH_MAX,
  tags: NAME_LENGTH_MAX,
  external_id: ID_LENGTH_MAX,
  amount: DECIMAL_DIGITS_MAX,
};
type Field = keyof typeof LIMITS;
const FIELDS = Object.keys(LIMITS) as Field[];

/** A value of so many characters, or digits, more than the limit; its first letter needs two UTF-16 units. */
const valueOf = (field: Field, more = 0): string =>
  field === 'amount'
    ? `-${'7'.repeat(DECIMAL_DIGITS_MAX - 2 + more)}.25`
    : `𝄞${field.at(-1)!.repeat(LIMITS[field] - 1 + more)}`;

describe('how long the values of a record may be', () => {
  const { api, imports } = withImports();

  const csv = (long?: Field) => {
    const cells = FIELDS.map((field) => valueOf(field, field === long ? 1 : 0));
    return {
      raw_file_content: csvOf(['date', ...FIELDS].join(','), [['2025-03-13', ...cells]]),
      ...Object.fromEntries(
        ['notes', 'category', 'tags', 'external_id'].map((field) => [`${field}_col_label`, field]),
      ),
    };
  };
  const preflight = async (body: object, as: 'write' | 'other' = 'write'): Promise<any> => {
    const answer = await api.request('POST', '/api/v1/imports/preflight', { as, body });
    expect(answer.status, answer.text).to.equal(200);
    return answer.body.data;
  };
  /** For another household, which has none of the names yet. */
  const native = (raw_file_content: string) =>
    preflight({ type: 'NativeImport', raw_file_content }, 'other');

  it('is the same in a CSV, in the export and in the native import of that', async () => {
    const account = { name: 'Everyday', type: 'Depository', opening_balance: '0' };
    const { body } = await api.request('POST', '/api/v1/accounts', { body: account });
    const account_id = body.data.id as string;
    const { id } = await imports.create({ ...csv(), account_id });
    expect((await imports.publish(id)).verdicts).to.include({ new: 1, invalid: 0 });
    const lines = (await imports.exportText()).trimEnd().split('\n');
    expect((await native(lines.join('\n'))).errors).to.deep.equal([]);
    const [line = ''] = lines.filter((text) => text.includes('"Transaction"'));
    for (const field of ['name', 'notes', 'amount'] as const) {
      const [fits, long] = [valueOf(field), valueOf(field, 1)].map((text) =>
        text.replace(/^-/, ''),
      );
      expect(line).to.contain(fits);
      const { errors } = await native(line.replace(fits!, long!));
      expect(
        errors.some(({ message }: any) => message.includes(field)),
        field,
      ).to.equal(true);
    }
  });

  it('is refused by the preflight of a CSV where it is one more', async () => {
    for (const field of FIELDS) {
      const { valid, errors } = await preflight(csv(field));
      expect([valid, errors.length, errors[0]?.column], field).to.deep.equal([false, 1, field]);
    }
  });

  it('is that of the API, and as docs/IMPORT.md says', () => {
    const document = JSON.parse(readSource('api/openapi/openapi.json'));
    const { properties } = document.components.schemas.NewTransaction;
    for (const field of ['name', 'notes', 'external_id', 'amount'] as const)
      expect(properties[field].maxLength, field).to.equal(LIMITS[field]);
    for (const schema of ['NewCategory', 'NewTag'])
      expect(document.components.schemas[schema].properties.name.maxLength).to.equal(
        NAME_LENGTH_MAX,
      );
    const text = readSource('docs/IMPORT.md').replaceAll(/\s+/g, ' ');
    expect(text).to.contain(`at most ${DECIMAL_DIGITS_MAX} digits`);
    expect(text).to.contain(`Names and ids have at most ${NAME_LENGTH_MAX} characters`);
    expect(text).to.contain(`names of bookings and notes ${TEXT_LENGTH_MAX.toLocaleString('en')}`);
  });

  it('is that of a value which a person corrects', async () => {
    const { id } = await imports.create({
      raw_file_content: csvOf('date,amount', [['2025-03-13', '1']]),
    });
    for (const field of FIELDS) {
      for (const [more, expected] of [
        [0, 200],
        [1, 422],
      ] as const) {
        const value = valueOf(field, more);
        const body = { values: { [field]: field === 'tags' ? [value] : value } };
        const answer = await api.answers(expected, 'PATCH', `/api/v1/imports/${id}/rows/2`, {
          body,
        });
        if (expected === 422) expect(answer.body.errors).to.have.length(1);
      }
    }
  });

  it('is that of an id which a client gives to an import, too, and only a text or a number is one', async () => {
    const { raw_file_content } = csv();
    for (const [client_import_id, expected] of [
      ['😀'.repeat(255), 201],
      ['😀'.repeat(256), 422],
      [true, 422],
      [7, 201],
    ] as const) {
      const body = { raw_file_content, client_import_id };
      const answer = await api.answers(expected, 'POST', '/api/v1/imports', { body });
      if (expected === 422) expect(answer.body.errors[0]).to.match(/^client_import_id must /);
    }
  });

  it('names one request: a repetition finds its import, and one that also publishes is another', async () => {
    const body = { ...csv(), client_import_id: 'once' };
    await api.answers(201, 'POST', '/api/v1/imports', { body });
    await api.answers(200, 'POST', '/api/v1/imports', { body });
    await api.answers([409, 'conflict'], 'POST', '/api/v1/imports', {
      body: { ...body, publish: true },
    });
  });
});
