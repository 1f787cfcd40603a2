import type { EncodingName } from './encodings.ts';

/** A language, with the letters that distinguish it from others in the same bytes. */
export interface EncodedLanguage {
  encodings: readonly EncodingName[];
  /** Lower-case letters, the most frequent first; for a Latin script, only those that ASCII lacks. */
  letters: string;
  /** Whether the other letters of its words are ASCII. */
  isLatin: boolean;
  /** Words of its bank statements; each counts for more than its letters. */
  words: readonly string[];
}

const CYRILLIC: readonly EncodingName[] = ['windows-1251', 'koi8-r', 'iso-8859-5', 'ibm866'];
const WESTERN: readonly EncodingName[] = ['windows-1252', 'iso-8859-15', 'macintosh'];
const CENTRAL: readonly EncodingName[] = ['windows-1250', 'iso-8859-2'];

const script = (
  encodings: readonly EncodingName[],
  letters: string,
  words: string,
): EncodedLanguage => ({ encodings, letters, isLatin: false, words: words.split(' ') });
const latin = (encodings: readonly EncodingName[], letters: string): EncodedLanguage => ({
  encodings,
  letters,
  isLatin: true,
  words: [],
});

/** Languages with their single-byte encodings; in a tie the earlier one wins. */
export const ENCODED_LANGUAGES: readonly EncodedLanguage[] = [
  ...[
    'üäöß',
    'éèàêçôîûâùïëœ',
    'óíáñéúüº',
    'ãçáéíóêõúâôà',
    'àèùòìé',
    'óéàèíçòúïü·',
    'äåöé',
    'øåæé',
    'áíðóþæýéúö',
    'ëéïöüèä',
  ].map((letters) => latin(WESTERN, letters)),
  ...[
    'łążęśóćńź',
    'íáéěřýžčšůúťďňó',
    'íáéýčžšťúôľäňóŕĺď',
    'áéőöűüóúí',
    'ăâîşţ',
    'čšžćđ',
    'üäöß',
  ].map((letters) => latin(CENTRAL, letters)),
  latin(['windows-1254'], 'ışüçöğâî'),
  ...['ėšųžįūčąę', 'āīēšņļūģķžč', 'äõüöšž'].map((letters) => latin(['windows-1257'], letters)),
  script(
    CYRILLIC,
    'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё',
    'дата сумма счет счёт карты карта операции операция описание остаток валюта приход расход назначение платежа перевод оплата',
  ),
  script(
    CYRILLIC,
    'оанивіретслкудмпязьбгчйхцжїющєфшґ',
    'дата сума опис картки операції залишок рахунок призначення платежу валюта оплата переказ',
  ),
  script(
    CYRILLIC,
    'аоиентрсвлпкдмзябъугчцйжхшщюфь',
    'дата сума сметка описание основание баланс вальор валута операция дебит кредит превод плащане такса',
  ),
  script(
    CYRILLIC,
    'аоиенрсјтуквдмплзгбчшцћжљњфхђџѓќѕ',
    'датум износ опис стање рачун валута дуговања уплата исплата сврха приливи одливи',
  ),
  script(
    ['windows-1253'],
    'αοιετσνηυρπκμλςωίόάέγδχθφήύώβξζψϊϋ',
    'ημερομηνία ημερομηνια ποσό ποσο περιγραφή περιγραφη υπόλοιπο υπολοιπο χρέωση πίστωση αιτιολογία λογαριασμός πληρωμή συναλλαγή νόμισμα',
  ),
  script(
    ['windows-1255'],
    'יוהלארמתבשנעחדקפםסטגצזכןךץף',
    'תאריך סכום תיאור יתרה חובה זכות אסמכתא חשבון פעולה ערך פרטים העברה תשלום',
  ),
  script(
    ['windows-1256'],
    'الينمرتوبعدسفهكقةحجشطصخزضذثغءأإىئؤظآ',
    'التاريخ تاريخ المبلغ مبلغ الوصف وصف الرصيد رصيد مدين دائن البيان العملة الحساب تحويل دفع العملية راتب',
  ),
  script(
    ['windows-874'],
    'านรอกเงวมยลทดสตปบคะัี่้ิ์ชแไหใพำขโุูจถผซ็ึืณษศธฟภฐญฝฮฉฎฏฆฒฬ',
    'วันที่ รายการ จำนวนเงิน ยอดคงเหลือ ถอน ฝาก เดบิต เครดิต รายละเอียด บัญชี โอน ชำระ สาขา เวลา',
  ),
];

const JAPANESE =
  '日月年金額取引残高内容摘要入出振込預払支店名前先口座番号料手数利用明細合計銀行区分備考電気水道代家賃給与株式会社東京大阪中本人一二三四五六七八九十百千万円税込食品事業者保険通信費送現落当時間曜舗商';

/** Multi-byte encodings, with the characters that make up most of a statement in them. */
export const MULTI_BYTE_LANGUAGES: readonly { encoding: EncodingName; common: string }[] = [
  { encoding: 'shift_jis', common: JAPANESE },
  { encoding: 'euc-jp', common: JAPANESE },
  {
    encoding: 'gb18030',
    common:
      '的一是在人有我他这中大来上国个到们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话者向情部正名定女问力机给等几业最间新什打便位因重被走电四第门相次东政海口使教西再平真世气信北少关并内加化由产入先山五太水万市体别处总场师书比住员性通目华报立安表原车路常感金反合放做系计司利受光王果京各至清物共风接特服南度统色字请论百元社六功指非管连远费快条院变联权展该传近周保达办运半候七城步区即求品量技程江语派式息识收钱党未持取设始版双商千片容网香专石读账帐户余额币种摘要支付宝微款项号码贷借卡银存续类型状态备注易期描述店超餐饮工资',
  },
  {
    encoding: 'big5',
    common:
      '的一是在人有我他這中大來上國個到們為子和你地出道也時年得就那要下以生會自著去之過家學對可後小心多天而能好都然沒日於起發成事只作當文無開手十用主行方又如前所本經面公同三已從動兩長知民現分將外但些與高意進法此實回二理美點月明其種全工話者向部正名定女力機給等業最間新便位因重電四第門相次東海口使教西再平真世氣信北少並內加化由產入先山五太水萬市體別處總場師書比住員性通目華報立安表原車路常感金反合放做系計司利受光果京各至清物共風接特服南度統色字請論百元社六功指非管連遠費快條院變聯權展該傳近周保達辦運半候七城步區即求品量技程語式息收錢未持取設始版商千片容網香專石讀帳戶餘額幣摘要存款支出提轉匯卡銀續類型備註易期說述繳餐廳超薪資',
  },
  {
    encoding: 'euc-kr',
    common:
      '이다는에을의가고하지도로은사한기아그서나자를어인시일대있리보수부들제정게라해만적과것거소으전주안원상장스여문구조동공신세선유면무성우미경비국관화용개내중발오계분생방실금마결음번물연위단통명간입출액잔날짜래요행점좌카드체현메모합급험료월편트식당커피택교환불송배납',
  },
];
