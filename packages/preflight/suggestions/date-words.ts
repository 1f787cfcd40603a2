/** Words that banks use in headers of days, in lower case. Compare them with plainWords(header). */

/** Headers of days, best first; an asterisk stands as in the other headers. */
export const DATE = `
booking date, ecriture, date ecriture, date d ecriture, date de l ecriture, date booked, booked, posting date, posted date, post date, date posted, process date,
processed date, date processed, date, transaction date, trans date, txn date, tran date, trade date, entry date, completed date,
date completed *, transaction completed *, date completed, date started *, transaction started *, started date,
created on, created, created *, finished on, datetime, date time, timestamp, time, value date, effective date,
buchungstag, buchungsdatum, buchung, belegdatum, umsatzdatum, kaufdatum, datum,
datum des abschlusses, ausfuhrungsdatum, ausfuhrung datum, date d execution, datum uitvoering, datum des beginns, abgeschlossen am, erstellt am, zeitstempel, abschlussdatum,
valutadatum, wertstellung, wertstellungsdatum, valuta,
date comptable, date de comptabilisation, date comptabilisation, date operation, date d operation,
date de l operation, date transaction, date de transaction, date de fin, date de debut, date valeur,
date de valeur, data contabile, data contabilizzazione, data operazione, data movimento, data transazione,
data registrazione, data dell operazione, data di completamento, data di inizio, data valuta, data,
fecha, fecha contable, fecha operacion, fecha de operacion, fecha movimiento, f operacion, fecha valor, f valor,
data movimento, data mov, data lancamento, data lanc, data da transacao, data operacao, data valor, dt movimento,
boekdatum, boekingsdatum, transactiedatum, uitvoeringsdatum, verwerkingsdatum, rentedatum,
bokforingsdatum, bokforingsdag, bokford, transaktionsdatum, transaktionsdag, reskontradatum, reskontradag, dato, bokforingsdato, bokfort,
bokfort dato, utfort dato, transaksjonsdato, rentedato, bogforingsdato, bogfort, bogfort dato, transaktionsdato,
paivamaara, kirjauspaiva, tapahtumapaiva, pvm, kirjauspvm, kauppapaiva, maksupaiva, arvopaiva,
data ksiegowania, data operacji, data transakcji, data waluty, datum zauctovani, datum provedeni,
datum transakce, datum uctovani, zauctovano, provedeno, datum zauctovania, datum transakcie, datum splatnosti,
konyveles datuma, konyvelesi datum, konyveles napja, tranzakcio datuma, tranzakcio datuma es ideje,
teljesites datuma, erteknap, ertek datum, data inregistrare, data inregistrarii, data tranzactiei, data procesarii, data contabilizarii,
datum knjizenja, datum transakcije, datum izvrsenja, datum valute, tarih, islem tarihi, islem tarih, valor,
ημερομηνια, ημερομηνια συναλλαγης, วันที่ทำรายการ, дата, дата операции по счету, дата отражения по счету, дата отражения, дата проводки, дата обработки, дата обработки операции, дата платежа, дата списания, дата операции, дата операціі, дата транзакции,
operacijos data, kuupaev, tehingu kuupaev, datums, tanggal, tarikh, ngay, thoi gian, วันที่, תאריך, التاريخ,
取引日, 日付, お取引日, 年月日, ご利用年月日, 利用年月日, 利用日, 消費日, 消費日期, 消费日期, 入帳起息日, 交易日期, 交易日, 日期, 交易时间, 成交時間, 成交时间, 成交日期, 记账日期, 记账日, 入账日期, 入账日, 記帳日期, 記帳日, 入帳日期, 入帳日, 帳務日期, 거래일, 거래일자, 거래일시, 날짜,
*datum, *dato, *paiva,
date op, date val, jour, dag, den, data transakcji, data operazioni, booked at, run date, settlement date, kuupaev, data op,
ημ νια, ημ νια συναλλαγης, день, 入出金日, 取引年月日, 取引日付, 이용일,
dagsetning, bokunardagur, датум, датум на книжење, tranzakcio napja, vaxtadagur, vaartuspaev, вальор, dia,
თარიღი, ოპერაციის თარიღი, հաշվառման ամսաթիվ, ամսաթիվ, tarix, hesablanma tarixi, icra tarixi, əməliyyat tarixi, күні, sana, огноо, гүйлгээний огноо, تاریخ, दिनांक, तारीख, तिथि, tarehe, petsa, ቀን,
clearing date, cleared date, date cleared, settled date, date settled, datum boeking, datum transactie, kjopsdato, kobsdato, kopdatum, inkopsdatum, ostopaiva, data zakupu, data rozliczenia,
datum nakupu, datum obrade, datum obdelave, дата на осчетоводяване, дата на операцията, дата на транзакцията, ημερομηνια καταχωρησης, muhasebe tarihi, kayit tarihi, harcama tarihi,
tanggal transaksi, tanggal pembukuan, tarikh transaksi, ngay giao dich, ngay hach toan, تاريخ العملية, تاريخ القيد, 計上日, 記帳日, 基準日, 過帳日, 이용일자, 기장일, 매입일, posted, cleared, settled, gebucht, gebucht am, verbucht, verbucht am, bokað, kirjattu, iegramatots, осчетоводена на, *kuupaev, *pvm, *dagur, *dagsetning, *diena, *nap`;

/**
 * How words begin in headers of the day on which the bank booked a row; in scripts that do not separate words, the stem may stand
 * anywhere. An underscore ends the word.
 */
const BOOKING = `
book, post, entry, entered, settled, cleared, clearing, completed, finished, process, ledger,
buch, verbuch, verarbeit, eingang, reskontra, abschluss, abgeschlossen, boek, verwerk, verreken, inskryw, posdatum, bokf, bokun, bokað, bogf, kirj,
compta, traitement, inscri, fin_, contab, regist, aplicacion, proces, proc_, fecha de cargo, lanc, completamento,
ksieg, zaksieg, rozlicz, zakoncz, zrealiz, dokonc, ukonc, zavrs, zakljuc, befejez, finaliz, tamamlan, paattym, slutf, slutdat, fullf, afslut, uzbaig, pabeig, lopp, ολοκληρ, заверш, завърш, приключ, voltooi, conclus, zauct, uctov, zpracov, spracov, knjiz, knj_, obrad, obdelav, књиж, обрад, книж, евидент, konyv, inregistr, decont,
счетовод, осчетовод, осч_, провод, провед, обработ, обробк, списан, зачисл, зарах, отраж, відображ, по счет, апрац, адлюстр,
καταχωρ, λογιστ, εγγραφ, muhasebe, kayit, hesaba gecis, kontabil, regjistr, kanne, kande, broneer, arvestus, iegramat, gramatos, apstrad, įrašo, uzregistr, apskait, iskait,
islənmə, emal, qeydiyyat, muhasibat, konteer, праводк, otkazma, otkazil, өткөрүл, бүртгэ, سند, পোস্টিং, பதிவு, ບັນທຶກ, tarikh masuk, kuingiz, የተመዘገበ, 처리일, islenme, qayta ishlash, kasittely, tootlem, apdoroj, feldolgoz, przetwarz, przetworz, επεξεργασ, perpunim, behandl, vinnslud, xu ly, ประมวลผล, ลงบัญชี, المعالجة, پردازش, עיבוד, ձևակերպ, մշակ, գրանց, გატარ, დამუშავ, өңдеу, өткізу, पोस्टिंग, प्रविष्टि, רישום, القيد, الترحيل, التسجيل, ثبت,
pembukuan, bukuan, tanggal buku, tgl buku, pengeposan, tarikh pos_, catatan, kemasukan, hach toan, ngay ht_, ghi so, ghi nhan, บันทึก, ลงรายการ,
记账, 记帐, 記帳, 記賬, 入账, 入帳, 入賬, 过账, 過帳, 過賬, 誌賬, 作帳, 登帳, 帳務, 账务, 計上, 勘定, 処理日, 기장, 매입`;

/** The same of a value date, a due date and the like, which make another column the better choice. */
const OTHER = `
value_, valuta_, valutadatum_, wertstellung_, valeur_, valor_, valute_, waluty_, due_, expiry_, birth_, ablauf_, submitted_, expense_, available_, effective_, payout_, transfer_, virement_, auszahlungsdatum_, auszahlung_, arrival_, start_, started_, startdat, begin_, rozpocz, zahaj, zacat, zacet, pocetka_, kezd, incep, baslang, aloit, pabegynd, pradzi, sakum, algus, εναρξ, начал, започ, beginns_, debut_, inizio_, created_, splatnosti_, erteknap_, valuation_, valutazione_, evaluation_, bewertungsdatum_, rentedatum_, rentedato_, arvopaiva_, vaxtadagur_, vertes_, vaartuspaev_, вальор_,
下單時間, 下单时间, 委託時間, 委托时间,
valutac, valutag, valutatag, valutadat, valuter, valutees, valuteer, valutes, valutas, valutei, valutir, valiutav, valiutos, walutowania, interest date, val_, zinsdat, zinstag, wertdatum, wertstell, wert_, waarde, effektiewe, rantedatum, renteb, valør, arvop, vaxtad, vertib, vaartuskuup, vaartuspaev, vaartpaev, erteknap, ertekdat, ertek nap, ertek_, val date,
datevalue, valorii, valeur, vleres, αξιας, αξια_, βαλερ, τοκοφορ, валютиров, валютуван, валюталау, валутир, валута_, валуте_, вал_, valyuta, ערך, الاستحقاق, القيمة, الحق_, موثر, مؤثر, मूल्य,
gildisd, valuty_, waluta_, ვალუტირ, արժութ, dəyər, balio, валютаван, үнэлгээ, ارزش, वैल्यू, ভ্যালু, thamani, valur_, efetiva_, มีผล, hieu luc, gia tri, efektif, nilai, berkuat kuasa, 起息, 生效, 起算, 計息, 기산`;

const stemsOf = (texts: string): string[] => texts.split(',').map((text) => text.trim());

/** Beginnings of words, as they are written above. */
export const BOOKING_DAY_STEMS: readonly string[] = stemsOf(BOOKING);
export const OTHER_DATE_STEMS: readonly string[] = stemsOf(OTHER);
