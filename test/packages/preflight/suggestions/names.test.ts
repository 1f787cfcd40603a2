import { expect } from 'chai';
import { importOf, reads } from './import-of.ts';

describe('the names of bookings', () => {
  it('are the other party where the first text only says what kind of booking it is', () => {
    for (const [header, kinds] of [
      ['Concepto,Detalle', ['Transferencia', 'Compra débito', 'Pago de servicios']],
      ['Опис,Назив комитента', ['Закуп стана', 'Плаћање картицом', 'Уплата']],
      ['Descrizione,Descrizione estesa', ['Prelievo allo sportello', 'Canone mensile', 'Bonifico']],
      ['Description 1,Description 2', ['e-Transfer sent', 'INTERAC PURCHASE', 'Payroll Deposit']],
    ] as const) {
      const rows = ['Garden Supplies', 'Corner Bakery', 'Northern Lights Ltd'].map(
        (party, at) => `1${at}/03/2025,${kinds[at] ?? ''},${party},-${at + 3}.50`,
      );
      expect(importOf([`Date,${header},Amount`, ...rows]).names, header).to.deep.equal([
        'Garden Supplies',
        'Corner Bakery',
        'Northern Lights Ltd',
      ]);
    }
  });

  reads('leave a second text to the notes')`
    Data;Descrizione;Addebiti;Accrediti;Descrizione estesa
    02/04/2025;ESSELUNGA;-47,30;;POS 30.03 CARTA 1180 → "ESSELUNGA"
    05/04/2025;ROSSI SRL;;2210,00;STIPENDIO MARZO → "ROSSI SRL"
    28/04/2025;ENEL;-72,15;;FATT. N. 4422110098 → "ENEL"
    ⇒ notes_col_label = Descrizione estesa
  `;

  reads('are the whole texts where those of the names are cut off')`
    Date de l'opération;Libellé;Détail de l'écriture;Montant
    28/02/2025;VIR RECU    99055;VIR RECU    990551 DE: AIRBUS;2315,90 → "VIR RECU    990551 DE: AIRBUS"
    26/02/2025;CARTE X4410 CARR;CARTE X4410 CARREFOUR CITY;-41,26 → "CARTE X4410 CARREFOUR CITY"
    12/02/2025;VIR PERM;VIR PERM POUR: FONCIA;-1203,00 → "VIR PERM POUR: FONCIA"
  `;

  reads('are those of the first column with a text where one has only kinds of bookings')`
    Datum;Název protiúčtu;Částka;Systémový popis;AV pole 1
    30.05.2025;;-49,00;Popl. za balíček služeb; → "Popl. za balíček služeb"
    28.05.2025;;-864,50;Nákup na internetu;ROHLIK.CZ → "ROHLIK.CZ"
    27.05.2025;;-219,00;Nákup u obchodníka;DM DROGERIE → "DM DROGERIE"
    24.05.2025;ČEZ Prodej, a.s.;-2310,00;Úhrada inkasa; → "ČEZ Prodej, a.s."
    21.05.2025;;-1000,00;Výběr z bankomatu;KB PLZEN → "KB PLZEN"
  `;

  reads('are those of the one of two accounts that is not the own one, in the north')`
    Dato;Inn på konto;Ut fra konto;Til konto;Fra konto;Tekst
    2025-05-31;;-119,00;NETFLIX.COM;Brukskonto;NETFLIX.COM Amsterdam → "NETFLIX.COM"
    2025-05-25;;-2000,00;Sparekonto Ida;Brukskonto;Fast sparing → "Sparekonto Ida"
    2025-05-22;350,00;;Brukskonto;Eirik Haugland;Vipps hyttetur → "Eirik Haugland"
    2025-05-15;39120,44;;Brukskonto;HELSE BERGEN HF;Lønn → "HELSE BERGEN HF"
  `;

  reads('are the other party, which the header calls the one that money comes from or goes to')`
    Date,Money In,Money out,To / From,Description
    13/04/2025,,25.00,Kuda MFB,fee → "Kuda MFB"
    14/04/2025,8.30,,JUMIA NG,reversal of an order → "JUMIA NG"
    15/04/2025,,3.20,Mama Ngozi,april upkeep → "Mama Ngozi"
  `;

  reads('stay the text where the other column has codes')`
    Data;Operazione;Dettagli;Importo
    13/03/2025;Bonifico Bob;COD. 1;50,00 → "Bonifico Bob"
    14/03/2025;Affitto;COD. 2;-1.234,56 → "Affitto"
  `;

  reads('are those of the one of two parties that is not the holder of the account')`
    Datetime,Note,From,To,Amount (total)
    2025-03-02T10:00:00,pizza,Lena Ortiz,Kyle Brandt,+ $45.00 → "Lena Ortiz"
    2025-03-03T10:00:00,ride,Kyle Brandt,Marcus Webb,- $18.50 → "Marcus Webb"
    2025-03-05T10:00:00,rent,Priya Shah,Kyle Brandt,"+ $1,200.00" → "Priya Shah"
    2025-03-06T10:00:00,request,Kyle Brandt,Sam Doyle,+ $12.75 → "Sam Doyle"
    2025-03-08T10:00:00,,Kyle Brandt,Grub & Co,- $60.00 → "Grub & Co"
  `;

  reads('are those of who paid the holder, also in a few rows whose headers name the two')`
    Kirjauspäivä;Maksaja;Saaja;Summa EUR
    15.03.2025;Matti Meikäläinen;Daem Society ry;50,00 → "Matti Meikäläinen"
    15.03.2025;Liisa Lankinen;Daem Society ry;70,00 → "Liisa Lankinen"
    16.03.2025;Daem Society ry;Pekka Päämies;-150,00 → "Pekka Päämies"
  `;

  reads('are those of the other party where the holder also moved money between own accounts')`
    Kirjauspäivä;Maksaja;Saajan nimi;Summa;Viesti
    15.03.2025;EVE HOLDER;S-MARKET;-50,00; → "S-MARKET"
    16.03.2025;KELA;EVE HOLDER;70,00;Etuus → "KELA"
    17.03.2025;EVE HOLDER;EVE HOLDER;-200,00;Säästöön → "EVE HOLDER"
    18.03.2025;EVE HOLDER;NETFLIX;-13,99; → "NETFLIX"
    19.03.2025;LAPUA;EVE HOLDER;2000,00;Palkka → "LAPUA"
  `;

  reads('are no currencies, and no dashes, however the rows alternate')`
    Datum;Auftraggeber/Empfänger;Counterparty BIC;Zahlungsfreigeber;Betrag
    03.02.2025;Max Mustermann;GENODEF1XXX;N/A;500,00 → "Max Mustermann"
    04.02.2025;Haendler GmbH;N/A;aGVsbG8;-20,00 → "Haendler GmbH"
    05.02.2025;Erika Muster;GENODEF1YYY;N/A;50,00 → "Erika Muster"
    06.02.2025;Laden GmbH;N/A;d29ybGQ;-30,00 → "Laden GmbH"
    07.02.2025;Kiosk;N/A;aGVsbG8;-4,00 → "Kiosk"
  `;

  reads('are not the name of the holder where money came in once, however its letters are written')`
    Buchungsdatum;Zahlungspflichtige*r;Zahlungsempfänger*in;Verwendungszweck;Betrag (€)
    14.03.25;MAX MUSTERMANN;ALDI SUED;Debitk.11;-32,55 → "ALDI SUED"
    13.03.25;ACME GmbH;Max Mustermann;Lohn 08/26;2.100,00 → "ACME GmbH"
    12.03.25;MAX MUSTERMANN;Stadtwerke;Abschlag;-95,00 → "Stadtwerke"
  `;

  reads('are not the second of two categories')`
    F. VALOR,CATEGORÍA,SUBCATEGORÍA,DESCRIPCIÓN,IMPORTE
    14/03/2025,Alimentación,Supermercados,Pago en MERCADONA,"-35,20" → "Pago en MERCADONA"
    13/03/2025,Nómina,Nómina o Pensión,Nomina recibida ACME SA,"1.650,00" → "Nomina recibida ACME SA"
    12/03/2025,Hogar,Luz y gas,Recibo ENDESA,"-61,00" → "Recibo ENDESA"
  `;

  reads('are the kind of booking in rows without a party, not a text that all rows have')`
    Date,TimeZone,Name,Type,Currency,Gross,Fee,Net,Transaction ID,Balance
    13/03/2025,CET,Indie Fonts,Website Payment,EUR,-21.40,0.00,-21.40,8HX51274AB6639721,78.60 → "Indie Fonts"
    14/03/2025,CET,,General Withdrawal,EUR,-48.20,0.00,-48.20,8HX51274AB6639721,30.40 → "General Withdrawal"
    15/03/2025,CET,Vinyl Store,Website Payment,EUR,-5.00,0.00,-5.00,0KD22016XY114690P,25.40 → "Vinyl Store"
    16/03/2025,CET,Claire Dubois,Website Payment,EUR,50.00,-1.80,48.20,5MU90411WE778231R,73.60 → "Claire Dubois"
  `;

  reads(
    'are the kind of booking in rows without a party, not a time zone nor the number of another booking',
  )`
    Date,Time zone,Name,Type,Currency,Net,Reference,Transaction ID
    13/03/2025,CET,Indie Fonts,Website Payment,EUR,-21.40,,8HX51274AB6639721 → "Indie Fonts"
    14/03/2025,CEST,,General Withdrawal,EUR,-48.20,8HX51274AB6639721,8HX51274AB6639722 → "General Withdrawal"
    15/03/2025,CET,,Currency Conversion,EUR,-5.00,8HX51274AB6639722,0KD22016XY114690P → "Currency Conversion"
    16/03/2025,CEST,,Currency Conversion,EUR,48.20,8HX51274AB6639722,5MU90411WE778231R → "Currency Conversion"
  `;

  reads('are the description, not the channel by which it came')`
    Date,Description,Debit,Credit,Balance,Channel
    22/05/2025,Payment for Goods /Services,1684.00,,141225.18,MOB → "Payment for Goods /Services"
    19/05/2025,Payment for Goods /Services,1198.00,,142909.18,MOB → "Payment for Goods /Services"
    17/05/2025,Purchase via e-Channels,139.00,,144107.18,E-CHN → "Purchase via e-Channels"
    12/05/2025,Transfer,100.00,,144246.18,ATM → "Transfer"
  `;

  reads('are those of payer and payee in rows without a merchant, before the message')`
    Date,Amount,Currency,Description,Payment Reference,Payer Name,Payee Name,Merchant
    31-01-2025,0.94,EUR,Balance cashback,,,, → "Balance cashback"
    28-01-2025,640.00,EUR,Received money from MAES KOEN,ski,MAES KOEN,, → "MAES KOEN"
    25-01-2025,-100.00,EUR,Cash withdrawal,,,,BNP Paribas Fortis → "BNP Paribas Fortis"
    22-01-2025,-89.95,EUR,Card transaction of 89.95 EUR,,,,Bol.com → "Bol.com"
    15-01-2025,-52.99,EUR,Paid to Proximus,Facture 7791,,Proximus, → "Proximus"
    14-01-2025,-800.00,EUR,Sent money to Immo SA,Loyer,,Immo SA, → "Immo SA"
    13-01-2025,-7.20,EUR,Card transaction of 7.20 EUR,,,,Delhaize → "Delhaize"
    12-01-2025,12.00,EUR,Received money from PEETERS AN,,PEETERS AN,, → "PEETERS AN"
  `;

  reads('are those of a column that only rows without a party fill, not a kind that all have')`
    Datum;Skupina;Částka;Název protistrany;Obchodní místo
    28/02/2019;Bydlení;-9500,00;Jan Novák; → "Jan Novák"
    26/02/2019;Potraviny;-412,50;;ALBERT PRAHA → "ALBERT PRAHA"
    25/02/2019;Cestování;-1285,14;;OEBB WIEN → "OEBB WIEN"
    20/02/2019;Příjmy;32450,00;ACME s.r.o.; → "ACME s.r.o."
    18/02/2019;Energie;-1730,00;Pražská energetika; → "Pražská energetika"
    15/02/2019;Hotovost;-2000,00;;BANKOMAT BRNO → "BANKOMAT BRNO"
  `;

  reads('are the securities of a broker in the north, and the text of the other rows')`
    Bogføringsdag;Transaktionstype;Værdipapirer;Beløb;Transaktionstekst
    2025-05-19;KØBT;Vestas Wind Systems;-2640,25; → "Vestas Wind Systems"
    2025-04-03;UDBETALING;;-8000,00;Udbetaling til NemKonto → "Udbetaling til NemKonto"
    2025-03-28;UDBYTTESKAT;Novo Nordisk B;-17,06; → "Novo Nordisk B"
    2025-03-28;UDBYTTE;Novo Nordisk B;63,20; → "Novo Nordisk B"
    2025-02-06;SOLGT;A.P. Møller - Mærsk B;10426,00; → "A.P. Møller - Mærsk B"
    2025-01-17;KØBT;Sparindex;-2398,90; → "Sparindex"
    2025-01-07;INDBETALING;;5000,00;Månedsopsparing → "Månedsopsparing"
  `;

  reads('are the action where the security has no description')`
    Run Date,Action,Security Description,Amount ($)
    12/01/2021,DIRECT DEBIT CHASE CREDIT,No Description,-888.00 → "DIRECT DEBIT CHASE CREDIT"
    12/02/2021,REINVESTMENT,FIDELITY GOVERNMENT FUND,-0.03 → "FIDELITY GOVERNMENT FUND"
    12/13/2021,Check Paid # 1000,No Description,-500.00 → "Check Paid # 1000"
    12/14/2021,YOU BOUGHT,VANGUARD TOTAL MARKET,-250.00 → "VANGUARD TOTAL MARKET"
  `;

  reads('are those of the related party, and its reference where the party is "None"')`
    Date,Type,Related Party,Reference,Amount
    28/06/2024,SERVICE_FEE,Fire Services,June,-5.00 → "Fire Services"
    27/06/2024,WITHDRAWAL,Aoife Ní Bhriain,WAGES,-960.00 → "Aoife Ní Bhriain"
    24/06/2024,LODGEMENT,Kildare Council,PO 40091,2310.75 → "Kildare Council"
    20/06/2024,LODGEMENT,None,Interest,0.75 → "Interest"
  `;

  reads('are the category where only purchases of securities have a name')`
    Date;Category;Asset Name;Cash Flow
    2025-04-07;Deposit;;500.00 → "Deposit"
    2025-03-31;Interests;;0.12 → "Interests"
    2025-03-18;Sell;Real Estate Switzerland;225.42 → "Real Estate Switzerland"
    2025-03-12;Dividend;Equities Switzerland;11.34 → "Equities Switzerland"
    2025-02-28;Fee;;-9.80 → "Fee"
  `;

  reads(`are the beneficiary's, and no addresses for mail`)`
    Date;Beneficiary's name;(D/C);Amount;Description;From e-mail;To e-mail
    04.07.2022;SEB;D;2,95;Super+ pakett;me@a.ee; → "SEB"
    05.07.2022;DORMIKOR OÜ;D;2,85;Tellimus 458926;me@a.ee;shop@b.ee → "DORMIKOR OÜ"
    06.07.2022;MARI MAASIKAS;C;30,00;Inv;mari@c.ee;me@a.ee → "MARI MAASIKAS"
    07.07.2022;JAAN TAMM;C;60,00;invest;jaan@d.ee;me@a.ee → "JAAN TAMM"
    08.07.2022;Elisa Eesti AS;D;8,00;88476148;me@a.ee;elisa@e.ee → "Elisa Eesti AS"
    ⇒ notes_col_label = Description
  `;

  reads('are no bank of the other party')`
    ID operace;Datum;Objem;Měna;Název protiúčtu;Název banky;Typ
    27721834815;04.05.2025;-50,00;CZK;;Raiffeisenbank a.s.;Bezhotovostní platba → "Bezhotovostní platba"
    27735036379;13.05.2025;29760,00;CZK;ČSSZ;Česká národní banka;Bezhotovostní příjem → "ČSSZ"
    27737637241;14.05.2025;-20000,00;CZK;;Česká spořitelna, a.s.;Okamžitá platba → "Okamžitá platba"
  `;

  reads('are the places of purchases where the summary has their kind, in Chinese')`
    交易日期,摘要,交易场所,交易金额
    2025-05-05,消费,财付通-拼多多,-18.00 → "财付通-拼多多"
    2025-05-04,银联在线支付,旗舰店,-12.35 → "旗舰店"
    2025-04-25,消费,金拱门,-46.21 → "金拱门"
    2025-04-24,自动还款,银行卡中心,46.21 → "银行卡中心"
  `;

  reads('are missing with a warning where most rows have none, and no other text')`
    Date,Counterparty,Amount
    2025-03-12,,-3.50
    2025-03-13,Miller Ltd,-20.00
    2025-03-14,,-14.20
    ⇒ warns: Most rows have nothing in "Counterparty"
  `;

  reads('are no numbers of accounts, and no dashes')`
    Bokføringsdato;Beløp;Avsender;Tittel
    2025/05/03;-300,00;6219.12.77436;Brage Daae → "Brage Daae"
    2025/04/17;10000,00;;Rikard Eide → "Rikard Eide"
    2025/03/23;-1003,40;6219.12.77436;HYRE → "HYRE"
  `;

  reads('are those of another column where the first one has dashes')`
    Date,Amount,Payee,Details
    2025-05-22,-71.89,----------,Card purchase Bakery → "Card purchase Bakery"
    2025-05-22,-326.00,Garden Supplies,Transfer → "Garden Supplies"
    2025-05-19,50.00,n/a,Refund Bakery → "Refund Bakery"
  `;

  reads('are the other party where the file calls the holder by two names')`
    Datum;Zahlungspflichtige*r;Zahlungsempfänger*in;Zweck;Betrag
    30.04.25;Bank AG;Jonas Wagner;Habenzinsen;0,42 → "Bank AG"
    22.04.25;Jonas Wagner;Jonas Wagner;Sparen;-600,00 → "Jonas Wagner"
    15.04.25;ISSUER;BOOKSHOP;Karte;-38,12 → "BOOKSHOP"
    14.04.25;Markt Ahrens;ISSUER;Karte Gutschrift;15,40 → "Markt Ahrens"
    09.04.25;Jonas Wagner;Fernbus GmbH;Ticket;-49,00 → "Fernbus GmbH"
    ⇒ warns: names all bookings of money in "Jonas Wagner", "ISSUER"
  `;

  reads('are the payers of money in, where the holder has one name as payee and two as payer')`
    Datum;Zahlungspflichtige*r;Zahlungsempfänger*in;Zweck;Betrag
    30.04.25;ISSUER;EDEKA;Karte;-5,00 → "EDEKA"
    22.04.25;Max Muster;Vermieter;Miete;-700,00 → "Vermieter"
    20.04.25;Firma GmbH;Max Muster;Gehalt;2000,00 → "Firma GmbH"
    15.04.25;ISSUER;BOOKSHOP;Karte;-38,12 → "BOOKSHOP"
    09.04.25;Max Muster;Fernbus GmbH;Ticket;-49,00 → "Fernbus GmbH"
    ⇒ warns: names all bookings of money in "Max Muster"
  `;

  reads('are the merchants, not their towns, where the column of names is blank')`
    Datum;Název protiúčtu;Typ;Město;Zpráva;Název obchodníka;Částka
    30.04.2025;;Platba;Praha 4;ALBERT VAM DEKUJE;Albert;-612,40 → "Albert"
    28.04.2025;PRE a.s.;Platba;;záloha;;-1290,00 → "PRE a.s."
    26.04.2025;Vodárny;Platba;;voda;;-310,00 → "Vodárny"
    25.04.2025;;Platba;Praha;ALZA.CZ;Alza.cz;499,00 → "Alza.cz"
    22.04.2025;;Platba;Hamburg;STEAMGAMES;Steam;-310,00 → "Steam"
  `;

  reads('are not numbers of accounts')`
    Kirjauspäivä;Määrä;Maksaja;Maksunsaaja;Nimi;Otsikko;Saldo
    2025/05/08;-23,15;FI12 1447 3000 4471 22;;;K-CITYMARKET;310,25 → "K-CITYMARKET"
    2025/05/07;-74,90;FI12 1447 3000 4471 22;;;Turku Energia;333,40 → "Turku Energia"
    2025/05/06;40,00;;FI12 1447 3000 4471 22;;VIRTANEN ANNI;408,30 → "VIRTANEN ANNI"
  `;

  reads('are not the branches behind texts that begin with a kind of booking')`
    Fecha;Concepto;Documento;Monto;Saldo;Oficina
    28/02/2025;COSTO TRANSFERENCIA;44712235;-1.41;402.01;AG. VIRTUAL → "COSTO TRANSFERENCIA"
    27/02/2025;CONSUMO VISA DEBITO;44711907;-22.63;403.42;QUITO → "CONSUMO VISA DEBITO"
    26/02/2025;DEPOSITO NOMINA;44710551;470.00;426.05;QUITO → "DEPOSITO NOMINA"
    25/02/2025;RETIRO CAJERO;44710551;-20.00;-43.95;GUAYAQUIL → "RETIRO CAJERO"
  `;

  reads('are the parties below a header in Danish or Vietnamese, not the texts')`
    Bogføringsdato;Beløb;Navn;Beskrivelse
    2025/05/28;-412,55;Netto Amagerbro;Visa køb 1 → "Netto Amagerbro"
    2025/05/27;-150,00;Sofie Jensen;MobilePay 2 → "Sofie Jensen"
  `;

  reads('are no times, tellers or classes')`
    Date,Time,Descripción,Cargo,Abono,Teller ID,Clasificación
    01/07/2025,3:36:20 PM PST,SPEI RECIBIDO COMERCIAL NORTE SA,,25400.00,T0417,Ingresos → "SPEI RECIBIDO COMERCIAL NORTE SA"
    03/07/2025,3:36:20 PM PST,PAGO TARJETA DE CREDITO,4310.55,,INET,Pagos → "PAGO TARJETA DE CREDITO"
    04/07/2025,8:41:12 AM PST,COMPRA OXXO MONTERREY,187.00,,AUTO,Compras → "COMPRA OXXO MONTERREY"
  `;

  reads('are short ones, too, where there are few rows')`
    Date,Amount,Currency,Name,Notes
    2025-02-06,9139.62,EUR,Øl A/S 15,Invoice 498073 of Bäcker Müller → "Øl A/S 15"
    2025-02-16,5507.81,EUR,Øl A/S 4,Invoice 347467 of Bäcker Müller → "Øl A/S 4"
  `;

  reads('stand on one line, where the bank fills its lines with blanks')`
    Date;Libellé;Débit euros;Crédit euros;
    30/04/2025;"COTISATION                     → "COTISATION Offre Compte"
    Offre Compte       

    ";2,50;;
    26/04/2025;"VIREMENT EN VOTRE FAVEUR       → "VIREMENT EN VOTRE FAVEUR CONSERVERIE"
    CONSERVERIE      
    ";;1912,40;
  `;

  reads('are the remarks next to kinds of bookings in Chinese')`
    帳務日期,交易說明,支出金額,存入金額,帳面餘額,備註
    2024/11/29,薪資轉帳,,"52,300","69,501",宏遠精密工業 → "宏遠精密工業"
    2024/11/25,信用卡扣款,"8,642",,"17,201",元大信用卡 → "元大信用卡"
    2024/11/18,代繳電費,"1,577",,"25,843",台灣電力公司 → "台灣電力公司"
    2024/11/15,ATM提款,"6,000",,"27,420",士林分行 → "士林分行"
    2024/11/12,跨行轉入,,"3,200","33,420",林志明 → "林志明"
  `;

  reads('are the texts next to kinds of bookings in Icelandic')`
    Dagsetning;Upphæð;Mynt;Skýring;Texti
    31.05.2025;-1.150,00;ISK;Færslugjöld;Banki hf. → "Banki hf."
    30.05.2025;482.315,00;ISK;Laun;Árborg → "Árborg"
    16.05.2025;-11.990,00;ISK;Verslun;Olís → "Olís"
    10.05.2025;5.500,00;ISK;Innborgun;Guðrún → "Guðrún"
  `;

  reads('are texts rather than one of two columns, of which each names the holder in some rows')`
    Date,Description,Credit,Debit,Currency,Source,Target
    04/28/2025,Annual account fee,,29.95,USD,Wallet balance,Wallet → "Annual account fee"
    04/21/2025,Card refund (HOSTING),6.12,,USD,HOSTING,Card *3381 → "Card refund (HOSTING)"
    04/17/2025,Card charge (FIGMA),,15.00,USD,Card *3381,FIGMA → "Card charge (FIGMA)"
    04/13/2025,Payment from Fiverr,315.50,,USD,Fiverr,Wallet balance → "Payment from Fiverr"
    04/09/2025,Transfer fee,,10.00,USD,Wallet balance,Wallet → "Transfer fee"
    04/03/2025,Payment from Upwork,840.00,,USD,Upwork,Wallet balance → "Payment from Upwork"
  `;

  reads(
    'are those of the other party where the address of the holder follows its name, or else the text',
  )`
    Data;Nazwa nadawcy;Nazwa odbiorcy;Szczegóły;Kwota
    21.10.2024;ANNA NOWAK UL. DŁUGA 8;Orange Polska;Faktura 24100;-74,98 → "Orange Polska"
    15.10.2024;;ANNA NOWAK;Zwrot CCC;159,90 → "Zwrot CCC"
    10.10.2024;SZPITAL WE WROCŁAWIU;ANNA NOWAK;WYNAGRODZENIE;6218,35 → "SZPITAL WE WROCŁAWIU"
    08.10.2024;KRZYSZTOF ŻAK;ANNA NOWAK;za bilety;64,50 → "KRZYSZTOF ŻAK"
    07.10.2024;ANNA NOWAK UL. DŁUGA 8;;Wypłata z bankomatu;-200,00 → "Wypłata z bankomatu"
    03.10.2024;ANNA NOWAK UL. DŁUGA 8;TAURON;Faktura E/14;-143,07 → "TAURON"
  `;

  reads('are those of payer or payee in Icelandic')`
    Dagsetning;Upphæð;Mynt;Skýring;Nafn viðtakanda eða greiðanda;Texti
    15.10.2024;-9.388;ISK;Reikningur;Orka ehf.;Reikningur → "Orka ehf."
    13.10.2024;12.995;ISK;Innlagt;Elko ehf;Bakfærsla → "Elko ehf"
    07.10.2024;-20.000;ISK;Hraðbanki;Arion Kringlan;Úttekt → "Arion Kringlan"
  `;
});
