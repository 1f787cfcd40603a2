import { expect } from 'chai';
import { compileSchema, describeErrors } from '#preflight/validate';

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
