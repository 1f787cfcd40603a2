import { expect } from 'chai';
import { compileSchema, describeErrors } from '#preflight/validate';
import { words } from '../../helpers/for-all.ts';

describe('what is said of a value that a schema refuses', () => {
  const said = (schema: object, value: unknown): string[] => {
    const validate = compileSchema({ type: 'object', properties: { field: schema } });
    validate({ field: value });
    return describeErrors(validate.errors);
  };

  it('names all allowed values, null and blank ones too', () => {
    expect(said({ enum: ['new', '', null] }, 'x')).to.deep.equal([
      'field must be one of new, "", null',
    ]);
  });

  it('speaks plainly of the length of a text', () => {
    expect(said({ type: 'string', minLength: 1 }, '')).to.deep.equal(['field must not be empty']);
    expect(said({ type: 'string', maxLength: 2 }, 'abc')).to.deep.equal([
      'field must not have more than 2 characters',
    ]);
  });

  it('shows how a text is written, and never a pattern', () => {
    const decimal = { type: 'string', pattern: '^-?[0-9.]+$', examples: ['-12.50'] };
    expect(said(decimal, 'abc')).to.deep.equal(['field must be written like -12.50']);
    expect(said({ type: 'string', format: 'date' }, '31.1.2026')).to.deep.equal([
      'field must be a date (YYYY-MM-DD)',
    ]);
    expect(said({ type: 'string', format: 'uuid' }, 'x')).to.deep.equal(['field must be a UUID']);
  });
});

describe('a day and an instant of a body', () => {
  const accepts = (format: string, value: string) =>
    compileSchema({ type: 'string', format })(value);

  it('are those that the database can keep', () => {
    for (const day of ['0001-01-01', '2024-02-29', '9999-12-31']) {
      expect(accepts('date', day), day).to.equal(true);
    }
    for (const day of ['0000-01-01', '2026-02-29'])
      expect(accepts('date', day), day).to.equal(false);
    for (const at of [
      '2026-01-31T08:00:00Z',
      '2026-01-31t08:00:00.123456+23:59',
      '9999-12-31T23:59:59+00:00',
    ]) {
      expect(accepts('date-time', at), at).to.equal(true);
    }
    for (const at of words(`
      9999-12-31T23:59:59-23:59 0001-01-01T00:00:00+23:59 0000-01-01T00:00:00Z
      2026-06-30T23:59:60Z 2026-02-29T00:00:00Z 2026-01-31T08:00:00 2026-01-31 soon
    `)) {
      expect(accepts('date-time', at), at).to.equal(false);
    }
  });
});
