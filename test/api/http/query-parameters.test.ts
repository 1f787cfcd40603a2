import { expect } from 'chai';
import {
  booleanParameter,
  dateParameter,
  integerParameter,
  oneOf,
  readQuery,
  searchOf,
  textParameter,
  uuidParameter,
} from '../../../api/http/query-parameters.ts';
import { AppError } from '../../../shared/platform/errors.ts';

const parameters = {
  kind: oneOf(['transaction'], 'Kind.'),
  active: booleanParameter('Active.'),
  account_id: uuidParameter('Account.'),
  start_date: dateParameter('From.'),
  search: textParameter('Text.', { maxLength: 5 }),
  count: integerParameter('Count.', { minimum: 0, maximum: 2_147_483_647 }),
};
const read = (search: string) => readQuery(parameters, new URLSearchParams(search));

function refusal(search: string): AppError {
  try {
    read(search);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error(`${search} was accepted`);
}

describe('query parameters', () => {
  it('are UTF-8, and never searched for as replacement characters', () => {
    const search = (text: string) => searchOf({ originalUrl: `/x?search=${text}` }).get('search');
    expect(search('%C3%BC%20%')).to.equal('ü %');
    expect(search('%EF%BF%BD')).to.equal('\uFFFD');
    for (const text of ['%ff', 'a%C3', '%E2%82x', '%ed%a0%80']) {
      expect(() => search(text), text)
        .to.throw(AppError)
        .with.property('code', 'validation_failed');
    }
  });

  it('reads what is declared and ignores everything else', () => {
    const id = '5B6F3C1E-0000-4000-8000-1234567890AB';
    expect(
      read(`kind=transaction&account_id=${id}&start_date=2024-02-29&search=a%25&count=7&more=1`),
    ).to.deep.equal({
      kind: 'transaction',
      account_id: id.toLowerCase(),
      start_date: '2024-02-29',
      search: 'a%',
      count: 7,
    });
  });

  it('refuses other values with one message that names the parameter', () => {
    const bad = [
      ...['active=yes', 'active=null', 'active=2', 'kind=transactions', 'kind=Transaction'],
      ...['account_id=1', 'start_date=2026-02-30', 'start_date=2026-2-3', 'start_date=20260203'],
      ...['search=abcdef', 'search=%00', 'count=-1', 'count=2.0', 'count=2147483648', 'count=0x1'],
    ];
    for (const search of bad) {
      const error = refusal(search);
      expect(error.code, search).to.equal('validation_failed');
      expect(error.publicMessage).to.contain(search.split('=')[0]);
      expect(error.errors).to.deep.equal([error.publicMessage]);
    }
  });

  it('refuses arrays, objects and repetitions', () => {
    for (const search of ['active[]=true', 'active[x]=true', 'active=true&active=false']) {
      expect(refusal(search).code, search).to.equal('validation_failed');
    }
  });
});
