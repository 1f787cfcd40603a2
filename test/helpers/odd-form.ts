/** A form with every kind of part that one can hold: collected, passed over, without a name, without a file name. */
export const ODD_FORM = Buffer.from(
  [
    ['name="sequence"', null, '1'],
    ['name="attachment"; filename="a.bin"', 'image/png', 'passed over'],
    ['name="file"', 'application/octet-stream', 'no file name'],
    [
      'name="file"; filename="a.ndjson"',
      'application/x-ndjson',
      '{"type":"Category","data":{"id":"c1","name":"Books"}}\n',
    ],
    ['filename="nameless"', 'text/plain', 'no name'],
    ['name="client_chunk_id"', null, 'one'],
  ]
    .map(([disposition, type, body]) => {
      const typed = type === null ? '' : `Content-Type: ${type}\r\n`;
      return `--B\r\nContent-Disposition: form-data; ${disposition}\r\n${typed}\r\n${body}\r\n`;
    })
    .join('') + '--B--\r\n',
);
