import { reads } from '../suggestions/import-of.ts';

describe('the money side of a trade in coins', () => {
  reads('becomes the amount, with the fee in it, where the unit is right of the quantity')`
    When,What,Amount,Currency,Course,Course in,Gross,Gross in,Net,Net in
    2025-02-01,Top up,900.00,EUR,,,,,900.00,EUR → 900 EUR
    2025-02-02,Purchase,0.0040,BTC,80000,EUR,320.00,EUR,-320.80,EUR → -320.8 EUR
    2025-02-03,Disposal,-0.050,ETH,2500,EUR,125.00,EUR,124.69,EUR → 124.69 EUR
    2025-02-04,Received,0.0010,BTC,,,,,,
    2025-02-05,Payout,-100.00,EUR,,,,,-100.00,EUR → -100 EUR
    ⇒ warns: something other than money
  `;

  reads('is that with the unit on its left where the quantity has it there, even with one trade')`
    日付,内容,通貨,金額,単価,相手通貨,受払
    2025/02/01,入金,JPY,"90,000","0",,0 → 90000 JPY
    2025/02/02,購入,BTC,0.0043,"10,150,000",JPY,"-43,645" → -43645 JPY
    2025/02/03,預入,BTC,0.0150,"10,061,204",,0
    2025/02/04,出金,JPY,"-20,000","0",,0 → -20000 JPY
    ⇒ warns: 1 row has a quantity of something other than money: "受払" was read instead, which is that times "単価": line 3.
    ⇒ warns: something other than money ("BTC" 1): line 4
  `;

  reads('has the direction that words tell where nothing has a sign')`
    Day,Kind,Amount,Currency,Worth,Worth in,Rate
    2025-02-01,Deposit,900.00,EUR,,, → 900 EUR
    2025-02-02,Buy,0.0040,BTC,320.00,EUR,80000 → -320 EUR
    2025-02-03,Sell,0.050,ETH,125.00,EUR,2500 → 125 EUR
    2025-02-04,Deposit,0.0010,BTC,,,
    2025-02-05,Withdrawal,100.00,EUR,,, → -100 EUR
  `;

  reads(
    'is not taken where the amounts have signs and those of a row agree: coins that are valued',
  )`
    Day,What,Amount,Currency,Worth,Worth in,Rate
    2025-02-01,Top up,900.00,EUR,,, → 900 EUR
    2025-02-03,Reward,0.050,ETH,125.00,EUR,2500
    2025-02-05,Payout,-100.00,EUR,,, → -100 EUR
    ⇒ no warns: was read instead
  `;

  reads('is not taken where it is not quantity times price in each row')`
    Day,What,Amount,Currency,Paid,Paid in,Rate
    2025-02-01,Top up,900.00,EUR,,, → 900 EUR
    2025-02-02,Purchase,0.0040,BTC,-320.00,EUR,80000
    2025-02-03,Disposal,-0.050,ETH,250.00,EUR,2500
    2025-02-05,Payout,-100.00,EUR,,, → -100 EUR
    ⇒ no warns: was read instead
  `;

  reads('is not the price, though one coin costs it')`
    Day,What,Amount,Currency,Price,Price in,Quote
    2025-02-01,Top up,9000.00,EUR,,, → 9000 EUR
    2025-02-02,Purchase,1,ETH,2500,EUR,2500
    2025-02-05,Top up,100.00,EUR,,, → 100 EUR
    ⇒ no warns: was read instead
  `;

  reads('is not what a card paid abroad in another currency')`
    Date,Payee,Amount,Currency,Foreign amount,Foreign currency,Rate
    2025-02-13,Hotel,-100.00,EUR,-110.00,USD,1.10 → -100 EUR
    2025-02-14,Bar,-14.00,EUR,,, → -14 EUR
    2025-02-15,Taxi,-20.00,EUR,-17.00,GBP,0.85 → -20 EUR
    ⇒ no warns: was read instead
  `;

  reads('has the direction that two columns tell, except for a gift of coins, which has none')`
    Kind,Subkind,Subtype,Day,Amount,Unit,Value,Value unit,Rate,Rate unit
    Deposit,,,2025-01-13,1000.00,EUR,,,, → 1000 EUR
    Market,,Buy,2025-01-14,0.00450000,BTC,418.50,EUR,93000,EUR → -418.5 EUR
    Withdrawal,,,2025-01-17,0.00200000,BTC,,,,
    Gift,,,2025-01-20,0.00004100,ETH,,,,
    Market,,Sell,2025-01-22,0.05000000,ETH,158.95,EUR,3179,EUR → 158.95 EUR
    Withdrawal,,,2025-01-28,300.00,EUR,,,, → -300 EUR
    ⇒ warns: The column "Subtype" is blank in some rows: these were read by the words of "Kind"
  `;
});
