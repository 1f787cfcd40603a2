import { expect } from 'chai';
import { csvImports } from '../../helpers/csv-imports.ts';
import { withApi } from '../../helpers/start-api.ts';

/** Statements that are read by how they are laid out, and the warnings about it. */
const LAID_OUT: readonly (readonly [why: string, warning: string, lines: readonly string[]])[] = [
  [
    'a day printed once and texts that continue below',
    'continue in the rows below',
    [
      'Date,Particulars,Debit,Credit,Balance',
      '13/03/2025,POS,24.80,,',
      ',BAKERY,,,',
      ',CASH AT BANK,410.00,,458.70',
      '14/03/2025,BILL,54.99,,403.71',
      ',MOBILE,,,',
      '17/03/2025,PAY,,100.00,503.71',
    ],
  ],
  [
    'another table above',
    'look like bookings of another one',
    [
      'Datum;Text;Betrag',
      '13.03.2025;Spende;-25,00',
      '14.03.2025;Markt;-54,37',
      'Buchungstag;Umsatztag;Vorgang;Referenz;Buchungstext;Umsatz in EUR',
      '18.03.2025;16.03.2025;Visa;2412812;TANKSTELLE;-38,90',
      '19.03.2025;17.03.2025;Visa;2412775;HOTEL;-119,00',
    ],
  ],
  [
    'columns kept apart by blanks, and a sign of several currencies',
    'does not tell which currency is meant',
    [
      'DATE        DESCRIPTION               AMOUNT      BALANCE',
      '13/03/2025  GARDEN PROPERTIES        $-50.00      $587.20',
      '24/03/2025  SPAR MARKET              $-82.15      $505.05',
      '25/03/2025  NORTHERN MINING PTY    $1,875.50    $2,380.55',
    ],
  ],
];

describe('the warnings about how a file is laid out', () => {
  const { database, api } = withApi();
  const imports = csvImports(database, api);
  const preflight = async (raw_file_content: string) => {
    const body = { raw_file_content, apply_suggestions: true };
    return (await api.answers(200, 'POST', '/api/v1/imports/preflight', { body })).body.data;
  };

  for (const [why, warning, lines] of LAID_OUT) {
    it(`stays until it is published, and in the next file of its profile: ${why}`, async () => {
      await database.sql`delete from import_profiles`;
      const account_id = await imports.addAccount({ name: why });
      const create = (raw_file_content: string, fields: object = {}) =>
        imports.create({ raw_file_content, account_id, apply_suggestions: true, ...fields });
      const content = lines.join('\n');
      const expectWarned = (answer: any): void => {
        expect(answer.warnings.join('\n')).to.include(warning);
      };
      expectWarned(await preflight(content));
      const made = await create(content, { save_profile: 'Laid out' });
      expectWarned(made);
      expectWarned(await imports.publish(made.id));
      const next = await create(content.replaceAll('/03/', '/04/').replaceAll('.03.', '.04.'));
      expect(next.profile).to.include({ how: 'recognised' });
      expectWarned(next);
    });
  }
});
