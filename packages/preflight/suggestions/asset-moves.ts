import { isOtherUnit } from '../fields/other-units.ts';
import { matchHeader, plainWords } from './header-words.ts';
import type { SeenRows } from './sample.ts';

/** Where rows say what they do, and with which asset. */
export interface AssetMoves {
  kind: number;
  asset: number;
}

/** What brings in, takes out or gives away the asset that a row names: its amount is what that is worth. */
const MOVES =
  /^(?:(?:incoming|outgoing|internal|external|security|securities|share|stock|asset|crypto|coin) )?(?:transfer|deposit|withdrawal|split)(?: in| out| open| close| (?:un)?stak(?:e|ing))?$|^(?:un)?stak(?:e|ing)$|^(?:send|receive|convert)$|^(?:staking|learning|airdrop|rewards?)(?: rewards?| income)?$|^(?:depot|wertpapier)?(?:ubertrag|ubertragung|einlieferung|auslieferung)$/;
const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/;

/** Whether a row with this kind and asset moves no money. */
export function movesAsset(kind: string, asset: string): boolean {
  return (ISIN.test(asset) || isOtherUnit(asset)) && MOVES.test(plainWords(kind));
}

/** Finds these columns, if a row of the sample moves an asset. */
export function findAssetMoves({ looks, rows }: SeenRows): AssetMoves | undefined {
  const asset = looks.findIndex(({ header }) => matchHeader(header, 'ticker') > 0.5);
  if (asset < 0) return undefined;
  const kind = looks.findIndex((_, at) =>
    rows.some(({ cells }) => movesAsset(cells[at] ?? '', cells[asset] ?? '')),
  );
  return kind < 0 ? undefined : { kind, asset };
}

/** Whether a column has the tickers or the ISIN of securities. */
export const listsSecurities = (looks: SeenRows['looks']): boolean =>
  looks.some(
    ({ header, values }) =>
      matchHeader(header, 'ticker') > 0.5 || [...values].some((value) => ISIN.test(value)),
  );
