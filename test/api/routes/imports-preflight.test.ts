import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { answered, startApi, withApi } from '../../helpers/start-api.ts';

const PATH = '/api/v1/imports/preflight';
const CSV = 'date,amount\n2025-03-01,4.00\n';
const BOUNDARY = 'xxBOUNDARYxx';
const MULTIPART = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };

/** A multipart body written by hand, for what FormData would not send. */
function multipart(...parts: { headers: string; body: string | Buffer }[]): Buffer {
  return Buffer.concat([
    ...parts.flatMap(({ headers, body }) => [
      Buffer.from(`--${BOUNDARY}\r\n${headers}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
}

const filePart = (filename: string, type: string, body: string | Buffer = CSV) => ({
  headers: `Content-Disposition: form-data; name="file"; filename="${filename}"${type === '' ? '' : `\r\nContent-Type: ${type}`}`,
  body,
});
const fieldPart = (name: string, body: string) => ({
  headers: `Content-Disposition: form-data; name="${name}"`,
  body,
});

describe('POST /api/v1/imports/preflight', function () {
  const { database, api } = withApi();
  const send = (body: unknown, headers: Record<string, string> = {}, query = '') =>
    api.request('POST', PATH + query, { body, headers });

  describe('bodies', () => {
    const expectRead = ({ status, body, text }: { status: number; body: any; text: string }) => {
      expect(status, text).to.equal(200);
      expect(body.data).to.deep.include({ valid: true, stats: { rows_count: 1 } });
    };

    it('reads a statement, which has no headers', async () => {
      const answer = await send({ raw_file_content: '!Type:Bank\nD01/31/2025\nT-4.00\nPTea\n^\n' });
      expectRead(answer);
      expect(answer.body.data).to.include({ headers: null, missing_required_headers: null });
    });

    it('reads large JSON and large forms, which are parsed on a thread', async () => {
      const raw_file_content = `date,amount,name\n${'2025-03-01,4.00,"a ""b"" é"\n'.repeat(9000)}`;
      const fromJson = await send({ raw_file_content });
      const form = new URLSearchParams({ raw_file_content }).toString();
      const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const fromForm = await send(form, type);
      expect(fromJson.body.data.stats.rows_count).to.equal(9000);
      expect(fromJson.body.data.content.byte_size).to.equal(Buffer.byteLength(raw_file_content));
      expect(fromForm.body).to.deep.equal(fromJson.body);
    });

    it('reads fields of the query string, which win over the body', async () => {
      const { body } = await send(
        { raw_file_content: CSV, type: 'nonsense' },
        {},
        '?type=TransactionImport&col_sep=%7E',
      );
      expect(body.data.errors.map((error: any) => error.code)).to.deep.equal(['validation_failed']);
      const only = await api.request('POST', `${PATH}?raw_file_content=${encodeURIComponent(CSV)}`);
      expectRead(only);
    });

    it('reads a compressed body', async () => {
      const body = gzipSync(JSON.stringify({ raw_file_content: CSV }));
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
      expectRead(await send(body, headers));
      const multi = gzipSync(multipart(filePart('a.csv', 'text/csv')));
      expectRead(await send(multi, { ...MULTIPART, 'Content-Encoding': 'gzip' }));
    });

    it('takes arrays and objects for known fields as not sent', async () => {
      expectRead(
        await send({ raw_file_content: CSV, type: ['x'], col_sep: { a: 1 }, account_id: [] }),
      );
      await answered([422, 'missing_content'], send({ raw_file_content: ['date,amount'] }));
    });

    it('answers the same for raw text and an upload of the same text', async () => {
      const text = '\uFEFFDatum;Částka\n1. 3. 2025;4,00\n';
      const settings = { col_sep: ';', date_col_label: 'datum', amount_col_label: 'částka' };
      const raw = await send({ raw_file_content: text, ...settings });
      const form = new FormData();
      for (const [name, value] of Object.entries(settings)) form.append(name, value);
      form.append('file', new Blob([text], { type: 'text/csv' }), 'import.csv');
      expect((await send(form)).body).to.deep.equal(raw.body);
    });
  });

  describe('settings that show and leave out rows', () => {
    const text = 'date\tamount\tname\n2025-03-01\t-4.00\tTea\n\t5.00\tcarried forward\n';
    const expectShown = ({
      status,
      body,
      text: sent,
    }: {
      status: number;
      body: any;
      text: string;
    }) => {
      expect(status, sent).to.equal(200);
      expect(body.data).to.deep.include({
        valid: true,
        stats: { rows_count: 2, skipped_rows_count: 1 },
        sample: [
          {
            line: 2,
            date: '2025-03-01',
            amount: '-4',
            currency: null,
            name: 'Tea',
            category: null,
            pending: false,
            tags: [],
            notes: null,
            account: null,
          },
        ],
      });
      expect(body.data.warnings.join()).to.contain('line 3');
    };
    const settings = { col_sep: '\t', skip_incomplete_rows: true, sample_rows: 5 };

    it('reads them from JSON, forms, multipart and the query, a TAB as itself', async () => {
      expectShown(await send({ raw_file_content: text, ...settings }));
      const fields = Object.entries(settings).map(([name, value]) => [name, String(value)]);
      const form = new URLSearchParams([...fields, ['raw_file_content', text]] as [
        string,
        string,
      ][]);
      const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
      expectShown(await send(form.toString(), type));
      const parts = fields.map(([name = '', value = '']) => fieldPart(name, value));
      expectShown(await send(multipart(filePart('a.csv', 'text/csv', text), ...parts), MULTIPART));
      const query = '?col_sep=%09&skip_incomplete_rows=1&sample_rows=5';
      expectShown(await send({ raw_file_content: text }, {}, query));
    });

    it('shows trades with their own fields', async () => {
      const { body } = await send({
        type: 'TradeImport',
        raw_file_content: 'date,ticker,qty,price\n2025-03-01,acme,2,10.5\n',
        sample_rows: 1,
      });
      expect(body.data.sample[0]).to.include({ ticker: 'ACME', quantity: '2', amount: '-21' });
    });
  });

  describe('content of another format', () => {
    it('is named in a file, whatever its name says, and in text', async () => {
      const packed = gzipSync(CSV);
      for (const type of ['TransactionImport', 'NativeImport']) {
        const parts = [filePart('a.csv', 'text/plain', packed), fieldPart('type', type)];
        const file = await send(multipart(...parts), MULTIPART);
        expect([file.status, file.body.error], file.text).to.deep.equal([422, 'invalid_file_type']);
        expect(file.body.message).to.contain('a gzip file');
      }
      const raw = await send({ raw_file_content: '%PDF-1.7\n1 0 obj' });
      expect([raw.status, raw.body.error]).to.deep.equal([422, 'invalid_csv']);
      expect(raw.body.message).to.contain('a PDF file');
    });

    it('gets no suggestions; text whose quotes do not close gets those that mend it', async () => {
      const raw_file_content = 'date;amount;name\n2025-03-01;4;Tea\n2025-03-02;5;a,"b\n';
      const { body } = await answered([422, 'invalid_csv'], send({ raw_file_content }));
      const { suggestions } = body.details;
      expect(suggestions.col_sep.value).to.equal(';');
      const again = await send({ raw_file_content, col_sep: ';' });
      expect(again.body.data.valid, again.text).to.equal(true);
    });
  });

  describe('files', () => {
    const status = async (filename: string, type: string, fields: Record<string, string> = {}) => {
      const parts = Object.entries(fields).map(([name, value]) => fieldPart(name, value));
      const answer = await send(multipart(filePart(filename, type), ...parts), MULTIPART);
      return answer.status === 200 ? 200 : answer.body.error;
    };

    it('compares media types without parameters and letter case', async () => {
      expect(await status('x', 'text/csv; charset=utf-8')).to.equal(200);
      expect(await status('x', 'Text/CSV')).to.equal(200);
      expect(await status('x.pdf', 'application/pdf')).to.equal('invalid_file_type');
    });

    it('takes what systems say of a statement, and with its name what says nothing', async () => {
      const types: [string, string][] = [
        ['a.qbo', 'application/vnd.intu.qbo'],
        ['a.swi', 'application/vnd.aristanetworks.swi'],
        ['a.xlsm', 'application/vnd.ms-excel.sheet.macroEnabled.12'],
        ['a.tsv', 'text/tab-separated-values'],
        ['a.qif', 'application/octet-stream'],
        ['a', 'application/x-ofx'],
      ];
      for (const [name, type] of types) expect(await status(name, type), name).to.equal(200);
      expect(await status('a.html', 'text/html')).to.equal('invalid_file_type');
      expect(await status('a.docx', 'application/vnd.ms-word')).to.equal('invalid_file_type');
    });

    it('lets a .csv name decide for a type that says nothing, and for no other', async () => {
      expect(await status('a.CSV', 'application/octet-stream')).to.equal(200);
      expect(await status('a.bin', 'application/octet-stream')).to.equal('invalid_file_type');
      expect(await status('a.csv', 'application/pdf')).to.equal('invalid_file_type');
      expect(await status('a.csv', 'application/json')).to.equal('invalid_file_type');
    });

    it('lets an .ndjson or .json name decide for native imports', async () => {
      const native = { type: 'NativeImport' };
      expect(await status('a.ndjson', 'image/png', native)).to.equal(200);
      expect(await status('a.csv', 'text/csv', native)).to.equal('invalid_file_type');
      expect(await status('a', 'application/json', native)).to.equal(200);
    });

    it('takes a part without file name for no file', async () => {
      const nameless = { headers: 'Content-Disposition: form-data; name="file"', body: CSV };
      const empty = filePart('', 'application/octet-stream');
      for (const part of [nameless, empty]) {
        await answered([422, 'missing_content'], send(multipart(part), MULTIPART));
        const withRaw = await send(multipart(part, fieldPart('raw_file_content', CSV)), MULTIPART);
        expect(withRaw.body.data.content.filename).to.equal('import.csv');
      }
    });

    it('says of a file under another name what it has to be called', async () => {
      const other = {
        headers: 'Content-Disposition: form-data; name="upload"; filename="a.csv"',
        body: CSV,
      };
      const { body } = await send(multipart(other), MULTIPART);
      expect(body.message).to.match(/The request has upload instead: a file is sent as file/);
    });

    it('takes the file when raw content is sent too, and echoes its name', async () => {
      const parts = [fieldPart('raw_file_content', 'nonsense'), filePart('žluť.csv', 'text/csv')];
      const { body } = await send(multipart(...parts), MULTIPART);
      expect(body.data.content).to.deep.equal({
        filename: 'žluť.csv',
        content_type: 'text/csv',
        byte_size: CSV.length,
      });
    });
  });

  describe('limits', () => {
    const limit = 10 * 1024 * 1024;

    it('413 above 32 MiB, announced or not, and the connection lives on', async () => {
      const large = Buffer.alloc(33 * 1024 * 1024, 'x');
      const json = await send(large, { 'Content-Type': 'application/json' });
      expect([json.status, json.body.error]).to.deep.equal([413, 'payload_too_large']);
      const multi = await send(multipart(filePart('a.csv', 'text/csv', large)), MULTIPART);
      expect([multi.status, multi.body.error]).to.deep.equal([413, 'payload_too_large']);
      const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
      await answered([413, 'payload_too_large'], send(bomb, headers));
    });

    it('a file of 10 MiB is read', async () => {
      const exact = `date,amount\n${'2025-03-01,4\n'.repeat(9)}`.padEnd(limit, '\n');
      const fits = await send(multipart(filePart('a.csv', 'text/csv', exact)), MULTIPART);
      expect(fits.body.data.content.byte_size).to.equal(limit);
    });

    describe('of native imports', () => {
      const small = startApi(database, {
        env: { NATIVE_IMPORT_MAX_CHUNK_MB: '1', NATIVE_IMPORT_MAX_ROWS: '2' },
      });

      it('follow the settings', async () => {
        const line = '{"type":"Tag","data":{"id":1,"name":"x"}}\n';
        const native = (raw_file_content: string) =>
          small.request('POST', PATH, { body: { type: 'NativeImport', raw_file_content } });
        const over = await answered([422, 'content_too_large'], native(line.repeat(26_000)));
        expect(over.body.message).to.contain('1MB');
        expect((await native(`${line}\n${line}${line}`)).body.data.warnings).to.have.length(1);
      });
    });
  });

  describe('errors', () => {
    for (const [title, body, headers, expected] of [
      ['broken JSON', '{', { 'Content-Type': 'application/json' }, 400],
      ['a JSON array', '[]', { 'Content-Type': 'application/json' }, 400],
      [
        'JSON that is not UTF-8',
        Buffer.from([0x7b, 0xff]),
        { 'Content-Type': 'application/json' },
        400,
      ],
      [
        'a form with bytes that are not UTF-8',
        'raw_file_content=date%2Camount%0A2025-03-01%2C%e9',
        { 'Content-Type': 'application/x-www-form-urlencoded' },
        400,
      ],
      ['multipart without boundary', 'x', { 'Content-Type': 'multipart/form-data' }, 400],
      [
        'multipart that ends early',
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\nx`,
        MULTIPART,
        400,
      ],
      ['another media type', CSV, { 'Content-Type': 'text/csv' }, 415],
      [
        'another Content-Encoding',
        '{}',
        { 'Content-Type': 'application/json', 'Content-Encoding': 'zstd' },
        415,
      ],
    ] as const) {
      it(`${expected} for ${title}`, async () => {
        await answered(expected, send(body, headers));
      });
    }

    it('400 for a form of more parts than are read, which says so', async () => {
      const fields = Array.from({ length: 201 }, (_, index) => fieldPart(`field${index}`, 'x'));
      const files = Array.from({ length: 21 }, (_, index) => filePart(`${index}.csv`, 'text/csv'));
      for (const parts of [[...fields, filePart('a.csv', 'text/csv')], files]) {
        const { status, body } = await send(multipart(...parts), MULTIPART);
        expect([status, body.message]).to.deep.equal([
          400,
          'The body is broken: the form has too many parts.',
        ]);
      }
    });

    it('422 invalid_csv with the line', async () => {
      const { status, body } = await send({ raw_file_content: 'date,amount\n2025-03-01,"4' });
      expect([status, body.error]).to.deep.equal([422, 'invalid_csv']);
      expect(body.errors).to.have.length(1);
      expect(body.errors[0]).to.contain('line 2');
    });

    it('stores nothing and queues nothing', async () => {
      await send({
        type: 'NativeImport',
        raw_file_content: '{"type":"Tag","data":{"id":1,"name":"x"}}',
      });
      const [counts] = await database.sql`
        select (select count(*) from tags)::int as tags, (select count(*) from import_sessions)::int as sessions`;
      expect(counts).to.deep.equal({ tags: 0, sessions: 0 });
    });
  });
});
