/** A word may stand between the two: "29/05/24 às 05:00". */
const TIME =
  /^(\S.{5,19}?)(,? +(?:(?:às|as|at|à|um|om|kl\.?|klo|alle|ore|o|в) +)?|T|-)(\d{1,2})([:.h])(\d{2})(?:([:.])(\d{2})(?:([.,])\d{1,9})?)?( ?[ap]\.?m\.?)?( ?\(?(?:(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?(?: [A-Z]{3,5})?|[A-Z]{1,5}|\p{Lo}{2,6})\)?)?$/iu;

/** Splits a date from the time of day after it; the suffix is the strptime pattern of that time. */
export function splitTime(text: string): { date: string; suffix: string } | undefined {
  if (text.length < 11 || text.length > 48) return undefined;
  const match = TIME.exec(text);
  if (match === null) return undefined;
  const [, date, glue, , colon, , secondsColon, , fraction, half, zone] = match;
  if (date === undefined || glue === undefined || colon === undefined) return undefined;
  let suffix = `${glue.replace(/ +/g, ' ')}${half === undefined ? '%H' : '%I'}${colon}%M`;
  if (secondsColon !== undefined) suffix += `${secondsColon}%S`;
  if (fraction !== undefined) suffix += `${fraction}%L`;
  if (half !== undefined) suffix += half.startsWith(' ') ? ' %p' : '%p';
  if (zone !== undefined) {
    const pattern = zone.includes('(') ? '(%z)' : '%z';
    suffix += zone.startsWith(' ') ? ` ${pattern}` : pattern;
  }
  return { date, suffix };
}
