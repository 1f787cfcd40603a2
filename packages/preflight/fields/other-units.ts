import { isMoney } from '../currencies.ts';
import { currenciesOf, currenciesOfCell } from './currency-marks.ts';

/** Units other than money that statements count. */
const UNITS: ReadonlySet<string> = new Set(
  `point points pts mile miles punkte punkt pkt puntos punti pontos punten poang poeng pisteet punkty body pont bonus stars coins
   share shares stk stuck anteile aktien actions acciones azioni acoes aandelen units gold silver gram grams oz
   баллы балл бонусы 积分 ポイント 포인트
   xau xag xpt xpd xxbt xeth xltc xxrp xxlm xxdg xetc xzec xxmr btc xbt eth usdt usdc bnb xrp ada sol doge dot ltc bch xlm link matic pol avax uni atom xmr etc trx dai shib cro algo
   near apt arb ton pepe eos xtz fil icp aave busd tusd eurc paxg zec dash`.split(/\s+/),
);

/** Longer than any code or mark, or with a digit: this spares most cells of a sample a closer look. */
const NO_MARK = /\d|^.{11}/u;

/** A short text of several words, the first of which may be the name of a currency. */
const NAMED = /^(?=.{0,24}$)\p{L}{4,}\s/u;

/** Whether a cell names money by its code, a mark or a name. */
export function isCurrency(text: string): boolean {
  if (NAMED.test(text)) return currenciesOfCell(text) !== undefined;
  if (NO_MARK.test(text)) return false;
  return (
    isMoney(text.toUpperCase()) || (!/^[a-z]{3}$/i.test(text) && currenciesOf(text) !== undefined)
  );
}

/** A code in the form that exchanges use, with the name of one behind it or not. */
const CODE = /^[A-Z0-9][A-Z0-9.]{1,14}$/;

/** Whether a cell of a currency column names something other than money: a coin, a metal, points, shares. */
export function isOtherUnit(text: string): boolean {
  if (isCurrency(text)) return false;
  return (CODE.test(text) && /[A-Z]/.test(text)) || isKnownUnit(text);
}

/** Whether it is a unit that is never the name of a currency, in any column. */
export function isKnownUnit(text: string): boolean {
  return UNITS.has(text.toLowerCase());
}

/** The unit behind an amount, if it is none of money: BTC in `0.0214BTC`. */
export function unitBehind(amount: string): string | undefined {
  const [, unit] = /\d ?([A-Z]{3,5})$/.exec(amount) ?? [];
  return unit !== undefined && isKnownUnit(unit) ? unit : undefined;
}
