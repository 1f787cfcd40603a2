import { expect } from 'chai';
import { arrayText } from '../../../../shared/postgres/driver/array-text.ts';
import { withDatabase } from '../../../helpers/with-database.ts';

describe('arrays as text', () => {
  const database = withDatabase();

  it('are read by Postgres as they were, whatever is in them', async () => {
    const texts = [
      '',
      ' ',
      'null',
      'NULL',
      'a,b',
      '{c}',
      '"d"',
      String.raw`\ \" \n`,
      'é\n\t😀',
      null,
    ];
    const [row] = await database.sql<
      { texts: (string | null)[]; numbers: number[]; none: string[] }[]
    >`
      select to_json(${arrayText(texts)}::text[]) as texts, to_json(${arrayText([1, -2])}::integer[]) as numbers,
        to_json(${arrayText([])}::uuid[]) as none`;
    expect(row).to.deep.equal({ texts, numbers: [1, -2], none: [] });
  });
});
