import { remember } from '../remember.ts';
import { plainWords } from './header-words.ts';

/** Words for money out and money in, in pairs that one column uses. Accents are kept. */
const PAIRS =
  `debit credit, débit crédit, débito crédito, debito credito, debito accredito, dr cr, d c, nd nc, dbit crdt, deb cred, db cr,
  out in, outflow inflow, outgoing incoming, withdrawal deposit, wd dep, sent received, expense income, minus plus,
  soll haben, s h, belastung gutschrift, lastschrift gutschrift, ausgang eingang, ausgabe einnahme, af bij, debet credit, debet kredit,
  dare avere, addebito accredito, uscita entrata, sortie entrée, dépense recette, retrait dépôt, cargo abono, debe haber, egreso ingreso, gasto ingreso, retiro depósito, pagaste recibiste, enviaste recibiste,
  saída entrada, despesa receita, uttag insättning, ut inn, ut in, uttak innskudd, udbetaling indbetaling, ud ind, otto pano, veloitus hyvitys, meno tulo,
  wn ma, obciążenie uznanie, wydatek wpływ, výdaj příjem, odchozí příchozí, odchádzajúca prichádzajúca, terhelés jóváírás, t j, kiadás bevétel,
  isplata uplata, duguje potražuje, zaduženje odobrenje, rashod prihod, breme dobro, odliv priliv, debet creditare, plată încasare, ieșire intrare, ieşire intrare,
  borç alacak, b a, gider gelir, çıkış giriş, giden gelen, χ π, χρέωση πίστωση, ανάληψη κατάθεση, расход приход, расход доход, витрата дохід, дебет кредит, дебит кредит, списание зачисление, списание поступление, списание пополнение, витрата надходження, дт кт,
  debetas kreditas, debets kredīts, išlaidos pajamos, deebet kreedit, izejošs ienākošs, nợ có, keluar masuk, k m, 支出 収入, 支出 收入, 支 收, 借 贷, 借 貸, 借方 貸方, 借方 贷方, 出金 入金, 支払 入金, 出 入, 转出 转入, 출금 입금, 지출 수입, חובה זכות, مدين دائن, - +, c a, rozchód przychód, çıkan giren, издатък постъпление, izdatak primitak, məxaric mədaxil, шығыс кіріс, ելք մուտք, դեբետ կրեդիտ, დებეტი კრედიტი, გასავალი შემოსავალი,
  зарлага орлого, برداشت واریز, بدهکار بستانکار, cargo aboamento, zordunketa abonua, zorra hartzekoa, kargua abonua, дэбет крэдыт, расход прыход, шығыс кіріс, chiqim kirim, чыгым киреше,
  ڈیبٹ کریڈٹ, ডেবিট ক্রেডিট, উত্তোলন জমা, डेबिट क्रेडिट, खर्च जम्मा, හර බැර, பற்று வரவு, ឥណពន្ធ ឥណទាន, ໜີ້ ມີ, debit kredit, debiti krediti, ዴቢት ክሬዲት, debitu kreditu,
  úttekt innborgun, winien wpływ, md dal, odepsáno připsáno, debetná kreditná, výdavok príjem, tartozik követel, kiadás jóváírás, terećenje odobrenje, odljev priljev, bremenitev odobritev, дугује потражује, 
  задужење одобрење, должи побарува, задолжување одобрување, одлив прилив, исплата уплата, разход приход, dt kt, дт кт, χρ πιστ, χρεωστική πιστωτική, debi kredi, debitim kreditim, dalje hyrje, deebet kreedit, debets kredīts,
  debetas kreditas, deure haver, càrrec abonament, списание пополнение, списание зачисление, списання зарахування, видаток прихід, xərc gəlir, הוצאה הכנסה, ח ז, خصم إيداع, سحب إضافة, سحب إيداع, بد بس, नामे जमा, डेबिट क्रेडिट, เดบิต เครดิต,
  ถอน ฝาก, รายจ่าย รายรับ, เงินออก เงินเข้า, pengeluaran pemasukan, 往账 来账, 往帳 來帳, 支出 存入, 轉出 轉入, 提 存, 支 存, 支出 預入, 引出 預入, 出金取引 入金取引, 지급 수입, debiet krediet, salida entrada, egreso ingreso, 買付 売付, 買い 売り, 买入 卖出, 매수 매도, exp income`
    .split(',')
    .map((pair) => pair.trim().split(/\s+/));

/** Letters that mean this only below a header that has both, or is about the direction: each is that of another pair as well. */
const LETTER_PAIRS = ['w m', 't k', 'd p', 'b d', 'd a', 'd k', 'д п', 'д к'];
/** Those of a header for the direction, in its language. */
const LETTERS_OF = new Map([
  ['strona', 'w m'],
  ['smjer', 'd p'],
  ['насока', 'д п'],
]);
/** Debit and credit, below any two words for both directions. */
const DEBIT_CREDIT: readonly string[] = ['d k', 'д к'];

/** Kupno and sprzedaż, which are bought and sold; alone, each letter is that of another pair. */
const POLISH_ORDER = ['k', 's'];
/** Letters of what is bought and sold in other languages, which mean other things where nothing is. */
const ORDER_LETTERS = [POLISH_ORDER, ['b', 's'], ['c', 'v'], ['a', 'v'], ['k', 'v']];

/** Short words for what is bought and sold, which mean other things alone, and without their accents. */
const ORDER_WORDS = [
  ['mua', 'bán'],
  ['beli', 'jual'],
  ['ost', 'müük'],
];

/** The directions of a column whose values are what is bought and sold in one of these languages; undefined for any other. */
export function directionOfOrders(
  values: readonly string[],
): ((word: string) => Direction | undefined) | undefined {
  const plain = (value: string): string => value.trim().normalize().toLocaleLowerCase();
  const words = new Set(values.map(plain));
  const pair = ORDER_WORDS.find((both) => both.every((word) => words.has(word)));
  if (pair === undefined || words.size > pair.length) return undefined;
  return (value) => (plain(value) === pair[0] ? 'out' : 'in');
}

/** The word for the other side in the pair of a word, in the same letter case; undefined if unknown. */
export function counterpartOf(word: string): string | undefined {
  const plain = word.trim().toLocaleLowerCase();
  const at = directionOf(word) === 'in' ? 1 : 0;
  const other = PAIRS.find((pair) => pair[at] === plain)?.[1 - at];
  if (other === undefined || word === word.toLocaleLowerCase()) return other;
  if (word === word.toLocaleUpperCase()) return other.toLocaleUpperCase();
  return other.charAt(0).toLocaleUpperCase() + other.slice(1);
}

function wordsOf(side: 0 | 1): string[] {
  return PAIRS.map((pair) => plainWords(pair[side] ?? '')).filter((word) => word !== '');
}

/** Money in for a shop but money out for a card holder, so these words cannot confirm a sign. */
export const SALES: ReadonlySet<string> = new Set(
  `sale umsatz vente verkauf vendita venta venda verkoop salg salj myynti sprzedaz prodej predaj eladas prodaja vanzare satis
   pardavimas pardosana πωληση продажа продажба продаж ขาย بيع מכירה`
    .split(/\s+/)
    .map(plainWords),
);

/** What a shopper does: in a column with these words, a payment or a refund is money in. */
export const SPENDING: ReadonlySet<string> = new Set(
  `purchase kauf achat acquisto compra aankoop koop kob kjop kop osto zakup nakup vetel kupnja cumparare alis
   pirkimas pirkums αγορα покупка купівля ซื้อ شراء קנייה`
    .split(/\s+/)
    .map(plainWords),
);

/** What wallets and apps call money in, and money out. A transfer, a payment and a recharge may be either. */
const WALLET_IN = `cash in, reload, quick reload, quick reload payment, receive money, add money, money in, transfer in, transferred in, received, recv, rcvd, received from, incoming transfer, payment received, salary, cashback,
  recibido, recibida, consignacion, pago recibido, transferencia recibida, recebido, recebida, pix recebido, transferencia recebida, voce recebeu, recu, reception, virement recu, paiement recu,
  einzahlung, zahlungseingang, uberweisung eingehend, ricevuto, bonifico ricevuto, ricarica, ontvangen, storting, mottagen, mottaget, wplata, otrzymany, otrzymane, vklad, prichozi platba, prijata platba,
  bejovo, befizetes, feltoltes, incasari, alimentare, para yukleme, входящий, входящая, входящий перевод, поступления, пополнение, поповнення, вхідний,
  terima, transfer masuk, isi saldo, setor tunai, nhan tien, nap tien, pokea, kuweka, إيداع, استلام, وارد, הפקדה, 受取, チャージ, 転入, 受け取り, 収入, 충전, 받기, 收款, 充值, 存款, 转入, 转账收款, เติมเงิน, รับเงิน, รับโอน`;
const WALLET_OUT = `cash out, send money, money sent, sent money, money out, transfer out, transferred out, transferred to, sent to, outgoing transfer, payment sent, pay bill, paybill, bill payment, bill pay, buy goods, merchant payment, airtime, airtime purchase, withdraw, card payment,
  enviado, enviada, pago enviado, transferencia enviada, pix enviado, voce pagou, voce transferiu, saque, envoye, envoi, virement emis, paiement emis,
  zahlungsausgang, uberweisung ausgehend, inviato, bonifico inviato, verzonden, skickad, skickat, wyplata, wyslany, wyslane, vyber, odchozi platba, odeslana platba, kimeno, kifizetes, vasarlas, retragere,
  para gonderme, gonderilen, harcama, исходящий, исходящая, исходящий перевод, снятие, платеж, покупка, зняття, купівля, вихідний,
  kirim, transfer keluar, tarik tunai, bayar, chuyen tien, rut tien, thanh toan, tuma, lipa, kutoa, سحب, إرسال, صادر, משיכה, 送金, 支払い, お支払い, 転出, 결제, 송금, 보내기, 付款, 提现, 取款, 转出, 转账付款, จ่ายเงิน, โอนเงิน, ถอนเงิน`;
const phrasesOf = (list: string): string[] => list.split(',').map(plainWords);

/** What the holder of a wallet does: a payment in such a column is one of the holder, not one to the holder's card. */
export const WALLET_SPENDING: ReadonlySet<string> = new Set(phrasesOf(WALLET_OUT));

/** Values of a direction column, normalised by plainWords. */
const INFLOW_VALUES: ReadonlySet<string> = new Set([
  ...wordsOf(1),
  ...phrasesOf(WALLET_IN),
  ...SALES,
  ...'credite k uznani topup money carga recarga'.split(' '),
  'te pago',
]);
const OUTFLOW_VALUES: ReadonlySet<string> = new Set([
  ...wordsOf(0),
  ...WALLET_SPENDING,
  ...SPENDING,
  ...'debite fee fees gebuhr frais commissione payout auszahlung virement vychozi'.split(' '),
]);

/**
 * Values that mean money in on some statements and money out on others: a refund to a shopper or by a shop, a payment
 * by or to the card holder. The other values in the column decide.
 */
export const MEANT_BY_OTHERS: ReadonlySet<string> = new Set(
  `payment refund refunded return reversal adjustment chargeback erstattung ruckerstattung gutgeschrieben
   remboursement rembourse rimborso rimborsato reembolso devolucion estorno
   terugbetaling zahlung paiement pagamento pago betaling zwrot vraceni возврат 退款`.split(/\s+/),
);

/** What brokers and wallets call money out and money in, including orders by kind. */
const TRADE_OUT =
  /^(?:(?:market |limit |stop |stop limit |recurring |auto |(?:advanced |spot )?trade )?(?:buy|bought)(?: market| limit| stop| stop limit)?|(?:cash )?withdrawal|open position|position opened|(?:(?!refund|rebate|reimburse)[a-z]+ ){1,3}(?:fees?|charges?)|dividend tax(?: .*)?|.*(?:買|買付|購入|买入|買入|매수|출금|税徴収|源泉徴収))$/;
const TRADE_IN =
  /^(?:(?:market |limit |stop |stop limit |recurring |auto |(?:advanced |spot )?trade )?(?:sell|sold)(?: market| limit| stop| stop limit)?|(?:cash )?top up|close position|position closed|interest(?: (?:on|from) cash| earned| received)?|dividends?(?! tax)(?: .*)?|.*(?:売|売却|売付|卖出|賣出|매도|解約|입금|配当金?|分配金|税還付))$/;

/** How card companies describe payments by the card holder: money in, whatever the sign. */
export const PAYMENT_RECEIVED =
  /payment.*(?:thank you|received)|payments? (?:and )?credits?|thank you.*payment|autopay|auto ?pay|pymt|online payment|internet payment|ach deposit|pagamento (?:recebido|ricevuto)|pagamentos? validos?|pagamento (?:de |do )?cartao|zahlung erhalten|zahlungseingang|einzahlung|paiement (?:recu|merci)|prelevement (?:automatique )?enregistre|hartelijk (?:bedankt|dank) voor uw betaling|gracias por su pago|betaling ontvangen|pago recibido|su pago|betalning mottagen|in(?:n|d)?betal(?:n)?ing|wplata|splata/u;

/** Any word for payment: if nothing else is negative, the card holder paid. */
export const PAYMENT =
  /(?<!\p{L})(?:payments?|paiements?|pagamentos?|pagos?|zahlung|betaling|betalning|betalt|suoritus|odeme|odemesi|odemeniz|wplata|splata|platba|plata|fizetes|πληρωμη|оплата)(?!\p{L})|支払|入金|입금|还款|繳款|缴款|תשלום/u;

/** Words in expense reports, whose amounts are expenses without a sign. */
export const EXPENSE_WORDS: ReadonlySet<string> = new Set(
  `expense expenses reimbursable billable receipt receipts erstattungsfahig quittung belege spesen depenses
   remboursable recu rimborsabile ricevuta gasto recibo`.split(/\s+/),
);

export type Direction = 'in' | 'out';

/** Stems drop the last letters of a word, which change with number and case. */
const ENDING_LETTERS = 3;
const STEM_LETTERS_MIN = 5;

function stemsOf(side: 0 | 1): ReadonlySet<string> {
  const long = wordsOf(side).filter((word) => word.length >= STEM_LETTERS_MIN);
  return new Set(
    long.map((word) => word.slice(0, Math.max(STEM_LETTERS_MIN, word.length - ENDING_LETTERS))),
  );
}

const STEMS: Record<Direction, ReadonlySet<string>> = { out: stemsOf(0), in: stemsOf(1) };

/** The direction that plain words name, in any number or case (debits, obciazen, kreditu); undefined if they name both or none. */
export function directionOfStem(words: string): Direction | undefined {
  const says = (direction: Direction): boolean =>
    words.split(' ').some((word) => [...STEMS[direction]].some((stem) => word.startsWith(stem)));
  const [isOut, isIn] = [says('out'), says('in')];
  if (isOut === isIn) return undefined;
  return isOut ? 'out' : 'in';
}

/** What banks write around debit and credit, by a word that has no direction: "Nota de débito", "Credit advice", and politely ご入金. */
const SLIP =
  /^(?:notas?|avisos?|avis) (?:(?:de|di|d) )?(?=\p{L})| (?:note|memo|advice)$|^[ごお御](?=\p{Script=Han})/u;

/** The direction that a value such as debit or credit names. */
export const directionOf = remember((value: string): Direction | undefined => {
  const bare = value.trim();
  if (bare === '+') return 'in';
  if (bare === '-') return 'out';
  const plain = plainWords(bare).replace(SLIP, '');
  if (INFLOW_VALUES.has(plain) || TRADE_IN.test(plain)) return 'in';
  if (OUTFLOW_VALUES.has(plain) || TRADE_OUT.test(plain)) return 'out';
  return isBilingual(plain, INFLOW_VALUES)
    ? 'in'
    : isBilingual(plain, OUTFLOW_VALUES)
      ? 'out'
      : undefined;
});

/** Whether both of two words are among those of one direction: a value in two languages, as in 贷 Cr. */
function isBilingual(plain: string, values: ReadonlySet<string>): boolean {
  const words = plain.split(' ');
  // Letters such as those of D/C are read one by one.
  const isLetter = (word: string): boolean => /^[a-z]$/.test(word);
  return words.length === 2 && words.every((word) => values.has(word) && !isLetter(word));
}

/**
 * The directions of the letters that one column uses: those of the words in its header (`Cargo/Abono`), else of the pair
 * that has both. C is credit next to D, and cargo next to A. Undefined for other values, and for letters that are known
 * one by one. `isOfTrades` says whether the file lists pieces that are bought and sold.
 */
export function directionOfLetters(
  values: readonly string[],
  header: string,
  isOfTrades: boolean,
): ((letter: string) => Direction | undefined) | undefined {
  const plain = (value: string): string => value.trim().toLocaleLowerCase();
  const letters = values.map(plain).filter((value) => value !== '');
  if (letters.length > 2 || letters.some((letter) => !/^\p{L}$/u.test(letter))) return undefined;
  const words = plainWords(header).split(' ');
  const [first, second] = words.map(directionOf);
  const isNamed = words.length === 2 && first !== undefined && second !== undefined;
  const isSpelled = letters.every((letter) => words.some((word) => word.startsWith(letter)));
  const pair = isNamed && isSpelled && first !== second ? words : undefined;
  // In a short file all rows may be on one side: only the header tells what a single letter means.
  const isListed = ORDER_LETTERS.some((both) => both.every((letter) => words.includes(letter)));
  if (letters.length < 2 && pair === undefined && !isListed) return undefined;
  const isOfSides = isNamed && first !== second;
  const mayMean = (pair: string): boolean =>
    (isOfSides && DEBIT_CREDIT.includes(pair)) ||
    LETTERS_OF.get(words[0] ?? '') === pair ||
    pair.split(' ').every((letter) => words.includes(letter));
  const pairs = LETTER_PAIRS.filter(mayMean).map((one) => one.split(' '));
  const known = [...PAIRS, ...pairs].find((one) => letters.every((letter) => one.includes(letter)));
  const order = ORDER_LETTERS.find(
    (both) =>
      (isOfTrades || both === POLISH_ORDER || both.every((letter) => words.includes(letter))) &&
      letters.every((letter) => both.includes(letter)) &&
      both.every((letter) => letters.includes(letter) || words.includes(letter)),
  );
  const [out = '', paidIn = ''] =
    order ?? (first === 'in' ? pair?.toReversed() : pair) ?? known ?? [];
  const isApart = new Set(letters.map(directionOf)).size === 2;
  if (out.charAt(0) === paidIn.charAt(0)) return isApart ? undefined : () => undefined;
  return (value) => {
    const letter = plain(value);
    if (letter === '') return undefined;
    return out.startsWith(letter) ? 'out' : paidIn.startsWith(letter) ? 'in' : undefined;
  };
}

/** Words in a booking's text that show the direction of the money, in any language. */
const ROW_IN =
  /(?<!\p{L})(?:salary|payroll|paychecks?|wages|dividend|cashback|refund|reversal|interest (?:paid|earned|credit)|credit interest|deposit|incoming|received from|gehalt|lohn|gutschrift|ruckerstattung|erstattung|zinsgutschrift|eingang|salaire|virement recu|remboursement|remise de cheque|stipendio|accredito|bonifico (?:a vostro favore|in entrata|ricevuto)|rimborso|nomina|abono|devolucion|ingreso|transferencia recibida|ordenado|vencimento|salario|deposito|estorno|pix recebido|salaris|bijschrijving|terugbetaling|lon|loenn|loen|lonn|insattning|innskudd|indbetaling|palkka|wynagrodzenie|wplata|zwrot|uznanie|przelew przychodzacy|vyplata|mzda|prichozi|vklad|fizetes|jovairas|salariu|incasare|placa|uplata|maas|gelen|iade|зарплата|заработная плата|пополнение|зачисление|поступление|возврат|μισθοδοσια|καταθεση|neft cr|imps cr|upi cr|by salary|gaji)(?!\p{L})|給与|給料|振込入金|利息|工资|收入|转入|退款|退货|返现|급여|이자|משכורת|راتب/u;
const ROW_OUT =
  /(?<!\p{L})(?:purchase|card payment|debit card|pos|atm|withdrawal|cash withdrawal|direct debit|standing order|bill payment|fee|charge|rent|kauf|kartenzahlung|lastschrift|dauerauftrag|abhebung|bargeldbezug|miete|gebuhr|bezug|belastung|achat|paiement (?:par )?carte|carte|prelevement|retrait|loyer|frais|cotisation|acquisto|pagamento|prelievo|addebito|affitto|commissione|compra|pago|cargo|retiro|recibo|cajero|alquiler|comision|levantamento|saque|debito|pagamento|renda|pix enviado|betaling|betaalautomaat|incasso|geldautomaat|opname|huur|kortkop|kop|uttag|varekjop|kjop|kob|dankort|uttak|haevning|husleje|hyra|ostos|korttiosto|nosto|maksu|vuokra|zakup|platnosc|wyplata|oplata|czynsz|obciazenie|nakup|platba|vyber|poplatek|najem|vasarlas|keszpenzfelvetel|dij|cumparare|plata|retragere|comision|kupovina|placanje|isplata|naknada|harcama|alisveris|cekim|fatura|kira|gonderilen|покупка|оплата|снятие|комиссия|списание|αγορα|αναληψη|πληρωμη|ach d|emi|tarik|bayar)(?!\p{L})|引落|引出|手数料|カード|支払|消费|取款|手续费|转出|카드|출금|수수료|משיכה/u;

/** The direction that a booking's text names; undefined if it names both or none. */
export const directionOfText = remember((text: string): Direction | undefined => {
  const plain = plainWords(text);
  const isIn = ROW_IN.test(plain);
  if (isIn === ROW_OUT.test(plain)) return undefined;
  return isIn ? 'in' : 'out';
});

/** Headers of card companies, which write spending as positive. */
export const CARD_HEADER =
  /(?<!\p{L})(?:card|card no|card number|card member|cardholder|merchant|merchant category|mcc|karte|kartennummer|kartennr|karteninhaber|kreditkarte|handler|branche|carte|numero de carte|carta|numero carta|tarjeta|cartao|kaart|kaartnummer|kort|kortnummer|kortti|karta|numer karty|cislo karty|kartya|kartyaszam|kartica|broj kartice|card no|kart|kart no|карта|номер карты|καρτα)(?!\p{L})|カード|卡号|卡號|商店名稱|特店名稱|消費明細|消费明细|카드|利用日|ご利用|利用店|가맹점|בית העסק|בית עסק|כרטיס/u;

/** The number of a card with most of it hidden. Behind a single letter it is that of an account: U*****471. */
export const MASKED_CARD =
  /(?<![*xX•·])(?<!(?<!\p{L})\p{L})[*xX•·]{2,}(?:[ -][*xX•·]{2,}){0,3}[ -]?\d{2,5}\b|\d{4}[ -]?\d{0,2}[*xX•·]{2,}/u;
