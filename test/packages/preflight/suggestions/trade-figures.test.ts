import { reads } from './import-of.ts';

describe('the figures of trades, in whatever words', () => {
  reads('the net amount is the worth and the charges between the two, and tells the sides')`
    თარიღი,ტიპი,ქაღალდი,რაოდენობა,ფასი,ღირებულება,საკომისიო,მოსაკრებელი,გადახდილი
    03/02/2025,ყიდვა,TBC,500,33.75,16875.00,25.31,1.18,16901.49 → -16901.49
    10/02/2025,გაყიდვა,BOG,200,64.75,12950.00,19.43,0.91,12929.66 → 12929.66
    17/02/2025,ყიდვა,GEO,1000,28.75,28750.00,43.13,2.01,28795.14 → -28795.14
    24/02/2025,გაყიდვა,TBC,500,34.25,17125.00,25.69,1.20,17098.11 → 17098.11
  `;

  reads('charges may be behind both, and some trades in another currency')`
    Uitvoering,Order,Verrichting,Naam,Aantal,Koers,Munt,Netto te betalen,Brutowaarde,Loon,Taks
    03/02/2025,24030100417,Aankoop,AB INBEV,40,56.12,EUR,-2260.16,2244.80,7.50,7.86 → -2260.16 EUR
    06/02/2025,24030600288,Aankoop,ISHARES,20,90.35,EUR,-1816.67,1807.00,7.50,2.17 → -1816.67 EUR
    12/02/2025,24032200061,Aankoop,SOFINA,5,219.20,EUR,-1107.34,1096.00,7.50,3.84 → -1107.34 EUR
    19/02/2025,24040900733,Verkoop,SOLVAY,75,26.40,EUR,1965.57,1980.00,7.50,6.93 → 1965.57 EUR
  `;

  reads('a quantity is no amount, nor are an order’s number and a charge money in and out')`
    Operazione,Numero ordine,Descrizione,Segno,Quantita,Prezzo,Controvalore,Commissioni Uscita
    03/02/2025,24030100417,ENEL,A,400,6.742,2696.80,9.95 → -2706.75
    10/02/2025,,VANGUARD,A,8,113.68,909.44, → -909.44
    17/02/2025,24032200061,STELLANTIS,V,120,21.335,2560.20,9.95 → 2550.25
    24/02/2025,24032200062,ENEL,V,400,6.80,2720.00,9.95 → 2710.05
  `;
});
