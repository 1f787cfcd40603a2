import { formats } from '../app/format.ts';

interface Props {
  value: string;
  currency: string;
  signed?: boolean;
}

/** An exact amount of a currency in figures of one width; money in is green where `signed`. */
export function Amount({ value, currency, signed = false }: Props) {
  const isIn = signed && !value.startsWith('-') && Number(value) !== 0;
  return (
    <span className="figures" data-in={isIn}>
      {formats.amount(value, currency, { sign: signed })}
    </span>
  );
}
