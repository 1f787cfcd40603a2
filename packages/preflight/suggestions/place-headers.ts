import { plainWords } from './header-words.ts';

/** Headers that name the bank of the counterparty, how it was reached, or an exchange: "Název banky", "Channel", "Teller ID". */
const NO_NAME =
  /^(?:channel|kanal|canal|canale|kanaal|kanava|канал|ช่องทาง|time ?zone|zeitzone|fuseau horaire|zona horaria|fuso orario|tijdzone|exchange(?: description| name)?|teller(?: id)?|operator id|terminal id)$|^(?:(?:name|nazev|nazov|nazwa|naziv|nom|nome|nombre|naam|наименование|название) (?:of |de |da |do |del |dela )?(?:the )?)?(?:bank[aeiuy]?|banco|banca|banque|банк[аиу]?)(?: name)?$/u;

/** Whether a header is that of something that names no party. */
export function namesNoParty(header: string): boolean {
  return NO_NAME.test(plainWords(header));
}

/** Headers that name where a booking was made. */
const PLACE =
  /^(?:oficina|sucursal|branch(?: name)?|agencia|agence|filiale|dependencia|mesto|city|town|ort|plaats|localita|miasto|stad|kaupunki|city state)$/u;

/** Whether a header is that of the places of the bookings, which distinguish them less than any other text. */
export function isPlace(header: string): boolean {
  return PLACE.test(plainWords(header));
}
