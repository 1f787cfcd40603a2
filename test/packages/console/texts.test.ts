import { expect } from 'chai';
import { createInstance } from 'i18next';
import type { Resource } from 'i18next';
import { FILE_KINDS } from '#preflight/file-kind';
import { MALFORMED_REASONS } from '#preflight/report';
import { storedWarning, warning, WARNINGS } from '#preflight/warnings/warning';
import type { Warning, WarningCode } from '#preflight/warnings/warning';
import { ERROR_CODES } from '../../../shared/platform/errors.ts';
import { adviceOn } from '../../../shared/operations/advice.ts';
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
  return Object.fromEntries(flat(groupsOf(language), ''));
}

function groupsOf(language: string): Resource {
  const files = ['texts', 'texts-of-files', 'texts-of-operators'].map((name) =>
    readSource(`packages/console/${name}.${language}.json`),
  );
  return Object.assign({}, ...files.map((file) => JSON.parse(file) as Resource)) as Resource;
}

/** The keys of the tables of sentences that the service has, in the order of the file. */
function codesIn(path: string, table: string): string[] {
  const [, body = ''] = readSource(path).split(`const ${table}`);
  const own = [...(/\{\n([\s\S]*?)\n\}/.exec(body)?.[1] ?? '').matchAll(/^ {2}(\w+):/gm)];
  return own.map(([, code]) => code!);
}

/** What a text fills in, and how it is written: `{{rows, number}}`. */
const filledIn = (text: string): string[] =>
  [...text.matchAll(/\{\{\w+(?:, \w+)?\}\}/g)].map(String).sort();

/** The names of the values that a warning asks for. */
function valuesOf(code: WarningCode): Set<string> {
  const names = new Set<string>();
  const get = (_: object, name: string) => (names.add(name), '1');
  (WARNINGS[code] as (values: object) => string)(new Proxy({}, { get }));
  return names;
}

/** Values that programs need and people do not: how the service calls what has no name, and the id next to a name. */
const UNSAID: Partial<Record<WarningCode, readonly string[]>> = {
  names_blank: ['name'],
  names_missing: ['name'],
  account_may_be: ['id'],
  imported_before: ['id'],
};

const feedTables = (): string[] =>
  [...readSource('shared/changes/feed-types.ts').matchAll(/table: '(\w+)'/g)].map(
    ([, table]) => table!,
  );

/** Codes for requests that the console does not make; what is entered and refused is said by the fault itself. */
const OF_PROGRAMS = new Set([
  ...['bad_request', 'validation_failed', 'method_not_allowed', 'unsupported_media_type'],
  ...['idempotency_key_in_use', 'idempotency_key_reused', 'cursor_expired', 'headers_too_large'],
  ...['missing_content', 'invalid_import_type'],
]);

describe('the texts of the console', () => {
  const [english, german] = [textsOf('en'), textsOf('de')];
  const withoutCodes = (texts: Texts) =>
    Object.keys(texts).filter((key) => !/^(codes|advice|warnings|refusals)\./.test(key));
  /** What a text names: settings, which the page calls otherwise. */
  const bracketed = (text: string) => [...text.matchAll(/\[(\w+)\]/g)].map(([, name]) => name!);
  const formsOf = (texts: Texts, code: string): string[] =>
    [code, `${code}_one`, `${code}_other`].flatMap((key) => texts[`warnings.${key}`] ?? []);

  it('are there in both languages, with the same values to fill in', () => {
    expect(withoutCodes(german)).to.have.members(withoutCodes(english));
    for (const key of withoutCodes(english)) {
      expect(filledIn(german[key]!), key).to.deep.equal(filledIn(english[key]!));
    }
  });

  it('say every warning in German, with its values', () => {
    for (const code of Object.keys(WARNINGS) as WarningCode[]) {
      const forms = formsOf(german, code);
      expect(forms, code).not.to.deep.equal([]);
      const named = new Set(forms.flatMap(filledIn).map((one) => /\w+/.exec(one)![0]));
      const values = [...valuesOf(code)].filter((name) => !UNSAID[code]?.includes(name));
      expect([...named], code).to.have.members(values);
    }
  });

  it('say in English what a person can do, not what a program sends', () => {
    const named = (_: object, name: string) => `{{${name}}}`;
    for (const code of Object.keys(WARNINGS) as WarningCode[]) {
      const forms = formsOf(english, code);
      const own = (WARNINGS[code] as (values: object) => string)(new Proxy({}, { get: named }));
      for (const text of forms.length > 0 ? forms : [own]) {
        const words = text.replaceAll(/\[\w+\]|\{\{.*?\}\}/g, '');
        expect(words, code).to.not.match(/\bsend\b|\bapply_|[a-z]_[a-z]|[a-z]Import\b/i);
      }
      const values = new Set(forms.flatMap(filledIn).map((one) => /\w+/.exec(one)![0]));
      const said = formsOf(german, code)
        .flatMap(filledIn)
        .map((one) => /\w+/.exec(one)![0]);
      if (forms.length > 0) expect([...values], code).to.have.members([...new Set(said)]);
    }
  });

  it('name the settings that the page has, in brackets', () => {
    for (const [key, text] of [...Object.entries(german), ...Object.entries(english)]) {
      for (const name of bracketed(text))
        expect(german, key).to.have.property(`imports.setting.${name}`);
      if (/^(codes|warnings)\./.test(key))
        expect(text.replaceAll(/\[\w+\]|\{\{.*?\}\}/g, ''), key).to.not.match(/[a-z]_[a-z]+_/);
    }
  });

  it('say in German of every file that is refused why, and in English what a person can do', () => {
    for (const code of [...Object.keys(FILE_KINDS), ...MALFORMED_REASONS]) {
      expect(german).to.have.property(`refusals.${code}`);
      const own = (FILE_KINDS as Record<string, string>)[code] ?? '';
      if (/send|Import/.test(own)) expect(english).to.have.property(`refusals.${code}`);
    }
  });

  it('write a warning as the German reader does, and leave one that has no German to its sentence', async () => {
    const groups = groupsOf('de');
    const i18next = createInstance();
    const interpolation = { escapeValue: false };
    await i18next.init({ lng: 'de', resources: { de: groups }, interpolation });
    i18next.services.formatter?.add('day', (day: string) => `<${day}>`);
    i18next.services.formatter?.add('decimal', (text: string) => `<${text}>`);
    const say = ({ code, values, message }: Warning): string =>
      i18next.t(code, { ns: 'warnings', ...values, defaultValue: '' }) || message;
    const found = { lines: '3, 4', words: ' ("Offen" 2)' };
    const missed = { line: 9, stated: '1250.5', read: '1000', difference: '250.5' };
    const said = [
      warning('many_rows', { count: 12_345, max: 10_000 }),
      warning('left_out_total', { ...found, count: 2 }),
      warning('left_out_total', { count: 1, lines: '3', words: '' }),
      warning('days_without_year', {
        text: '$t(codes:forbidden) {{code}}',
        from: '2024-12-30',
        to: '2025-01-02',
      }),
      warning('total_gap', { ...missed, side: 'out' }),
      warning('sign_rival_positive', { by: 'headers', other: 'texts' }),
      storedWarning('Said before warnings had codes: {{code}}.'),
    ].map(say);
    expect(said).to.deep.equal([
      'Die Datei hat 12.345 Zeilen, viele für diese Art (mehr als 10.000): Prüfen Sie, ob es die richtige Datei ist, bevor Sie alles importieren.',
      '2 Zeilen werden ausgelassen, weil sie eine Summe oder einen Saldo nennen ("Offen" 2): Zeilen 3, 4.',
      'Eine Zeile wird ausgelassen, weil sie eine Summe oder einen Saldo nennt: Zeile 3.',
      'Die Tage nennen kein Jahr: Nach „$t(codes:forbidden) {{code}}“ wurden sie als <2024-12-30> bis <2025-01-02> gelesen. Vergleichen Sie eine Buchung.',
      'Zeile 9 nennt für die Ausgänge die Summe <1250.5>, die Zeilen ergeben <1000>, ein Unterschied von <250.5>; vielleicht fehlt eine Zeile, oder eine ist doppelt.',
      'Ein Ausgang ist nach den Namen der Spalten positiv, nach den Texten der Buchungen aber negativ: Vergleichen Sie das Vorzeichen einer Buchung.',
      'Said before warnings had codes: {{code}}.',
    ]);
  });

  it('say every finding of a sync in German, which the service says in English', () => {
    const kinds = codesIn('shared/sync/client/errors.ts', 'KINDS') as ProviderErrorKind[];
    const codes = kinds.map((kind) => new ProviderError(kind).code);
    const notes = codesIn('workers/sync/notes.ts', 'SYNC_NOTES');
    expect(codes.length, 'codes of the provider').to.be.greaterThan(8);
    expect(notes.length, 'notes').to.be.greaterThan(15);
    for (const code of [...codes, ...notes]) expect(german).to.have.property(`codes.${code}`);
  });

  it('have a word for operators for every kind of record and every finding of a sync', () => {
    const kinds = [...feedTables(), 'webhook_endpoints', 'api_keys'];
    const findings = codesIn('workers/sync/notes.ts', 'SYNC_NOTES');
    for (const word of [...kinds, ...findings])
      expect(english).to.have.property(`operations.word.${word}`);
  });

  it('say in German every code of the API that a person can meet', () => {
    const codes = Object.entries(ERROR_CODES).filter(
      ([code, { status }]) => status < 500 && !OF_PROGRAMS.has(code),
    );
    expect(codes.length).to.be.greaterThan(15);
    for (const [code] of codes) expect(german).to.have.property(`codes.${code}`);
  });

  it('say to operators what to do about every finding that stays until somebody acts', () => {
    const findings = ['account_missing', 'row_invalid', 'total_mismatch', 'currency_unknown'];
    const pages = ['pagination_loop', 'too_many_pages', 'next_page_missing'];
    for (const code of [...findings, ...pages, 'holding_invalid'])
      expect(adviceOn(code), code).to.not.equal(null);
  });

  it('say to operators in German what to do about every code', () => {
    const codes = codesIn('shared/operations/advice.ts', 'ADVICE');
    expect(codes.length).to.be.greaterThan(10);
    for (const code of codes) expect(german).to.have.property(`advice.${code}`);
  });
});
