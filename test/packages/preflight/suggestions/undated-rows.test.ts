import { reads } from './import-of.ts';

describe('a row without a day of booking', () => {
  reads(
    'leaves out what was declined, and only imports as pending what is called so, where both lack a day of booking',
  )`
    Date,Posted Date,Activity Status,Name,Amount
    2025-03-16,,DECLINED,STEAM,-79.99
    2025-03-15,,PENDING,ESSO,-61.20 → 2025-03-15 -61.2
    2025-03-13,2025-03-14,APPROVED,ZEHRS,-148.37 → 2025-03-14 -148.37
    2025-03-12,2025-03-12,APPROVED,PAYMENT,1204.66 → 2025-03-12 1204.66
    2025-03-09,2025-03-11,APPROVED,LOBLAWS,-28.73 → 2025-03-11 -28.73
    ⇒ warns: never booked ("DECLINED" 1)
  `;

  reads('imports as pending what lacks a day of booking and has a word for it in its text')`
    Transaktionsdatum;Bokföringsdatum;Text;Belopp
    2023-05-31;;Prel. SL Biljetter;-39,00 → 2023-05-31 -39
    2023-05-26;2023-05-29;ICA Maxi;-412,50 → 2023-05-29 -412.5
    2023-05-25;2023-05-25;Lön;28450,00 → 2023-05-25 28450
    2023-05-20;2023-05-22;Open Café;-64,00 → 2023-05-22 -64
    ⇒ warns: imported as pending because the file says so ("Prel. SL Biljetter" 1)
  `;

  reads('is left out if its day is behind a word for pending')`
    "Transaction Date","Transaction Description","Amount","Balance"
    "PENDING - 05/30/2025","PRESTO COFFEE","- $6.75",""
    "05/27/2025","ONLINE TRANSFER","- $500.00","$3,367.55" → -500
    "05/22/2025","PAYROLL","+ $2,184.55","$3,867.55" → 2184.55
    "05/20/2025","ATM WITHDRAWAL","- $300.00","$1,683.00" → -300
    ⇒ warns: still pending
  `;
});
