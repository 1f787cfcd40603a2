import { remember } from '../remember.ts';
import { plainWords } from '../suggestions/header-words.ts';
import { valueUnder } from './stated-figures.ts';
import type { NumberFormat } from '../fields/amounts.ts';
import type { StatedFigure } from './stated-figures.ts';

/** A balance that a statement prints before, after or between its bookings, in ten-thousandths. */
export interface StatedBalance {
  line: number;
  value: number;
  /** Which end of the period the words name, if any. */
  end?: 'opening' | 'closing';
}

// Not between `\b`, which only knows ASCII letters.
const BALANCE =
  /(?<!\p{L})(?:balance|\p{L}*saldo|saldi|solde|kontostand|sald|zustatek|zostatok|egyenleg|sold|stanje|bakiye\p{L}*|atlikums|likutis|(?:alg|lopp)jaak|(?:upphafs|loka)staða|gjendja|qaliq|baki|so du|υπολοιπο|остаток|залишок|салдо|сальдо|стање|brought forward|carried forward|saldovortrag|ubertrag|ბალანსი|ნაშთი|\p{L}*մնացորդ\p{L}*|қалдық|қалдығы|үлдэгдэл|qoldiq\p{L}*|qaliq\p{L}*|баланс|शष|مانده|رصيد|salio)(?!\p{L})|残高|繰越|余额|餘額|잔액|잔고|ยอดยก|ยอดคงเหลอ|יתר[הת]|الرصيد/u;
const OPENING =
  /(?<!\p{L})(?:open|opening|beginning|start|previous|brought forward|anfang\p{L}*|alter|eroffnung\p{L}*|vortrag|saldovortrag|initial|ancien|depart|precedent|iniziale|precedente|inicial|anterior|begin\p{L}*|vorig|ingaende|inngaende|primo|alku\p{L}*|alg(?:saldo|jaak|ne)|upphafsstaða|poczatkow\p{L}*|pocatecni|pociatocny|nyito|pocetno|zacetno|sakuma|sakotnej\p{L}*|pradz\p{L}*|pradin\p{L}*|fillestar\p{L}*|ilkin|devreden|acilis|awal|dau ky|prethodn\p{L}*|predchoz\p{L}*|predchadzajuc\p{L}*|poprzedni\p{L}*|elozo|onceki|предыдущ\p{L}*|попередн\p{L}*|предходн\p{L}*|претходн\p{L}*|εναρξη\p{L}*|αρχικο|προηγουμενο|входящий|начальный|начало|начално|почетно|початковий|вхідний|საწყისი|\p{L}*սկզբն\p{L}*|бастапқы|басындағы|эхний|boshlang|पररभक|अगरम|اول|mwanzo)(?!\p{L})|期首|기초|전월|(?<!次[期月])繰越|期初|이월|ยกมา|פתיחה|קודמת|الافتتاحي|السابق/u;
const CLOSING =
  /(?<!\p{L})(?:close|closing|ending|end|new|carried forward|end\p{L}*|schluss\p{L}*|neuer|abschluss(?!posten)\p{L}*|final|finale|nouveau|arrivee|actual|eind\p{L}*|nieuw|utgaende|ultimo|loppu\p{L}*|lopp(?:saldo|jaak)|lokastaða|koncow\p{L}*|konecny|koncno|nov[oaey]|zaro|zavrsno|beigu|galutin\p{L}*|pabaig\p{L}*|perfundimtar\p{L}*|kapanis|akhir|cuoi ky|ληξη\p{L}*|τελικο|исходящий|конечный|конец|крайно|кінцевий|вихідний|საბოლოო|\p{L}*վերջն\p{L}*|соңғы|соңындағы|эцсийн|yakuniy|son|अतम|اخر|پایان|mwisho)(?!\p{L})|期末|기말|次[期月]|ยกไป|סגירה|الختامي|النهائي/u;
const NUMBERS_MAX = 24;

export function isBalanceLabel(label: string): boolean {
  return BALANCE.test(label);
}

/** A word for a balance, for one at an end (Anfangssaldo, algjääk, loppusaldo, lokastaða), or for what can be spent. */
const COMPOUND =
  /^(?:balance|solde|(?:(?:online|letzter|aktueller|gesamt) )?(?:saldo|kontostand)|likutis p[rb]|\p{L}{2,}saldo|(?:alg|lopp)jaak|(?:upphafs|loka)staða|(?:saldo|balance) (?:(?:d(?:o|el) )?dia|diario)|saldo giornaliero|solde (?:du jour|journalier)|daily balance|egyenleg|zustatek|zostatok|likutis|atlikums|υπολοιπο|остаток|залишок|салдо|сальдо|ნაშთი|ბალანსი|մնացորդ|қалдық|үлдэгдэл|qoldiq|qaliq|مانده|الرصيد|残高|余额|餘額|잔액|잔고|saldo (?:contabile|liquido|disponibile|contable|disponible|contabilistico|disponivel)|(?:available|ledger) balance|disponibilita(?: al)?)$/u;
const LABEL_WORDS_MAX = 4;

/** More labels of opening and closing balances, as whole cells: their words are too rare or too common for the expressions above. */
const LABELS: ReadonlySet<string> = new Set(
  `solde d'ouverture, solde de clôture, nuevo saldo, saldo atual, nuovo saldo, oud saldo, hasierako saldoa, aurreko saldoa, amaierako saldoa, azken saldoa,
   egungo saldoa, ing saldo, utg saldo, saldo fra forrige kontoutskrift, uusi saldo, fyrri staða, ný staða, sākuma bilance, atlikums perioda beigās,
   beigu bilance, saldo bieżące, počáteční stav, koncový stav, konečný stav, začiatočný zostatok, počiatočný stav, nyitóegyenleg, záróegyenleg, új egyenleg,
   sold curent, начален баланс, краен баланс, krajnje stanje, крајње стање, ново стање, завршно стање, konačno stanje, prejšnje stanje, staro stanje,
   почетна состојба, претходна состојба, крајна состојба, крајно салдо, нова состојба, balanca fillestare, balanca e çeljes, gjendja në fillim,
   balanca përfundimtare, balanca e mbylljes, gjendja në fund, υπόλοιπο από μεταφορά, νέο υπόλοιπο, dönem başı bakiyesi, dönem sonu bakiyesi, əvvələ qalıq,
   dövrün əvvəlinə qalıq, sona qalıq, dövrün sonuna qalıq, ნაშთი პერიოდის დასაწყისში, ნაშთი პერიოდის ბოლოს, սկզբի մնացորդ, վերջի մնացորդ,
   залишок на початок періоду, залишок на кінець періоду, уваходны астатак, астатак на пачатак перыяду, выходны астатак, астатак на канец перыяду,
   кіріс қалдық, шығыс қалдық, kun boshiga qoldiq, davr boshiga qoldiq, oxirgi qoldiq, davr oxiriga qoldiq, баштапкы калдык, мезгилдин башындагы калдык,
   акыркы калдык, мезгилдин аягындагы калдык, יתרה סופית, יתרה לסוף תקופה, رصيد البداية, رصيد الإقفال, الرصيد النهائي, موجودی اول دوره, مانده از قبل,
   مانده ابتدای دوره, موجودی پایان دوره, مانده نهایی, ابتدائی بیلنس, اختتامی بیلنس, आरंभिक शेष, अथ शेष, इति शेष, প্রারম্ভিক স্থিতি, প্রারম্ভিক ব্যালেন্স,
   প্রারম্ভিক জের, সমাপনী স্থিতি, সমাপনী ব্যালেন্স, সমাপনী জের, सुरु मौज्दात, प्रारम्भिक मौज्दात, अन्तिम मौज्दात, ආරම්භක ශේෂය, අවසාන ශේෂය, தொடக்க இருப்பு,
   ஆரம்ப இருப்பு, இறுதி இருப்பு, முடிவு இருப்பு, số dư đầu, số dư cuối, សមតុល្យដើមគ្រា, សមតុល្យដើម, សមតុល្យចុងគ្រា, សមតុល្យចុងក្រោយ, ຍອດຍົກມາ,
   ຍອດເຫຼືອຕົ້ນງວດ, ຍອດຍົກໄປ, ຍອດເຫຼືອທ້າຍງວດ, စာရင်းဖွင့်လက်ကျန်, အဖွင့်လက်ကျန်, စာရင်းပိတ်လက်ကျန်, အပိတ်လက်ကျန်, baki pembukaan, baki dibawa ke hadapan,
   baki terdahulu, baki penutup, baki legar, panimulang balanse, panghuling balanse, salio la kuanzia, salio anzia, salio la kufunga, salio ishia,
   የመነሻ ቀሪ ሂሳብ, መነሻ ሂሳብ, የመጨረሻ ቀሪ ሂሳብ, መዝጊያ ሂሳብ, openingsbalans, saldo oorgedra, sluitingsbalans, 前回残高, 前日残高, 最終残高, 現在残高, 전일잔액, 최종잔액, 현재잔액, 上期余额, 承前余额,
   本期余额, 承上結餘, 承前結餘, 戶口結餘, 過後結餘, bilanċ tal-ftuħ, bilanċ tal-għeluq, iarmhéid tosaigh, iarmhéid deiridh, balans agoriadol, balans cau, balans terfynol`
    .split(',')
    .map(plainWords),
);

/** A brand of shoes, next to a branch or a number; a payment of a balance; and what somebody sold, which is a balance only in Romanian. */
const NO_LABEL =
  /^new balance(?!\p{L})|(?<!\p{L})(?:pay(?:ed|ment|ments)?|paid|paiement|reglement|prelevement|zahlung|bezahlt|beglichen|ausgleich|einzug|lastschrift|(?:ge)?incass\p{L}*|betaald|betaling|betalning|innbetaling|indbetaling|pago|pagado|pagamento|addebito|splata|uhrada|odeme|odemesi|odendi|оплата|погашение|платеж|плащане|maksu|fizetes|placilo|uplata|εξοφληση|πληρωμη)(?!\p{L})|(?<!\p{L})sold (?!initial|final|precedent|anterior|creditor|debitor|cont)/u;

const BEFORE =
  /^(?:previous|prior|last|forrige|foregaende|forra|sidste|letzte[nrs]?|vorherige[nrs]?|vorige[nrs]?|vorig|precedente?|anterior(?:es)?|poprzedni\p{L}*|predchoz\p{L}*|minul\p{L}*|elozo|edellinen|edellise\p{L}*|onceki|gecen|предыдущ\p{L}*|прошл\p{L}*|попередн\p{L}*|минул\p{L}*|προηγουμεν\p{L}*|lalu|sebelumnya)$/u;
const OWED =
  /^(?:balance|owed|owing|due|debt|amount|skyldig|utestaende|skuld|belop|saldo|betrag|ubertrag|vortrag|forderung|solde|montant|deuda|importe|divida|valor|zadluzenie|kwota|dluh|zustatek|tartozas|egyenleg|velka|borc\p{L}*|bakiye\p{L}*|devir|devreden|задолженность|остаток|долг|υπολοιπο|οφειλη|tagihan)$/u;
const BILL =
  /^(?:statement|bill|invoice|period|month|your|the|of|from|fra|fran|faktura|regning|opgorelse|periode|der|die|aus|vom|von|rechnung|abrechnung|monat|de|la|du|del|da|do|des|releve|facture|mois|factura|fatura|extracto|extrato|estado|cuenta|estratto|conto|della|dell|mes|mese|van|het|afrekening|overzicht|z|wyciagu|okresu|vypisu|kivonat|szerinti|lasku\p{L}*|bir|hesap|ozet\p{L}*|ekstre\p{L}*|donem\p{L}*|по|выписк\p{L}*|период\p{L}*|λογαριασμου|bulan)$/u;
const OLD_DEBT_WORDS_MAX = 7;

/** Whether words say what is owed from the bill before, and nothing else: cards list it above their purchases. */
function isOldDebt(label: string): boolean {
  const words = label.split(' ');
  return (
    words.length <= OLD_DEBT_WORDS_MAX &&
    words.some((word) => BEFORE.test(word)) &&
    words.some((word) => OWED.test(word)) &&
    words.every((word) => BEFORE.test(word) || OWED.test(word) || BILL.test(word))
  );
}

/** Whether a cell is only the label of an opening or closing balance: its row is not a booking, whatever its amount. */
export const isEndBalance = remember((cell) => {
  const label = plainWords(cell);
  if (isOldDebt(label) || LABELS.has(label)) return true;
  if (label.length > 40 || label.split(' ').length > LABEL_WORDS_MAX || NO_LABEL.test(label))
    return false;
  return (
    COMPOUND.test(label) || (BALANCE.test(label) && OPENING.test(label) !== CLOSING.test(label))
  );
});

/** The figures that are balances; `format` is the format of the amounts. */
export function statedBalances(
  figures: readonly StatedFigure[],
  format: NumberFormat,
): StatedBalance[] {
  return figures
    .filter(({ label }) => BALANCE.test(label))
    .slice(0, NUMBERS_MAX)
    .flatMap((figure) => {
      const { line, label } = figure;
      const value = valueUnder(figure, format);
      if (Number.isNaN(value)) return [];
      const isOpening = OPENING.test(label);
      const end = isOpening === CLOSING.test(label) ? undefined : isOpening ? 'opening' : 'closing';
      return [{ line, value, ...(end !== undefined && { end }) }];
    });
}

/** Whether two stated balances differ by the sum of the amounts, or by its negative. */
export function provenByDifference(
  stated: readonly StatedBalance[],
  total: number,
): { reversed: boolean } | undefined {
  if (total === 0 || Number.isNaN(total)) return undefined;
  const differs = (by: number): boolean =>
    stated.some(
      (opening) =>
        opening.end !== 'closing' &&
        stated.some((closing) => closing.end !== 'opening' && closing.value - opening.value === by),
    );
  const [asRead, turned] = [differs(total), differs(-total)];
  return asRead === turned ? undefined : { reversed: turned };
}
