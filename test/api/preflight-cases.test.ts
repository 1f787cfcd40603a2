import { expect } from 'chai';
import type { SeenResponse } from '../helpers/check-response.ts';
import { matchCase } from '../helpers/match-case.ts';
import { newAccount } from '../helpers/rule-fixtures.ts';
import { createTenant, withApi } from '../helpers/start-api.ts';
import { readSource } from '../helpers/checkout.ts';

interface PreflightCase {
  name: string;
  kind: 'contract' | 'upstream' | 'quirk';
  request: {
    content_type: string;
    auth: 'none' | 'invalid' | 'read' | 'read_write';
    fields: Record<string, unknown>;
    file?: { filename: string; content_type: string; content?: string; content_base64?: string };
    generated?: { field: string; prefix: string; unit: string; times: number };
  };
  setup?: { existing?: Partial<Record<'categories' | 'tags' | 'merchants', string[]>> };
  expect: {
    status: number;
    body_subset?: any;
    error_codes?: string[];
    warnings_count?: number;
    absent?: string[];
    first_error_message_contains?: string;
  };
  better?: string;
}

const PATH = '/api/v1/imports/preflight';
const cases: PreflightCase[] = JSON.parse(readSource('test/cases/preflight.json'));

/** Cases that describe the reference application where this service decided otherwise, with the decision. */
const OVERRULED: Record<string, { decision: string; check: (answer: SeenResponse) => void }> = {
  'settings: a bad setting stops before parsing, so broken CSV gives 200': {
    decision: '"|" separates columns, as "," and ";" do',
    check: ({ status, body }) => {
      expect(status).to.equal(422);
      expect(body.error).to.equal('invalid_csv');
    },
  },
};

const codes = ({ body }: SeenResponse): string[] =>
  body.data.errors.map((error: any) => error.code);
const isValid = (answer: SeenResponse) => {
  expect(answer.status, answer.text).to.equal(200);
  expect(answer.body.data.valid, answer.text).to.equal(true);
};
const hasErrors =
  (...expected: string[]) =>
  (answer: SeenResponse) => {
    expect(answer.status, answer.text).to.equal(200);
    expect(codes(answer), answer.text).to.deep.equal(expected);
    expect(answer.body.data.valid).to.equal(false);
  };

/** What this service answers where the reference application is weak. */
const BETTER: Record<string, (answer: SeenResponse) => void> = {
  'content: JSON number is taken as text': ({ status, body }) => {
    expect(status).to.equal(422);
    expect(body.error).to.equal('missing_content');
  },
  'settings: number_format empty gives two errors': hasErrors('validation_failed'),
  'settings: custom_column with inflow value, no type column named': hasErrors('validation_failed'),
  'headers: blank before an asterisk spoils the match': isValid,
  'headers: byte order mark sticks to the first header': (answer) => {
    isValid(answer);
    expect(answer.body.data.headers).to.deep.equal(['date', 'amount']);
  },
  'csv: LF file with one CRLF': (answer) => {
    isValid(answer);
    expect(answer.body.data.stats.rows_count).to.equal(2);
  },
  'csv: an empty line between rows is counted': (answer) => {
    isValid(answer);
    expect(answer.body.data.stats.rows_count).to.equal(2);
  },
  'trade: quantity is not taken for qty': isValid,
  'budget app three: a real export lacks amount': isValid,
  'native: zero is present, false is blank': hasErrors('invalid_field_value'),
  'native: accountable given as text crashes': hasErrors('invalid_field_value'),
  'native: rule, trade, holding and valuation ids are not tracked':
    hasErrors('duplicate_source_id'),
  'native: a category may be its own parent': hasErrors('parent_cycle'),
  'native: garbage split amounts are read as zero': hasErrors('invalid_amount'),
  'native file: bytes that are not UTF-8 crash': hasErrors('invalid_encoding'),
};

describe('POST /api/v1/imports/preflight, case by case', () => {
  const { database, api } = withApi();
  let accountId = '';
  let foreignAccountId = '';

  before('add an account to each household', async () => {
    const add = (householdId: string): Promise<string> => newAccount(database.sql, householdId);
    accountId = await add(api.tenant.householdId);
    foreignAccountId = await add(api.other.householdId);
  });

  const fill = (text: string): string =>
    text.replaceAll('{account_id}', accountId).replaceAll('{foreign_account_id}', foreignAccountId);

  async function keyOf({ request, setup }: PreflightCase) {
    if (request.auth === 'none') return 'none' as const;
    if (request.auth === 'invalid') return { key: 'll_00000000000000000000000000000000' };
    if (setup?.existing === undefined) return request.auth === 'read' ? 'read' : 'write';
    const tenant = await createTenant(database, 'Household with names');
    for (const [table, names] of Object.entries(setup.existing)) {
      for (const name of names) {
        await database.sql`
          insert into ${database.sql(table)} (household_id, name) values (${tenant.householdId}, ${name})`;
      }
    }
    return { key: request.auth === 'read' ? tenant.readKey : tenant.writeKey };
  }

  function bodyOf({ request }: PreflightCase): { body: any; headers: Record<string, string> } {
    const fields: Record<string, unknown> = JSON.parse(fill(JSON.stringify(request.fields)));
    const { file, generated } = request;
    const made = generated && generated.prefix + generated.unit.repeat(generated.times);
    if (generated?.field === 'raw_file_content') fields['raw_file_content'] = made;
    if (request.content_type === 'application/json') {
      return { body: fields, headers: { 'Content-Type': 'application/json' } };
    }
    if (request.content_type === 'application/x-www-form-urlencoded') {
      const body = new URLSearchParams(fields as Record<string, string>).toString();
      return { body, headers: { 'Content-Type': request.content_type } };
    }
    expect(request.content_type).to.equal('multipart/form-data');
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
    if (file !== undefined) {
      const bytes =
        file.content_base64 === undefined
          ? Buffer.from(generated?.field === 'file.content' ? made! : (file.content ?? ''))
          : Buffer.from(file.content_base64, 'base64');
      form.append('file', new Blob([bytes], { type: file.content_type }), file.filename);
    }
    return { body: form, headers: {} };
  }

  for (const one of cases) {
    const overruled = OVERRULED[one.name];
    const title = overruled ? `${one.name} (overruled: ${overruled.decision})` : one.name;
    it(`${one.kind}: ${title}`, async function () {
      const answer = await api.request('POST', PATH, { as: await keyOf(one), ...bodyOf(one) });
      if (overruled !== undefined) overruled.check(answer);
      else if (one.kind === 'quirk') {
        expect(BETTER, 'every quirk has a better answer').to.have.property(one.name);
        BETTER[one.name]!(answer);
      } else expectCase(one, answer);
    });
  }

  it('names no case that is not there', () => {
    const names = cases.map(({ name }) => name);
    expect(names).to.include.members([...Object.keys(OVERRULED), ...Object.keys(BETTER)]);
  });
});

function expectCase({ expect: wanted }: PreflightCase, answer: SeenResponse): void {
  expect(answer.status, answer.text.slice(0, 500)).to.equal(wanted.status);
  if (wanted.body_subset !== undefined) matchCase(answer.body, wanted.body_subset, 'body');
  if (wanted.error_codes !== undefined) {
    expect(codes(answer), answer.text.slice(0, 2000)).to.deep.equal(wanted.error_codes);
  }
  if (wanted.warnings_count !== undefined) {
    expect(answer.body.data.warnings).to.have.length(wanted.warnings_count);
  }
  for (const pointer of wanted.absent ?? []) {
    const found = pointer
      .split('/')
      .slice(1)
      .reduce((value, key) => value?.[key], answer.body);
    expect(found, pointer).to.equal(undefined);
  }
  if (wanted.first_error_message_contains !== undefined) {
    expect(answer.body.data.errors[0].message).to.contain(wanted.first_error_message_contains);
  }
}
