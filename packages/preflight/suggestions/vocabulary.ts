import { DATE } from './date-words.ts';

/**
 * Words that banks and budget apps use as headers, by role. Lower case, without accents, best word first. An
 * asterisk in a word stands for its other letters, a lone one for any words. Compare them with plainWords(header).
 */
const AMOUNT = `
amount, transaction amount in account currency, amount in account currency, transaction amount, net amount, amount total, total amount, amount payment currency, payment amount,
обороты по счету, оборот по счету, balance delta, change in balance, balance change, billing amount, account amount, charged amount, booked amount, source amount *, net, total, sum, value, worth,
target amount *, gross, paid, price paid,
betrag, umsatz, gesamt, gesamtbetrag, buchungsbetrag, zahlungsbetrag, betrag inkl *, ausgangsbetrag *, zielbetrag *, netto, brutto,
montant, montant net, montant de l operation, montant total, valeur, avant commission,
importo, importo in euro, ammontare, lordo, importe, monto, cantidad, cuantia, valor, montante, quantia,
bedrag, transactiebedrag, mutatie, belopp, belop, belob, maara, summa, kwota, kwota transakcji, kwota operacji,
castka, castka v mene uctu, celkem, objem, suma, ciastka, osszeg, tranzakcio osszege, osszege, valoare, iznos, znesek, tutar, islem tutari, miktar,
ποσο, сумма, сума, сумма операции, сумма платежа, jumlah, nominal, so tien, סכום, المبلغ,
金額, 取引金額, 利用金額, ご利用金額, ご利用額, 利用額, 金额, 交易金额, 入账金额, 入帳金額, 实付金额, 实际支付金额, 정산금액, 금액, 거래금액, *betrag, *belopp, betrag*,
value eur, credit debit amount, debit credit amount, cash flow, cashflow, movement, mouvement, movimento importo, amount eur,
montant euros, montant operation en euro, maara euroa, vrijednost, pozneto, 入出金, 入出金額, 收支金额,
сума в валюті картки, suma operacji, סכום הפעולה, סכום חיוב, upphaeð, upphæð, износ, shuma, import, จำนวนเงิน,
თანხა, ოპერაციის თანხა, գումար, məbləg, сомасы, дүн, гүйлгээний дүн, مبلغ, राशि, kiasi, halaga, መጠን, totaal, totaalbedrag, totale, waarde, wert, kurswert, valore, wartosc, hodnota, consideration, valor liquido,
mutatiebedrag, rahamaara, euroa, fjarhæð, importancia, importe en euros, import en euros, valor r, valor em r, стойност, vlera,
meblag, amaun, amaun transaksi, ammont, somma, mutasi, nilai transaksi, 发生额, 支払総額, phat sinh, ยอดเงิน, القيمة, قيمة العملية, قيمة الحركة, مبلغ العملية, insattning uttag, inn ut, זכות חובה`;

const OUTFLOW = `
outflow, debit, payment, payments, net debit, net debit nc, 记账金额 支出, debit amount, debit value, sent, sent amount, amount debit, money out, amount out, paid out, outgoing, amount outgoing, outgoing amount, outgoings, withdrawal, withdrawals, withdrawn, withdrawal amount,
withdrawal amt, withdrawals dr, debits, debit dr, dr, dr amount, amount dr, withdrawal dr, ma dat, spent, expense, expenses, out, outcome, charge, charges,
soll, belastung, belastungen, lastschrift, ausgang, ausgange, ausgabe, ausgaben, abgang,
montant debit, montant au debit, depense, depenses, sortie, sorties, dare, addebito, addebiti, uscita, uscite,
importo in uscita, importo di * in uscita, * in uscita, cargo, cargos, debe, gasto, gastos, retiro, retiros,
adeudo, debito, debitos, saida, saidas, despesa, despesas, uitgaven, uitgave, debet, afschrijving, af,
uttag, utgift, utgifter, ut, belopp ut, belop ut, belob ud, ut av konto, uttak, belastet, haevet, udbetaling, ud, otto, menot, veloitus,
obciazenia, obciazenie, kwota obciazenia, wydatki, winien, wyplaty, vydaj, vydaje, vydej, odchozi, odpis,
terheles, kiadas, suma debit, isplata, isplate, duguje, rashodi, na teret, breme, odliv, borc, cikan, gider,
debet amount, debit*, amount debited, montant debite, montant debit, montants debites, importo addebitato, importe cargo, belastung*, sollbetrag, ausgabenbetrag,
zahlungsausgang, ausgehend, * ausgehend, egresos, egreso, giros, cheques y otros cargos, cargos y debitos, pagos, valor debito, debitare, iesiri, debit suma, rashod, zaduzenje, dugovanja, terhelesek, kimeno, ghi no, rut, phat sinh no, debet*,
menot euroa, utgaende, utg, ut beløp, ut belop, belop ut, izmaksa, debeto apyvarta, islaidos, deebet, valjaminek, keluar, pengeluaran, お支払い金額, お支払い, 出金金額, ご出金, 支出額, 取款, 提取, 提款, 支取, 转出, 轉出, 出账金额, 출금금액, 지급, مدين, 借方金額,
χρεωση, расход, списание, сумма списания, дебет, * по дебету, * за дебетом, видаток, 出金, 出金額, 減少数量, 減少, お引出し, お支払金額, 支払金額, 支払い金額, 支出, 支出金额, 借方, 출금, 출금액,
ut fra konto, ut av konto, debit euros, debit eur, belastung chf, paid out gbp, חובה, dugovanje, дт, χρεωσεις, дебит, должи, ma dati, kifizetes, izdatak, uttekt, na tarchu, na tarchu uctu, na vrub, na vrub uctu,
withdraw, お引出し額, 引出金額, 払出金額, 払出額, 찾으신금액, ถอนเงิน, ถอน, เงินออก,
გასავალი, დებეტი, ելք, դեբետ, məxaric, шығыс, chiqim, зарлага, дебит дүн, برداشت, بدهکار, निकासी, नामे, kutoa, ወጪ,
ποσο χρεωσης, so tien ghi no, debeta summa, debeto suma, ismokejimai`;

const INFLOW = `
receipt, receipts, inflow, credit, net credit, net credit nc, 记账金额 收入, credit amount, credit value, received amount, amount credit, money in, amount in, paid in, incoming, amount incoming, incoming amount, deposit, deposits, deposit amount, deposit amt,
deposits cr, credits, credit cr, cr, cr amount, amount cr, deposit cr, dal, received, income, in,
haben, gutschrift, gutschriften, eingang, eingange, einnahme, einnahmen, zugang,
montant credit, montant au credit, recette, recettes, entree, entrees, avere, accredito, accrediti, entrata,
entrate, importo in entrata, importo di * in entrata, * in entrata, abono, abonos, haber, ingreso, ingresos,
deposito, depositos, credito, creditos, entrada, entradas, receita, receitas, inkomsten, bijschrijving, bij,
insattning, insattningar, belopp in, belob ind, inkomst, inkomster, inn, inn pa konto, innskudd, godskrevet, indsat, indbetaling, ind,
pano, tulot, hyvitys, uznania, uznanie, kwota uznania, wplywy, wplaty, ma, kredit, prijem, prijmy, prichozi,
pripis, jovairas, bevetel, suma credit, intrari, uplata, uplate, potrazuje, prihodi, u korist, dobro, priliv,
credit*, amount credited, montant credite, montants credites, importo accreditato, importe abono, gutschrift*, habenbetrag, zahlungseingang, eingehend, * eingehend,
ingresos, depositos y otros abonos, abonos y creditos, valor credito, creditare, prihod, odobrenje, potrazivanja, jovairasok, bejovo, ghi co, gui, phat sinh co,
tulot euroa, inngaende, inng, inn beløp, inn belop, belop inn, ieksa, kredito apyvarta, pajamos, kreedit, laekumised, masuk, pemasukan, ご入金, 入金金額, お預り金額, お預かり金額, 預かり金額, お預り, 収入, 存款, 存入, 转入, 轉入, 入账金额, 입금금액, 맡기신, دائن, 貸方金額,
alacak, giren, gelir, πιστωση, приход, поступление, зачисление, сумма зачисления, кредит, * по кредиту, * за кредитом, надходження,
入金, 入金額, 払戻額, 増加数量, 増加, お預入れ, 預入, 预入, 收入, 收入金额, 贷方, 입금, 입금액,
inn pa konto, inn til konto, credit euros, credit eur, gutschrift chf, paid in gbp, זכות, potrazivanje, кт, πιστωσεις, kredits, kreditas, побарува, dal, befizetes, primitak, innborgun, v prospech, v prospech uctu, ve prospech, ve prospech uctu,
お預入れ額, 預入金額, 受入金額, 受入額, 맡기신금액, ฝากเงิน, ฝาก, เงินเข้า,
შემოსავალი, კრედიტი, მიღებული, մուտք, կրեդիտ, mədaxil, кіріс, kirim, орлого, кредит дүн, واریز, بستانکار, जमा, kuingia, ገቢ,
ποσο πιστωσης, so tien ghi co, kredita summa, kredito suma, gaunami`;

const BALANCE = `
balance, running balance, account balance, closing balance, available balance, balance after *, balance *,
saldo, saldo nach buchung, kontostand, saldo *, solde, solde *, saldo disponibile, stand, saldo na mutatie,
saldo po operacji, zustatek, zostatok, egyenleg, szamlaegyenleg, sold, stanje, bakiye, υπολοιπο, остаток,
баланс, 残高, 差引残高, お取引後残高, 帳戶餘額, 餘額, 结余, 거래후 잔액, الرصيد, so du, so du cuoi, kalan, guncel bakiye, saldo akhir, saldo final, saldo actual, kumulatywne saldo, stanje racuna, novo stanje, likutis po, konto jaak, saldo efter, saldo etter, inneståande saldo, betalningssaldo, 余额, 账户余额, 잔액, 거래후잔액,
closing balance *, running bal, bal, bal after, bal after *, jaak, likutis, atlikums, залишок, залишок після операції, יתרה, היתרה, account balance *,
accountbalance, saldo disponivel, saldo contabilistico, zostatek, bokfort saldo, 取引後残高, салдо, staða, состојба, gjendja, kontojaak, ยอดคงเหลือ, 結存, 结存, 結餘,
ნაშთი, ბალანსი, մնացորդ, qaliq, қалдық, qoldiq, үлдэгдэл, эцсийн үлдэгдэл, مانده, موجودی, शेष, salio, ቀሪ`;

/** The counterparty, in every language; the purchase itself is the second choice. */
const PAYEE = `
name, payee, merchant, merchant name, payee name, counterparty, counterparty name, counter party, partner name,
beneficiary, beneficiary name, beneficiary remitter name, beneficiary payer, target name, name of counterparty, other party, related party, contact,
to from, from to, paid to, received from, sender recipient, recipient sender, sender receiver, receiver sender, recipient payer, payer recipient, source destination,
name zahlungsbeteiligter, auftraggeber empfanger, auftraggeber beguenstigter, auftraggeber begunstigter,
beguenstigter zahlungspflichtiger, begunstigter zahlungspflichtiger, beguenstigter auftraggeber,
begunstigter auftraggeber, empfanger, empfaenger, empfaenger 1, zahlungsempfanger, zahlungsempfanger in, zahlungspflichtige r,
zahlungspflichtiger, begunstigter, beguenstigter, auftraggeber, auftraggeber in, handler, haendler,
name des empfangers, name des partners, partnername, gegenpartei, gegenkonto name,
nom, beneficiaire, nom du beneficiaire, tiers, nom de la contrepartie, contrepartie, nome, beneficiario, controparte,
nome beneficiario, comercio, ordenante, contraparte, naam, naam tegenpartij, naam van de tegenpartij, naam v d tegenpartij,
tegenrekening naam, tegenrekeninghouder, naam tegenrekening, naam omschrijving, begunstigde, mottagare, avsandare,
mottaker, avsender, betalingsmottaker, navn, doi tac, modtager, afsender, nafn viðtakanda eða greiðanda, nafn viðtakanda, viðtakandi, mótaðili, saaja, saajan nimi, saaja maksaja, maksaja saaja, maksaja,
saaja nimi, saaja maksja, saaja maksja nimi, maksaja nimi, partneri nimi, gavejas, moketojas, moketojas gavejas, moketojo arba gavejo pavadinimas, moketojo gavejo pavadinimas, sanemejs,
nazwa odbiorcy, nazwa nadawcy odbiorcy, odbiorca, odbiorca zleceniodawca, nadawca odbiorca, dane kontrahenta, kontrahent,
nazwa kontrahenta, nazev protiuctu, nazev protistrany, nazev uctu protistrany, nazev protistrana, protistrana, protistranka,
obchodnik, nazev obchodnika, prijemce, nazov protiuctu, nazov protistrany, naziv prejemnika, naziv prejemnika placnika, naziv placnika, kitos puses pavadinimas, prijemca, partner, partner nev, partner neve, beneficiar,
nume beneficiar, nume partener, primatelj, naziv primatelja, naziv, contrahent, alici, karsi taraf, контрагент, корреспондент, кореспондент, получатель, наименование, наименование контрагента, наименование корреспондента, найменування, найменування контрагента, найменування кореспондента,
одержувач, αντισυμβαλλομενος, 交易对方, 对方户名, 商户名称, 商店名稱, 特店名稱, 利用店名, ご利用箇所, ご利用店名, ご利用先, 利用先, 利用箇所, 对方账户名, שם בית עסק, שם בית העסק, בית העסק, בית עסק, 对手信息, 入出金先, 入出金先内容, 取引先, 거래처, 받는분, 가맹점명, наредител получател, sanemejs maksatajs, kedvezmenyezett, jogosult, viðtakandi, motaðili, налогодавач примач, назив, назив на налогодавач примач, prejemnik, udelezenec, naziv udelezenca, udelezenec naziv, primalac, primalac platilac, platilac primalac, nalogodavac, partner elnevezese, ellenoldali nev, tegenpartij,
kor pavadinimas, ονοματεπωνυμο αντισυμβαλλομενου, მიმღები, პარტნიორი, გადამრიცხავი, ստացող, վճարող, benefisiar, алушы, жөнелтуші, харьцсан данс, گیرنده,
empfangername, destinatario, destinataire, commercant, nom contrepartie, paye a, esercente, commerciante, nome controparte, establecimiento, nombre del comercio,
favorecido, estabelecimento, comerciante, origem destino, betalningsmottagare, motpart, butik, forsaljningsstalle, inkopsstalle, mottakernavn, brukersted, butikk, modtagernavn, modtagers navn, modpart,
 maksunsaaja, vastaanottaja, soluaðili, nafn motaðila, mottakandi, jmeno protistrany, nazov partnera, meno protistrany,
ellenoldal neve, kereskedo, kereskedo neve, comerciant, nume contrapartida, denumire contraparte, prodajno mjesto, trgovac, прималац, назив примаоца,
naziv primaoca, примач, назив на примач, трговец, продажно место, насрещна страна, търговец, име на получател, име на контрагент,
δικαιουχος, ονομα δικαιουχου, εμπορος, παραληπτης, καταστημα, επωνυμια, perfituesi, emri i perfituesit, perfitues, tregtari, pranuesi, kaupmees, vastaspool,
partnera nosaukums, partneris, sanemeja nosaukums, sanemeja vards, tirgotajs, moketojas arba gavejas, gavejo pavadinimas, prekybininkas, beneficiari, comerç, establiment, destinatari, contrapart,
 наименование получателя, торговая точка, назва контрагента, отримувач, торгова точка, alici adi, karsi hesap adi, isyeri, isyeri adi, uye isyeri,
პარტნიორის დასახელება, მიმღების დასახელება, ბენეფიციარი, շահառու, գործընկեր, харьцсан дансны нэр, хүлээн авагч, харилцагч, המוטב, מוטב, לטובת, שם המוטב, שם הצד השני,
المستفيد, اسم المستفيد, التاجر, اسم التاجر, الطرف الآخر, ذینفع, نام ذینفع, طرف حساب, پذیرنده, نام گیرنده, प्राप्तकर्ता, लाभार्थी, ชื่อผู้รับ, ผู้รับเงิน, ชื่อร้านค้า, ร้านค้า, ผู้รับโอน,
nama penerima, penerima, penerima pengirim, nama merchant, pihak lawan, mpokeaji, 对方名称, 对方账户名称, 收款人, 对方姓名, 收款人名称, 对方单位, 對方戶名, 商戶名稱, 交易對象, 轉出入戶名,
 振込先, 受取人名, 利用店名 商品名, 이용하신곳, 의뢰인 수취인, 가맹점, 이용가맹점, 예금주명`;

const DESCRIPTION = `
description, transaction description, transaction details, details, narrative, narration, particulars,
transaction remarks, original description, original statement, text, title, transaction, memo description,
beschreibung, umsatztext, buchungstext, avisierungstext, bezeichnung, buchungsdetails, verwendungszweck,
vorgang verwendungszweck, libelle, libelles, libelle operation, libelle de l operation, libelle simplifie,
description de l operation, designation, detail de l ecriture, intitule, label,
descrizione, descrizione operazione, descrizione operazioni, operazione, causale, dettagli, concepto, descripcion,
movimiento, detalle, descricao, historico, movimento, lancamento, omschrijving, beskrivning, specifikation, rubrik,
text mottagare, beskrivelse, tekst, forklaring, selite, selitys, kuvaus, selgitus, paaiskinimai, paskirtis,
opis operacji, opis transakcji, opis, popis, popis transakce, leiras, megnevezes, descriere, opis placanja,
aciklama, islem aciklamasi, περιγραφη, αιτιολογια, описание, описание операции, назначение платежа, опис,
деталі операції, призначення платежу, keterangan, mo ta, תיאור, פרטים, תיאור הפעולה, الوصف, 摘要内容, 摘要, 内容, 取扱内容,
お取引内容, お取り扱い内容, 交易描述, 商品说明, 商品, 내용, 기재내용, 적요, 거래내용,
основание, namen, namen placila, maksajuma merkis, informacija sanemejam, mokejimo paskirtis, skyring, texti, svrha placanja, цел на дознака, pershkrimi,
concepte, titulo, *text, รายละเอียด,
დანიშნულება, აღწერა, ოპერაციის შინაარსი, նպատակ, նկարագրություն, təyinat, təsvir, сипаттамасы, төлем мақсаты, tavsif, гүйлгээний утга, утга, شرح, توضیحات, विवरण, maelezo, ዝርዝር`;

const NOTES = `
notes, note, memo, remark, remarks, comment, comments, message, reference, payment reference, purpose,
verwendungszweck, bemerkung, bemerkungen, notiz, kommentar, referenz, mitteilung, zahlungszweck, beschreibung,
commentaire, communication, communications, motif, remarque, nota, riferimento, observaciones, observacoes,
mededelingen, mededeling, notitie, meddelande, melding, besked, viesti, tytul, tytulem, tytul operacji, zprava,
poznamka, zprava pro prijemce, sprava, kozlemeny, megjegyzes, detalii, napomena, σημειωσεις, примечание,
备注, 備註, メモ, 備考, 메모, 비고, הערות, הערה, ملاحظات, หมายเหตุ, ghi chu, catatan, заметки, примітка, забележка, piezimes, pastabos, märkused, notlar,
reference number, transaction reference, ref, vrije mededeling, zprava, zpráva pro příjemce, additional information, viite,
maksu selgitus, causale pagamento, motivo`;

const CATEGORY = `
category, category name, category group category, kategorie, kategori, kategoria, categorie, categoria, kategorija,
κατηγορια, категория, カテゴリ, 分类, 类别, 카테고리, luokka,
spending category, clasificacion, classificacao, kategoria wydatku, rubrik kategori, 交易分类, luokittelu, budgetgrupp,
*category, *categoria, *categorie, *kategorie, *kategori`;

const TAGS =
  'tags, labels, tag, label, schlagworte, etiketten, etiquettes, etiquetas, etichette, tagy, stitky';

const ACCOUNT = `
account, account name, bezeichnung auftragskonto, konto, kontoname, compte, nom du compte, conto, cuenta, conta,
rekening, tili, ucet, nazev uctu, szamla, cont, racun, hesap, λογαριασμος, счет, рахунок, 口座, 账户, 계좌,
iban kontoinhaber, auftragskonto`;

const CURRENCY = `
currency, currency code, meny, fiat, fiat currency, ccy, payment currency, transaction currency, account currency, source currency,
currency *, wahrung, waehrung, *wahrung, ausgangswahrung, devise, devise *, valuta, valuta *, divisa, moneda,
moeda, munt, valuutta, waluta, mena, devizanem, penznem, valiuta, valuuta, para birimi, doviz, νομισμα, валюта,
通貨, 币种, 入账币种, 入帳幣別, 币别, 货币, 통화, cur, מטבע, מטבע *,
asset, coin, unit, amount currency, einheit, unidad, unita, jednostka,
whg, devies, mena uctu, valuta rekening, valiuta, валюта карты, валута, mata uang, kode mata uang, mynt, monedha, gjaldmiðill, สกุลเงิน,
valyuta, ვალუტა, արժույթ, валют, ارز, मुद्रा, sarafu`;

const ENTITY_TYPE = `
debit credit, credit debit, debit or credit, credit debit indicator, debitcredit, dr cr, cr dr, dc, cd, d c, c d,
direction, transaction type, type, sign, in out, flow, subtype, sub type,
soll haben, soll haben kennzeichen, s h, richtung, umsatzart, transaktionsart, art, kennzeichen,
sens, type de transaction, debit credit flag, segno, dare avere, tipo, tipo transazione, tipo movimento,
tipo de movimiento, tipo de transacao, tipo de transacao, natureza, af bij, bij af, debet credit,
debet kredit, kredit debet, kredit debit, inn ut, typ, typ transakcji, typ pohybu, strana, typ transakcie,
terheles jovairas, tip, tipus, borc alacak, b a, тип, 収支, 入出金, 収支区分, 区分, 收支, 收支类型, 借贷标志, 구분,
creditdebet, credit debet, debet credit indicator, debetas kreditas, debets kredits, d k, k d, deebet kreedit, deebet krediit, deebet kreedit d c, c d indicator, smer,
smer uhrady, smjer, προσημο, προσημο ποσου, χρεωση πιστωση, приход расход, 收 支, 支 收, debit credit indicator, credit or debit,
ind, indicator, cr dr ind, dr cr ind, dr cr flag, cr dr flag, db cr, cr db, buchungsart, vorzeichen, sens operation, tipo operazione, tipo operacion, tipo de operacion,
typ operacji, vrsta, vrsta transakcije, вид операции, тип операции, тип операції, направление, 类型, 類型, 方向, 交易方向, 资金流向, 收付标志, 借贷, 借貸, 取引区分, 입출금, 거래구분, amount sign, signo, side, trade side, buy sell, b s, c v, k s, a v, k v,
strona, wn ma, winien ma, uznanie obciazenie, ma dati dal, md d, signe, signo, debe haber, cargo abono, cargo o abono, deure haver, carrec abonament, pano otto, insattning uttag, in ut, tartozik kovetel, tk, t k, d p,
насока, прилив одлив, должи побарува, дугује потражује, д п, д к, дт кт, дебит кредит, прихід видаток, mədaxil məxaric, напрям, debi kredi, hyrje dalje, χ π, giris cikis, borc alacak, חובה זכות, זכות חובה, ח ז,
مدين دائن, دائن مدين, بد بس, بدهکار بستانکار, नामे जमा, เดบิต เครดิต, no co, ghi no ghi co, thu chi, 借贷标志, 借貸別, 借 貸, 支出 存入, 收支別, 入払区分, 入出金区分, 입출금구분, 입 출금, debiet krediet, dt kt`;

const QTY = `
qty, quantity, shares, units, number of shares, no of shares, share count, volume, filled qty,
anzahl, stuck, stuckzahl, stk, quantite, nombre, nombre de titres, quantita, cantidad, titulos, quantidade, qtd, aantal,
antal, maara, kpl, ilosc, liczba, mnozstvi, pocet, mennyiseg, darab, cantitate, kolicina, adet, ποσοτητα,
количество, 数量, 數量, 取引数量, 約定数量, 成交数量, 成交數量, 수량, 체결수량, 거래수량`;

const TICKER = `
ticker, symbol, stock symbol, instrument symbol, security symbol, stock, instrument, isin, asset, asset id, security, security id,
wkn, symbole, simbolo, titolo, valeur mobiliere, papier, aktie, tunnus, walor, symbol papieru, 銘柄コード, 证券代码,
종목코드`;

const PRICE = `
price, price per share, unit price, share price, trade price, execution price, fill price, avg price,
average price, cost per share, kurs, preis, ausfuhrungskurs, stuckpreis, cours, prix, prix unitaire, prezzo,
precio, precio unitario, preco, koers, prijs, pris, hinta, cena, arfolyam, ar, pret, fiyat, τιμη, цена, 単価, 価格,
取引価格, 約定価格, 約定単価, 价格, 價格, 成交价, 成交价格, 成交價格, 成交均价, 단가, 체결가, 체결단가`;

const MIC =
  'exchange operating mic, mic, operating mic, exchange mic, exchange, borse, bourse, borsa, bolsa, beurs';

/**
 * The bank's own id of a booking. The number of an order, a payment or an invoice is none: the refund in next month's file
 * has the same one.
 */
const EXTERNAL_ID = `
transaction id, id, txid, tx id, transaction number, transaction no, transaction identifier, unique transaction id, txn id, trx id,
trans id, fitid, transaction uid, uuid, booking id, booking no, entry id, posting id, operation id, trade id,
transaktions id, transaktionsid, transaktions nr, transaktionsnr, transaktionsnummer, transaktionscode, umsatz id,
buchungs id, buchungsnummer, vorgangs id, identifiant, identifiant de transaction, identifiant transaction, id transaction, id de transaction,
numero de transaction, numero transaction, no de transaction, no transaction, n de transaction, id operation, numero d operation,
id transazione, codice transazione, numero transazione, numero di transazione, id operazione, id transaccion, id de transaccion,
numero de transaccion, id operacion, id da transacao, id transacao, transactie id, transactienummer, transactie nummer,
transaktions nummer, transaksjonsid, transaksjonsnummer, arkivointitunnus,
tapahtumatunnus, arhiveerimistunnus, id transakcji, numer transakcji, identyfikator transakcji, id pohybu, id operace, id transakce,
cislo transakce, id transakcie, tranzakcio azonosito, tranzakcioazonosito, id tranzactie, id transakcije, broj transakcije,
islem no, islem numarasi, αριθμος συναλλαγης, идентификатор операции, номер операции, номер транзакции, id операции,
номер транзакції, 取引番号, 交易流水号, 流水号, 거래번호`;

/** As written, with accents: a column of states is found by them without a setting. */
const STATUS = `
status, state, cashflow status, կարգավիճակ, სტატუსი, statusi, สถานะ, transaction status, transaction state, payment status, booking status, posting status, transfer status, order status, current status,
buchungsstatus, auszahlungsstatus, umsatzstatus, transaktionsstatus, zahlungsstatus, zustand, statut, statut de l'opération, statut de la transaction, état, etat,
estado, estado de la operación, estado del movimiento, estatus, situación, situacion, estado da transação, situação, situacao, stato, stato operazione, stato transazione,
stato movimento, toestand, transactiestatus, tila, tapahtuman tila, stan, stan transakcji, status transakcji, status operacji, stav, stav transakce, stav platby,
stav transakcie, státusz, állapot, tranzakció státusza, stare, stare tranzacție, starea tranzacției, status transakcije, stanje transakcije, статус, статус операции,
статус операції, статус транзакции, статус платежа, състояние, состояние, стан, κατάσταση, κατασταση, durum, durumu, işlem durumu, islem durumu, būsena, busena, statuss, staatus, olek, seisund,
trạng thái, trang thai, 状態, 状況, ステータス, 取引状況, 处理状态, 交易状态, 当前状态, 状态, 狀態, 상태, 거래상태, 처리상태, סטטוס, מצב, الحالة, حالة,
tilstand, betalingsstatus, maksun tila, staða, staða færslu, starea, statusas, mokėjimo būsena, maksājuma statuss, stāvoklis, olek, staatus, būsena, statuss, status naloga, gjendja e transaksionit, estat, situació, статус на плащането, статус на налог, состојба,
κατάσταση συναλλαγής, statü, vəziyyət, күйі, мәртебесі, төлөв, holati, holat, حالة العملية, حالة المعاملة, وضعیت, وضعیت تراکنش, स्थिति, สถานะรายการ, trạng thái giao dịch, tình trạng, status transaksi, katayuan, hali, 交易狀態, 處理狀態, 승인상태, 취소여부, 進捗`;

const TEXTS = {
  date: DATE,
  amount: AMOUNT,
  outflow: OUTFLOW,
  inflow: INFLOW,
  balance: BALANCE,
  name: `${PAYEE}, ${DESCRIPTION}`,
  payee: PAYEE,
  notes: NOTES,
  category: CATEGORY,
  tags: TAGS,
  account: ACCOUNT,
  currency: CURRENCY,
  entity_type: ENTITY_TYPE,
  qty: QTY,
  ticker: TICKER,
  price: PRICE,
  exchange_operating_mic: MIC,
  external_id: EXTERNAL_ID,
  status: STATUS,
};
export type ColumnRole = keyof typeof TEXTS;

/** The phrases for a role, best first. */
export function phrasesOf(role: ColumnRole): string[] {
  return TEXTS[role]
    .split(',')
    .map((phrase) => phrase.trim().replace(/\s+/gu, ' '))
    .filter((phrase) => phrase !== '');
}

/** Words for what a bank keeps of a booking. */
export const FEE_WORDS: ReadonlySet<string> = new Set(
  `fee fees charge charges gebuhr gebuhren spesen commission commissions commissione commissioni frais costo costi
   comision comisiones comissao comissoes tariffa tarifa taxa taxas provision provisjon prowizja oplata oplaty poplatek poplatky
   avgift avgifter gebyr gebyrer kosten toimitusmaksu kulut palvelumaksu dij jutalek comision comisioane provizija naknada ucret ucreti komisyon komisyonu komissiya masraf masrafi
   комиссия сбор комісія προμηθεια biaya phi 手数料 手续费 服务费 수수료 עמלה عمولة رسوم brokerage courtage kurtage kurtasje kurtasjen maklercourtage makelaarsloon courtagen corretagem corretaje emolumentos canon canones 佣金 mindermengenzuschlag 費 费 費用 费用
   fremdwahrungsentgelt provisie commissie koersopslag valutapaslag valutatillæg palkkio palkkiot gjald þoknun færslugjald poplatok dijak
   naknade nadomestilo nadomestila накнада провизија надомест надоместок такса комисиона комисионна τελη προμηθειες komisioni komision provizioni komisione tarife
   teenustasu teenustasud vahendustasu komisjonitasu komisija komisijas komisinis komisiniai comissio comissions despeses комиссии комісії комісій камісія haqqi haqi საკომისიო միջնորդավճար կոմիսիա шимтгэл хураамж
   עמלות الرسوم العمولة کارمزد शुल्क ค่าธรรมเนียม caj yuran singil 收費 支払手数料 振込手数料 海外事務手数料 거래수수료 해외이용수수료 makato fooi fooie entgelt omkostninger omkostning kostnadur thjonustugjald þjonustugjald tasu mokestis koltseg komisioa komisioak comisions такси կոմիսիոն узнагароджанне bankkoste diensgeld diensfooi`.split(
    /\s+/,
  ),
);

export const TAX_WORDS: ReadonlySet<string> = new Set(
  `tax taxes gst hst vat mwst ust btw moms dph withholding steuer steuern impot impots imposta imposte ritenuta ritenute impuesto
   impuestos retencion retenciones imposto impostos skatt skat belasting podatek dan ado adozas vero vergi stopaj налог податок 税 税額 税金 세금 duty levy levies withheld kest ttf irrf iss stt tcs tds bollo bolli 税金等 消費税 消费税 印花税 thue impozit impozite porez davek mokestis nodoklis φορος ภาษี pajak cukai ضريبة`.split(
    /\s+/,
  ),
);

/** Words that give a column of the right kind another meaning: a fee, a foreign amount, a code. */
export const OTHER_AMOUNT_WORDS: ReadonlySet<string> = new Set(
  `fee fees gebuhr gebuhren spesen commission commissions frais costo costi comision
   comissao provision prowizja oplata poplatek avgift gebyr dij komisyon комиссия комісія 手数料 手续费 수수료 biaya
   tariffa taxe tax tva mwst ust iva moms dph vat tip tips trinkgeld trinkgeldbetrag steuerbetrag orig original
   originalbetrag foreign abroad fremdwahrung rate kurs balance saldo solde kontostand cpt compte account konto kt
   rabatt discount refund limit exchange insurance assicurazione assurance versandkosten shipping spedizione
   einzelbetrag individual singolo sous soustotal detail details dettaglio detalle teilbetrag partial parziale partiel parcial subamount subtotal asset coins crypto
   imposte cashback points count number nr no id versand expedition payout tasso change
   origineel oorspr oorspronkelijk vreemde buitelandse utlandskt utlandsk utl ursprungligt utenlandsk opprinnelig alkuperainen ulkomaan valuutassa valuuttamaara erlend erlendri upprunaleg mynt оригинална ориг първоначална чуждестранна
   origjinale fillestare huaj algne originaalsumma algvaluutas originaalvaluutas origen extranjera estrangeira estrangera orijinal orjinal מקורי الأصلي الأجنبية
   ต่างประเทศ nguyen goc valas asing asli 原币 外币 外幣 原幣 交易地 現地 外貨 海外`.split(/\s+/),
);
