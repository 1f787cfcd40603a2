import { remember } from '../remember.ts';
import { plainWords } from './header-words.ts';

/** The bank's state of a row: it is booked, will be booked, or never was. */
export type BookingState = 'booked' | 'pending' | 'not_booked';

/** Refusals and withdrawals. Nouns such as reversal or Storno are not included: they name separate bookings. */
const NOT_BOOKED = `
failed, failure, declined, reverted, reversed, revertido, revertida, revertiert, zurückgebucht, inversé, inversée, cofnięta, cofnięto, cofnięty, inversată, vráceno, återförd, återfört, tilbageført, tilbakeført, reversert, canceled, cancelled, rejected, refused, void, voided, expired, denied,
aborted, abandoned, unsuccessful, not completed, not approved, not executed, not processed, timed out, error, removed, deleted, slettet, verwijderd, raderad, raderat, borttagen, poistettu, usunięta, usunięty,
supprimé, supprimée, eliminado, eliminada, borrado, borrada, eliminato, eliminata, cancellato, cancellata, excluído, excluída, smazáno, удалено, удалена,
storniert, gestrichen, abgelehnt, fehlgeschlagen, abgebrochen, zurückgewiesen, verfallen, abgelaufen, gescheitert, verweigert, annulliert,
nicht ausgeführt, nicht erfolgreich, gelöscht, widerrufen, rückgängig gemacht,
refusé, refusée, annulé, annulée, échoué, échouée, échec, rejeté, rejetée, expiré, expirée, abandonné, abandonnée, non exécuté,
rechazado, rechazada, declinado, declinada, cancelado, cancelada, anulado, anulada, fallido, fallida, denegado, denegada, caducado, caducada, expirado, expirada,
recusado, recusada, rejeitado, rejeitada, falhado, falhada, falhou, negado, negada, estornado, estornada, não concluído,
rifiutato, rifiutata, non approvato, non approvata, annullato, annullata, respinto, respinta, negato, negata, fallito, fallita, scaduto, scaduta, stornato, stornata,
geweigerd, geannuleerd, mislukt, afgewezen, verlopen, teruggedraaid, niet uitgevoerd,
avvisad, avvisat, nekad, nekat, avbruten, avbrutet, misslyckad, misslyckades, misslyckat, makulerad, makulerat, annullerad, avböjd, återkallad,
avvist, avslått, kansellert, mislykket, feilet, annullert, avbrutt, afvist, annulleret, fejlet, afbrudt,
hylätty, peruutettu, peruttu, epäonnistunut, epäonnistui, vanhentunut, mitätöity,
odrzucona, odrzucony, odrzucone, anulowana, anulowany, anulowane, nieudana, nieudany, nieudane, niezrealizowana, wycofana, wygasła, odmowa,
zamítnuto, zamítnutá, zamítnutý, zrušeno, zrušená, zrušený, neúspěšná, neúspěšné, neúspěšný, odmítnuto, odmítnutá, selhalo, stornováno, stornovaná,
zamietnutá, zamietnuté, zrušené, neúspešná, neúspešné, odmietnutá, odmietnuté, stornovaná, zlyhalo,
elutasított, elutasítva, elutasítás, sikertelen, törölt, törölve, visszavont, visszavonva, meghiúsult, érvénytelen, sztornózott,
respinsă, respins, anulată, anulat, eșuată, eșuat, refuzată, refuzat, expirată,
odbijeno, odbijena, otkazano, otkazana, neuspješno, neuspješna, neuspešno, neuspešna, poništeno, poništena, stornirano, stornirana,
zavrnjeno, zavrnjena, preklicano, preklicana, neuspelo,
отказана, отказано, отхвърлена, отхвърлено, анулирана, неуспешна, неуспешно, сторнирана, отменена,
отклонено, отклонена, отклонен, отменено, отменен, неуспешный, аннулирована, аннулировано, отказ, ошибка, не выполнено, не выполнена,
не исполнено, не исполнен, не завершен, не завершена, не завершено, сторнировано, відхилено, відхилена, скасовано, скасована, неуспішно, неуспішна, відмовлено, помилка, анульовано,
απορρίφθηκε, απορρίφθη, απορριφθείσα, ακυρώθηκε, ακυρωμένη, ακυρωμένο, αποτυχία, απέτυχε,
reddedildi, iptal edildi, iptal, başarısız, geri çevrildi,
atmesta, atmestas, atšaukta, atšauktas, nepavyko, nepavykęs, noraidīts, noraidīta, atcelts, atcelta, neizdevās,
tagasi lükatud, tühistatud, ebaõnnestunud, ebaõnnestus, keeldutud, hafnað, hætt við, ógilt, mistókst,
thất bại, từ chối, bị từ chối, đã hủy, gagal, ditolak, dibatalkan, batal,
失敗, 取消, 取り消し, キャンセル, 拒否, 却下, エラー, 期限切れ, 失败, 已取消, 拒绝, 交易关闭, 已关闭, 撤销, 已拒絕,
실패, 취소, 거절, 거부, נדחה, נדחתה, נכשל, נכשלה, בוטל, בוטלה, מבוטל, מבוטלת, مرفوض, مرفوضة, ملغي, ملغى, ملغاة, فشل, فشلت, فاشلة,
not issued, не извршено, не извршена, не реализирано, ոչ կատարված, մերժված, մերժվել է, չեղարկված, ձախողված, უარყოფილი, უარყოფილია, გაუქმებული, გაუქმებულია, წარუმატებელი, imtina edildi, imtina, rədd edildi, ləğv edildi, ləğv edilib, uğursuz,
қабылданбады, бас тартылды, жойылды, сәтсіз, rad etildi, bekor qilindi, refuzuar, anuluar, dështuar, одбиено, одбиена, откажано, откажана, поништено,
ยกเลิก, ไม่สำเร็จ, ล้มเหลว, ปฏิเสธ, ناموفق, نا موفق, لغو شده, رد شده,
non riuscito, non riuscita, revocato, revocata, gestorneerd, teruggeboekt, medges ej, mislyktes, mislykkedes, keskeytetty, bakfært, bakfærð, afturkallað, odrzucono, anulowano, neprovedeno, neprovedená, visszautasított, visszautasítva,
stornat, odbijen, storniran, zavrnjen, preklican, razveljavljeno, одбијено, сторнирано, одбиен, анулирано, αποτυχημένη, ανακλήθηκε, ακύρωση, dështoi, stornuar, katkestatud, neizdevies, anulēts, neizpildīts, atteikts, nepavykusi, anuliuota, neįvykdyta,
rebutjat, rebutjada, cancel·lat, cancel·lada, anul·lat, anul·lada, denegat, denegada, fallit, відмова, відмінено, адхілена, адменена, адмова, hatalı, rədd edilib, ləğv edilib, imtina, uğursuz, xatolik, muvaffaqiyatsiz,
амжилтгүй, цуцлагдсан, סורב, غير ناجحة, برگشتی, برگشت خورده, असफल, विफल, अस्वीकृत, रद्द, ถูกปฏิเสธ, không thành công, tidak berjaya, nabigo, kinansela, tinanggihan, imeshindikana, imeghairiwa, imekataliwa,
misluk, afgekeur, gekanselleer, geweier, onsuksesvol, 交易失敗, 交易失败,
não autorizada, rexeitado, ukatua, baztertua, evätty, synjað, απόρριψη, адмоўлена, четке кагылды, баш тартылды, татгалзсан, סורבה, مسترد, ناکام,
প্রত্যাখ্যাত, ব্যর্থ, বাতিল, ප්‍රතික්ෂේප විය, අසාර්ථකයි, நிராகரிக்கப்பட்டது, தோல்வி, បានបដិសេធ, បរាជ័យ, ປະຕິເສດ, ບໍ່ສຳເລັດ, ငြင်းပယ်ခံရသည်, မအောင်မြင်ပါ,
ውድቅ ተደርጓል, አልተሳካም, 不成立, 取引不成立, 被拒絕, miċħud, diúltaithe, gwrthodwyd`;

const PENDING = `
pending, pend, open, on hold, hold, held, authorised, authorized, authorisation, authorization, pre authorised, pre authorized, preauthorization, processing, in progress,
in process, scheduled, queued, awaiting, waiting, unposted, not posted, not booked, reserved, blocked, unsettled, provisional, upcoming,
vorgemerkt, offen, ausstehend, in bearbeitung, reserviert, schwebend, angekündigt, nicht gebucht, noch nicht gebucht, vorläufig, autorisiert, einbehalten,
en attente, en cours, en traitement, en cours de traitement, à venir, non comptabilisé, non comptabilisée, réservé, autorisée,
pendiente, pendientes, en curso, en proceso, retenido, retenida, no contabilizado, pendente, pendentes, nao pago, nao paga, em processamento, em curso, agendado, agendada, cativo,
bloqueado, bloqueada, bloqueados, bloqué, bloquée, vormerkung, vormerkungen, reservierung, reservierungen, prenotata, prenotato,
reserveringen, blokady, zablokované, zablokovaná, sume blocate, suma blocată, заблокировано, заблокированные, заблоковано, заблоковані,
lançamentos futuros, saídas futuras, entradas futuras, movimentos futuros, movimientos futuros, pagos programados,
in attesa, in sospeso, in corso, non contabilizzato, non contabilizzata, da contabilizzare, autorizzata, autorizzato,
in behandeling, gereserveerd, nog te verwerken, openstaand, in afwachting,
väntande, reserverad, reserverat, preliminär, prel, ej bokförd, kommande, pågående, venter, ventende, reservert, reservasjon, under behandling, ikke bokført,
afventer, afventende, reserveret, ikke bogført, odottaa, odottava, varaus, katevaraus, vireillä, käsittelyssä, kirjaamaton,
oczekująca, oczekujące, oczekujący, oczekuje, w trakcie, w trakcie realizacji, w realizacji, nierozliczona, nierozliczone, nierozliczony, blokada, w toku,
čekající, čeká, nezaúčtováno, nezaúčtovaná, blokace, blokováno, blokovaná, čeká na zpracování, rezervace, probíhá, čakajúca, čakajúce, čaká, nezaúčtovaná, nezaúčtované, blokácia,
függőben, függő, könyvelés alatt, könyvelésre váró, zárolt, zárolás, zárolva, folyamatban, nem könyvelt,
în așteptare, în curs, în curs de procesare, în procesare, na čekanju, u obradi, rezervirano, rezervacija, v čakanju, v obdelavi, v teku,
чакаща, чакащо, изчакваща, в обработка, блокирана, в обработке, в процессе, в процесі, выполняется, виконується, сумма в обработке, операция в обработке, сумма заблокирована, ожидание, ожидает, в ожидании, ожидает обработки, не проведена, не проведено, холд, авторизация,
не обработано, в обробці, очікує, в очікуванні, очікування, σε εκκρεμότητα, εκκρεμεί, εκκρεμής, δέσμευση, σε επεξεργασία,
beklemede, bekliyor, bekleyen, provizyon, provizyonda, işleniyor, laukiama, laukia, rezervuota, vykdoma, gaida, rezervēts, apstrādē,
ootel, broneering, broneeritud, reserveeritud, töötlemisel, heimild, heimildir, í bið, frátekið, óbókað, óbókuð,
đang xử lý, chờ xử lý, tertunda, diproses, menunggu, 処理中, 保留, 未確定, 处理中, 待处理, 处理中, 待入账, 未入账, 待付款, 等待,
대기, 처리중, 보류, 승인대기, ממתין, ממתינה, בהמתנה, בתהליך, בקליטה, עסקה בקליטה, עתידיות, תנועות עתידיות, עסקאות עתידיות, טרם נקלט, معلق, معلقة, قيد الانتظار, قيد المعالجة,
սպասման մեջ, սպասվող, ընթացքում, დამუშავების პროცესში, მოლოდინში, დაბლოკილი, gözləmədə, gözləyir, icra olunur, күтуде, өңделуде, kutilmoqda, jarayonda,
në pritje, në proces, во тек, на чекање, รอดำเนินการ, กำลังดำเนินการ, در انتظار, در حال پردازش,
in elaborazione, en tránsito, a aguardar, em andamento, gepland, bevakad, avventer, pågår, i gang, ikke udført, varattu, tulossa, í vinnslu, uncleared, niezaksięgowana, niezaksięgowane,
rezervováno, prebieha, rezervovaná, könyveletlen, feldolgozás alatt, blocat, nedecontat, u tijeku, neproknjiženo, zaprimljen, neknjiženo, na čakanju, rezervisano, u toku, на чекању, резервисано, у обради, резервација,
во обработка, резервирано, неизвршен, неосчетоводена, в изчакване, в процес, блокировка, обработва се, δεσμευμένο, δεσμευμένη, προς εκκαθάριση, μη εκκαθαρισμένη, i rezervuar, bllokuar, në procesim, pezull, ootab, pooleli,
procesā, gaidošs, laukiantis, laukianti, apdorojama, pendent, pendents, en procés, retingut, en curs, pendent de liquidar, заморожено, обрабатывается, не подтверждено, очікується, обробляється, у апрацоўцы, işlemde, icradadır, blokda,
მიმდინარე, დასამუშავებელი, ընթացքի մեջ, սառեցված, күтілуде, хүлээгдэж буй, хүлээгдэж байна, שטרם נקלטו, قيد التنفيذ, محجوز, در حال انجام, در دست اقدام, लंबित, อยู่ระหว่างดำเนินการ, รอตรวจสอบ, đang chờ, chờ duyệt,
dalam proses, belum selesai, tertangguh, nakabinbin, inasubiri, hangende, uitstaande, por confirmar, no facturado, en retención, por aplicar, 處理中, 未入帳, 待處理, 未請款, 授權中, 待入帳, 待過賬, 未処理, 速報, 미매입, 진행중, 결제예정,
egiteke, atxikia, υπό επεξεργασία, i̇crada, bloklanıb, მუშავდება, დასადასტურებელი, чакаецца, заблакіравана, бұғатталған, kutishda, күтүүдө,
иштетилүүдө, хүлээгдэж байгаа, زیر التواء, زیر التوا, प्रक्रियाधीन, অপেক্ষমাণ, পেন্ডিং, প্রক্রিয়াধীন, विचाराधीन, प्रक्रियामा, පොරොත්තු, நிலுவையில்,
รอเรียกเก็บ, chờ hạch toán, កំពុងរង់ចាំ, កំពុងដំណើរការ, ລໍຖ້າ, ກຳລັງດຳເນີນການ, စောင့်ဆိုင်းဆဲ, ဆောင်ရွက်ဆဲ, inashughulikiwa, በመጠባበቅ ላይ, በሂደት ላይ,
in afwagting, nog niet verwerkt, nog niet geboekt, not yet posted, not yet booked, not yet processed, pas encore comptabilisé, pas encore comptabilisée, aún no contabilizado, ainda não contabilizado, non ancora contabilizzato, ännu inte bokförd, ännu ej bokförd, endnu ikke bogført, ennå ikke bokført, jeszcze nie zaksięgowana, jeszcze nie zaksięgowane, ještě nezaúčtováno, még nem könyvelt, ещё не проведена, ещё не обработана, 未過帳, ar feitheamh, yn aros, yn yr arfaeth`;

const BOOKED = `
completed, complete, issued, posted, booked, cleared, settled, success, successful, succeeded, processed, paid, executed, approved, confirmed, done,
finished, final, reconciled, refunded, partially refunded, accepted, captured, filled, ok,
gebucht, abgeschlossen, ausgeführt, erledigt, bezahlt, erfolgreich, verbucht, genehmigt, bestätigt,
comptabilisé, comptabilisée, exécuté, exécutée, terminé, terminée, effectué, effectuée, validé, validée, réussi, réussie, payé, payée, complété, traité, traitée,
completado, completada, terminado, terminada, contabilizado, contabilizada, realizado, realizada, ejecutado, ejecutada, liquidado, liquidada, confirmado, confirmada,
aprobado, aprobada, procesado, procesada, exitoso, exitosa, efectuado, efectuada, aplicado, aplicada,
concluído, concluída, efetuado, efetuada, efetivado, efetivada, processado, processada, aprovado, aprovada, pago, paga,
completato, completata, contabilizzato, contabilizzata, eseguito, eseguita, confermato, confermata, effettuata, effettuato, approvato, approvata,
voltooid, geboekt, verwerkt, uitgevoerd, afgerond, bokförd, bokfört, genomförd, genomfört, slutförd, klar, bokført, fullført, utført,
bogført, gennemført, udført, fuldført, kirjattu, suoritettu, valmis, toteutunut,
zaksięgowana, zaksięgowany, zaksięgowane, zrealizowana, zrealizowany, zrealizowane, rozliczona, rozliczone, rozliczony, wykonana, wykonane, zakończona,
zaúčtováno, zaúčtovaná, provedeno, provedená, dokončeno, dokončená, uskutečněno, zaúčtované, zrealizovaná, zrealizované, dokončená, vykonaná,
könyvelt, lekönyvelt, könyvelve, teljesült, teljesített, teljesítve, sikeres, feldolgozott, végrehajtott,
finalizată, finalizat, procesată, procesat, executată, executat, decontată, efectuată, efectuat,
izvršeno, izvršena, provedena, realizirano, knjiženo, proknjiženo, izvedeno, izvedena, potrjeno, dovršeno,
изпълнена, изпълнено, осчетоводена, завършена, приключена, исполнен, исполнено, исполнена, выполнено, выполнена, проведено, проведена, завершено, завершена,
успешно, обработано, оплачено, виконано, виконана, успішно, оброблено,
ολοκληρώθηκε, ολοκληρωμένη, ολοκληρωμένο, εκτελέστηκε, εκτελεσμένη, καταχωρήθηκε,
tamamlandı, gerçekleşti, onaylandı, başarılı, işlendi, įvykdyta, įvykdytas, atlikta, izpildīts, izpildīta, apstiprināts, teostatud, täidetud, kinnitatud,
bókað, bókuð, bókaður, bókfært, lokið, thành công, hoàn thành, berhasil, selesai, sukses, 完了, 確定, 成功, 処理済, 已完成, 交易成功, 已入账, 支付成功, 已转账, 已收钱, 对方已收钱, 朋友已收钱, 已存入零钱, 提现已到账, 充值完成, 已全额退款, 对方已退还,
완료, 성공, 승인, 정상, בוצע, בוצעה, הושלם, הושלמה, נקלט, مكتمل, مكتملة, ناجحة, تم,
կատարված, հաստատված, ավարտված, შესრულებული, შესრულებულია, დასრულებული, გატარებული, icra olundu, icra edildi, uğurlu, орындалды, аяқталды, сәтті,
bajarildi, kryer, përfunduar, ekzekutuar, извршено, извршена, реализирано, สำเร็จ, เสร็จสิ้น, موفق, انجام شده,
berjaya, matagumpay, tagumpay, voltooi, imekamilika, tamamlanıb, uğurlu, амжилттай, muvaffaqiyatli, выканана, проведзена, completat, completada, comptabilitzat, i kryer, përfunduar, изведено, завршено, реализирано, сколчен,
सफल, पूर्ण, הושלמה, 交易完成, 入帳完成, 已入帳, 매입완료, 승인완료, 전표매입, 취소매입, 취소전표매입, toteutettu, gennemført,
executado, geaccepteerd, realitzat, kontabilizatua, eginda, burututa, gjennomført, framkvæmt, iegrāmatots, apstrādāts, užbaigta, zúčtováno, elszámolt,
înregistrată, realizovano, прокњижено, реализовано, прокњижена, poknjiženo, прокнижена, прокнижено, procesuar, λογιστικοποιημένη, muhasebeleşti,
kesinleşti, i̇cra olunub, i̇cra edilib, հաշվառված, ձևակերպված, проведений, праведзена, өткізілді, o'tkazildi, аткарылды, өткөрүлдү, гүйцэтгэсэн, נקלטה,
منفذة, ثبت شده, مکمل, کامیاب, সম্পন্ন, সফল, सम्पन्न, සම්පූර්ණයි, සාර්ථකයි, முடிந்தது, வெற்றி, ทำรายการสำเร็จ, เรียบร้อย, đã hạch toán, បានបញ្ចប់,
ជោគជ័យ, ສຳເລັດ, အောင်မြင်သည်, ပြီးစီး, kumpleto, nakumpleto, umekamilika, imefanikiwa, ተጠናቋል, የተጠናቀቀ, ተሳክቷል, 已记账, 已過帳, críochnaithe, wedi'i gwblhau`;

/** Longer texts describe a booking. */
const STATE_CHARS_MAX = 40;

/** The states in order of precedence: "Completed - declined" is declined. */
const STATES = [
  ['not_booked', NOT_BOOKED],
  ['pending', PENDING],
  ['booked', BOOKED],
] as const;

/** The endings of participles: выполнен, выполнена; zrealizowana, zrealizowany; ejecutado, ejecutadas. */
const PARTICIPLE = /(?<=\p{L}{4}(?:[ndt]|[нт]))[aeiouyаеиоы]?$/u;
const ENDINGS = ['', ...'a e i o y os as а е и о ы ый ая ое'.split(' ')];

/** The state of each phrase. A phrase in several lists keeps the first one, and one that is written there comes before a form of another. */
const PHRASES = new Map<string, BookingState>();
const LISTED = STATES.flatMap(([state, texts]) =>
  texts.split(',').map((text) => [plainWords(text), state] as const),
);
const add = (phrase: string, state: BookingState): void => {
  if (!PHRASES.has(phrase)) PHRASES.set(phrase, state);
};
for (const [phrase, state] of LISTED) add(phrase, state);
for (const [phrase, state] of LISTED) {
  for (const ending of ENDINGS) add(phrase.replace(PARTICIPLE, ending), state);
}
const WORDS_MAX = 4;

/** What turns a word for booked into its opposite: a word before it, how it begins, or the sign before it. */
const NOT = new Set(
  plainWords(
    'not no non nicht ne nu não niet ej inte icke ikke ei ekki nie nem не ні δεν δε μη nuk nav tidak belum không chưa לא לם غير لم არ ոչ',
  ).split(' '),
);
const NOT_BEGUN = /^(?:un|in|nie|ne|o|не)/u;
const NOT_SIGNED = /[未不非無没沒미불]$/u;
/** "nu a fost executată", "not yet booked" */
const NOT_WORDS_MAX = 3;

const UNSPACED = [...PHRASES].filter(([phrase]) =>
  /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]/u.test(phrase),
);

/** The state in a cell such as "Declined" or "Umsatz vorgemerkt", in any language; undefined if it names none. */
export const stateOf = remember((text: string): BookingState | undefined => {
  if (text.length > STATE_CHARS_MAX) return undefined;
  const plain = plainWords(text);
  const whole = PHRASES.get(plain);
  if (whole !== undefined) return whole;
  if (PHRASES.get(plain.replace(NOT_BEGUN, '')) === 'booked') return 'not_booked';
  const words = plain.split(' ');
  let found: BookingState | undefined;
  const note = (state: BookingState | undefined): void => {
    if (state !== undefined && rank(state) < rank(found)) found = state;
  };
  const unless = (isNot: boolean, state: BookingState | undefined): BookingState | undefined =>
    isNot && state === 'booked' ? 'not_booked' : state;
  words.forEach((_, from) => {
    const isNot = words
      .slice(Math.max(0, from - NOT_WORDS_MAX), from)
      .some((word) => NOT.has(word));
    for (let to = from + 1; to <= Math.min(words.length, from + WORDS_MAX); to += 1) {
      note(unless(isNot, PHRASES.get(words.slice(from, to).join(' '))));
    }
  });
  if (found === undefined) {
    for (const [phrase, state] of UNSPACED) {
      const [before, after] = plain.split(phrase, 2);
      if (after !== undefined) note(unless(NOT_SIGNED.test(before ?? ''), state));
    }
  }
  return found;
});

/** Whether a cell of a row says that it is not booked. */
export function saysUnbooked({ cells }: { cells: readonly string[] }): boolean {
  return cells.some((cell) => {
    const state = stateOf(cell);
    return state !== undefined && state !== 'booked';
  });
}

/** Whether a text has a word for pending near its start: `AUTHORISATION ONLY - SHOP`. */
export function opensPending(text: string): boolean {
  return stateOf(text.slice(0, STATE_CHARS_MAX)) === 'pending';
}

/** Whether a text has a word for pending near its end. */
export function closesPending(text: string): boolean {
  return stateOf(text.slice(-STATE_CHARS_MAX)) === 'pending';
}

/** Whether a text is a word for a state, and nothing else. */
export const isStateWord = (text: string): boolean => PHRASES.has(plainWords(text));

/** Whether a text says that a row is pending, and nothing else. */
export function isPendingWord(text: string): boolean {
  return PHRASES.get(plainWords(text)) === 'pending';
}

/** What a remark begins with: `Сумма заблокирована. Банк ожидает подтверждения`. */
export const firstSentence = (text: string): string => /^[^.!;。]+/u.exec(text)?.[0].trim() ?? '';

/** A word in brackets before or after a text. */
const BRACKETED = /^\[([^\]]+)\]|[([]([^()[\]]+)[)\]]$/u;

/** What only banks write before the name of a shop. Other words for pending may begin its name. */
const RESERVED =
  /^(?:reserver(?:t|ad|at|et)|reservierung|vorgemerkt|vormerkung|katevaraus|authori[sz]ation only)(?!\p{L})/iu;

/** Words for pending with which no shop's name begins, before a dash or a colon: `PENDING - UBER`. */
const PENDING_BEFORE =
  /^(?:pending|ausstehend|en attente|pendiente|pendente|in attesa|in behandeling|väntande|afventer|venter|oczekująca|čekající|függőben|beklemede|provizyon|в обработке|εκκρεμεί)(?: ?[-–:] )/iu;

/** What no shop is called, behind its name. */
const BLOCKED =
  /(?<=\S )(?:сумма (?:заблокирована|в обработке)|операция в обработке|сума заблокована|(?:amount|funds) (?:blocked|on hold))(?!\p{L})/iu;

/** The same at the end of a text. */
const UNPOSTED =
  /(?<!\p{L})(?:unposted|not (?:yet )?(?:posted|booked)|nicht gebucht|vorgemerkt)$/iu;

/**
 * Whether a booking's text is marked with a word for pending: at its beginning, `Reservert transaksjon SHOP`, `PENDING - SHOP`, at its end, `SHOP
 * UNPOSTED`, there after two or more blanks also with any other, `SHOP    open`, or in brackets, `[UNPOSTED] SHOP`.
 */
export function isMarkedPending(text: string): boolean {
  if ([RESERVED, PENDING_BEFORE, BLOCKED, UNPOSTED].some((words) => words.test(text))) return true;
  const [, before, after] = BRACKETED.exec(text) ?? [];
  if (isPendingWord(firstSentence(before ?? after ?? ''))) return true;
  const at = text.lastIndexOf('  ');
  return at >= 0 && stateOf(text.slice(at)) === 'pending';
}

function rank(state: BookingState | undefined): number {
  const at = STATES.findIndex(([name]) => name === state);
  return at < 0 ? STATES.length : at;
}
