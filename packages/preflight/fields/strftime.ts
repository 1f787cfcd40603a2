import { MONTH_NAMES } from '../days.ts';
import { BUDDHIST_ZERO } from './local-dates.ts';

/** Writes a day (`YYYY-MM-DD`) and a time (`HH:MM:SS`) in a strptime pattern; undefined if that has other directives. */
export function strftime(pattern: string, day: string, time: string): string | undefined {
  const [year = '', month = '', date = ''] = day.split('-');
  const [hour = '', minute = '', second = ''] = time.split(':');
  const half = String(((Number(hour) + 11) % 12) + 1).padStart(2, '0');
  const name = MONTH_NAMES[Number(month) - 1] ?? '';
  const parts: Readonly<Record<string, string>> = {
    ...{ Y: year, m: month, d: date, e: String(Number(date)), y: year.slice(2), F: day, T: time },
    ...{ H: hour, M: minute, S: second, I: half, p: Number(hour) < 12 ? 'AM' : 'PM' },
    ...{ R: `${hour}:${minute}`, D: `${month}/${date}/${year.slice(2)}`, '%': '%' },
    ...{ b: name.slice(0, 3), B: name },
  };
  const unknown: string[] = [];
  const text = pattern.replace(/%[-0^#_:]*(Ey|.)?/g, (directive, letter = '') => {
    const era = String((Number(year) + BUDDHIST_ZERO) % 100).padStart(2, '0');
    const part = letter === 'Ey' ? era : parts[String(letter)];
    if (part === undefined) unknown.push(directive);
    return part ?? '';
  });
  return unknown.length === 0 ? text : undefined;
}
