import { expect } from 'chai';
import { ProviderError } from '../../../shared/sync/client/errors.ts';
import type { ProviderErrorKind } from '../../../shared/sync/client/errors.ts';
import { readSource } from '../../helpers/checkout.ts';

type Texts = Readonly<Record<string, string>>;

/** All texts of a language, by their keys. */
function textsOf(language: string): Texts {
  const flat = (group: object, above: string): [string, string][] =>
    Object.entries(group).flatMap(([key, value]) =>
      typeof value === 'string' ? [[above + key, value]] : flat(value, `${above}${key}.`),
    );
  const file = readSource(`packages/console/texts.${language}.json`);
  return Object.fromEntries(flat(JSON.parse(file) as object, ''));
}

/** The keys of the tables of sentences that the service has, in the order of the file. */
function codesIn(path: string, table: string): string[] {
  const [, body = ''] = readSource(path).split(`const ${table}`);
  const own = [...(/\{\n([\s\S]*?)\n\}/.exec(body)?.[1] ?? '').matchAll(/^ {2}(\w+):/gm)];
  return own.map(([, code]) => code!);
}

describe('the texts of the console', () => {
  const [english, german] = [textsOf('en'), textsOf('de')];
  const withoutCodes = (texts: Texts) =>
    Object.keys(texts).filter((key) => !/^(codes|advice)\./.test(key));

  it('are there in both languages, with the same values to fill in', () => {
    expect(withoutCodes(german)).to.have.members(withoutCodes(english));
    const filledIn = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).sort();
    for (const key of withoutCodes(english)) {
      expect(filledIn(german[key]!), key).to.deep.equal(filledIn(english[key]!));
    }
  });

  it('say every finding of a sync in German, which the service says in English', () => {
    const kinds = codesIn('shared/sync/client/errors.ts', 'KINDS') as ProviderErrorKind[];
    const codes = kinds.map((kind) => new ProviderError(kind).code);
    const notes = codesIn('workers/sync/notes.ts', 'SYNC_NOTES');
    expect(codes.length, 'codes of the provider').to.be.greaterThan(8);
    expect(notes.length, 'notes').to.be.greaterThan(15);
    for (const code of [...codes, ...notes]) expect(german).to.have.property(`codes.${code}`);
  });

  it('say to operators in German what to do about every code', () => {
    const codes = codesIn('shared/operations/advice.ts', 'ADVICE');
    expect(codes.length).to.be.greaterThan(10);
    for (const code of codes) expect(german).to.have.property(`advice.${code}`);
  });
});
