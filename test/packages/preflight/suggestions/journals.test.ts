import { reads } from './import-of.ts';

const HEADER =
  'Umsatz;Soll/Haben-Kennzeichen;Konto;Gegenkonto (ohne BU-Schlüssel);Belegdatum;Buchungstext';

describe('a journal of accounts', () => {
  reads('has debit as money in where all rows are of one account, and says so')`
    ${HEADER}
    119,00;H;1200;4930;03.06.2024;Büro → -119
    2380,00;S;1200;8400;07.06.2024;Schäfer → 2380
    9,90;H;1200;4970;28.06.2024;Gebühr → -9.9
    ⇒ warns: Debit and credit of a journal
  `;

  reads('has debit as money out where the rows are booked against one account')`
    ${HEADER}
    119,00;S;4930;1200;03.06.2024;Büro → -119
    2380,00;H;8400;1200;07.06.2024;Schäfer → 2380
    9,90;S;4970;1200;28.06.2024;Gebühr → -9.9
    ⇒ warns: Debit and credit of a journal
  `;
});
