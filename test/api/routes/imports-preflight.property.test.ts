import { expect } from 'chai';
import fc from 'fast-check';
import { CSV_SETTINGS, LABEL_SETTINGS } from '#preflight/csv/settings';
import { ACCEPTED_IMPORT_TYPES } from '#preflight/report';
import { withApi } from '../../helpers/start-api.ts';
import { cases } from '../../helpers/cases.ts';
import { forAllAsync, words } from '../../helpers/for-all.ts';

const PATH = '/api/v1/imports/preflight';

const cell = fc.oneof(
  fc.constantFrom(
    ...words('date amount name currency 2025-03-01 01.03.2025 4.00 EUR " "" =1+1 é'),
    '-1 234,56',
    '',
    '"a\nb"',
    '\0',
    '\uFEFF',
  ),
  fc.string({ maxLength: 8 }),
);
const csv = fc
  .tuple(
    fc.constantFrom(',', ';', '\t', '|'),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 6 }),
  )
  .map(([separator, lineEnd, rows]) => rows.map((row) => row.join(separator)).join(lineEnd));
const ndjson = fc
  .array(
    fc.oneof(
      fc
        .record({
          type: fc.constantFrom(...words('Account Transaction Category Transfer Rule __proto__')),
          data: fc.dictionary(
            fc.constantFrom(...words('id name amount date splits tag_ids accountable __proto__')),
            fc.jsonValue({ maxDepth: 2 }),
          ),
        })
        .map((record) => JSON.stringify(record)),
      fc.json({ maxDepth: 2 }),
      fc.string({ maxLength: 12 }),
    ),
    { maxLength: 6 },
  )
  .map((lines) => lines.join('\n'));
const content = fc.oneof(
  csv.map((text) => Buffer.from(text)),
  ndjson.map((text) => Buffer.from(text)),
  csv.map((text) => Buffer.from(text, 'utf16le')),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
);
const setting = fc.oneof(
  fc.constantFrom(
    ...words(`
    , ; 1,234.56 1.234,56 %d.%m.%Y %Y-%m-%d custom_column signed_amount inflows_negative date
    amount
  `),
    '',
    ' ',
  ),
  fc.constantFrom(0, 1, -1, 2.5, 1e21, true, false, null),
  fc.string({ maxLength: 6 }),
);
const fields = fc.record(
  {
    type: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...ACCEPTED_IMPORT_TYPES) }, setting),
    settings: fc.dictionary(
      fc.constantFrom(...CSV_SETTINGS, ...LABEL_SETTINGS, 'account_id', '__proto__'),
      setting,
      { maxKeys: 4 },
    ),
  },
  { requiredKeys: ['settings'] },
);

describe('POST /api/v1/imports/preflight, whatever is sent', function () {
  const { api } = withApi();

  /** `request` has checked the answer against the OpenAPI document already. */
  const expectDocumented = (status: number, text: string) => {
    expect(status, text).to.be.oneOf([200, 400, 404, 413, 415, 422]);
  };

  it('answers JSON bodies as documented', async () => {
    await forAllAsync(cases(120), content, fields, async (bytes, { type, settings }) => {
      const body = {
        ...settings,
        ...(type === undefined ? {} : { type }),
        raw_file_content: bytes.toString(),
      };
      const { status, text } = await api.request('POST', PATH, { body });
      expectDocumented(status, text);
    });
  });

  it('answers uploads as documented', async () => {
    const name = fc.constantFrom('a.csv', 'a.json', 'a', '../../etc/passwd', 'é\u0000"');
    const mime = fc.constantFrom(
      'text/csv',
      'text/plain',
      'application/json',
      'image/png',
      '',
      'x',
    );
    await forAllAsync(
      cases(120),
      content,
      fields,
      name,
      mime,
      async (bytes, { type, settings }, filename, mimeType) => {
        const form = new FormData();
        for (const [field, value] of Object.entries(settings)) form.append(field, String(value));
        if (type !== undefined) form.append('type', String(type));
        form.append('file', new Blob([new Uint8Array(bytes)], { type: mimeType }), filename);
        const { status, text } = await api.request('POST', PATH, { body: form });
        expectDocumented(status, text);
      },
    );
  });
});
