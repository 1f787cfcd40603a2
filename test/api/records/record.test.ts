import { expect } from 'chai';
import { exampleRecords } from '../../../api/openapi/example-ids.ts';
import { component, FLAG, nullable, TEXT, TIMESTAMP } from '../../../api/openapi/json-schema.ts';
import { part } from '../../../api/records/record.ts';
import { ROUTES } from '../../../api/routes.ts';

describe('the definition of a record', () => {
  const { present } = part<
    { last: string; madeAt: Date; goneAt: Date | null; secret: string },
    { made_at: string; gone_at: string | null; name: string; is_gone: boolean }
  >({
    made_at: TIMESTAMP,
    gone_at: nullable(TIMESTAMP),
    name: { ...TEXT, read: ({ last }) => last },
    is_gone: { ...FLAG, read: ({ goneAt }) => goneAt !== null },
  });
  const row = {
    last: 'n',
    madeAt: new Date('2026-03-01T10:59:50.999Z'),
    goneAt: null,
    secret: 's',
  };

  it('shows its fields and no others, in their order, instants in whole seconds', () => {
    expect(JSON.stringify(present(row))).to.equal(
      '{"made_at":"2026-03-01T10:59:50Z","gone_at":null,"name":"n","is_gone":false}',
    );
  });

  it('has its own name', () => {
    expect(() => component('Tag', 'Another one.', TEXT)).to.throw('Two schemas are named Tag.');
  });

  it('gives examples the ids of records that a list shows', () => {
    expect(exampleRecords(ROUTES)).to.deep.include({
      tag: { list: '/api/v1/tags' },
      other_tag: { list: '/api/v1/tags', index: 1 },
      pending_import: { list: '/api/v1/imports?status=pending' },
    });
  });
});
