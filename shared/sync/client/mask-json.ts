import { HIDDEN, maskNumber } from './mask-text.ts';

/** White space, punctuation, a string (whose closing quote may be cut off), or anything else. */
const TOKEN = /\s+|[{}[\],:]|"(?:[^"\\]+|\\.)*("?)|[^\s{}[\],:"]+/gs;
const PUNCTUATION = /^[{}[\],:]$/;
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const LITERAL = /^(?:true|false|null)$/;

/** Field names are harmless unless they are an account number or a person's name. */
const NAME = /^[A-Za-z_][A-Za-z_-]{0,31}\d{0,2}$/;
const SECRET = /key|token|secret|passw|auth|cookie|session|signature|credential|otp$|pin$|cvv/i;
const IDENTIFIER = /(?:id|cursor|iban|number|account)$/i;

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** Fields whose numbers are shown when they look like this; none of them holds an account number. */
const AMOUNT = /^-?\d{1,9}(?:\.\d+)?$|^-?\d{1,12}\.\d+$/;
const COUNT = /^\d{1,6}$/;
const amountFields =
  'amount balance current available quantity price value costBasis cost_basis totalValue total_value total';
const countFields = 'page next_page total_pages per_page status code status_code limit remaining';
const numberFields = new Map<string, RegExp>([
  ...amountFields.split(' ').map((name) => [name, AMOUNT] as const),
  ...countFields.split(' ').map((name) => [name, COUNT] as const),
]);
/** Fields whose text is shown when it looks like this. */
const plainFields = new Map<string, RegExp>([
  ['currency', /^[A-Za-z]{3}$/],
  [
    'date',
    /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/,
  ],
  ...['status', 'type', 'code', 'provider'].map((name) => [name, /^[A-Za-z_-]{1,40}$/] as const),
]);
/** Fields of an error, whose sentences help. Elsewhere they are masked like any other text. */
const sentenceFields = words('message detail error errors error_description');
const errorHolders = words('error errors');

interface Frame {
  isObject: boolean;
  /** The field that holds this object or list; the elements of a list belong to its field. */
  name: string;
}

/**
 * Masks JSON for the log, whole or cut anywhere, up to a little over `limit` characters. Shows only what is known
 * to be harmless: amounts, days, currencies, statuses. Identifiers keep their last four characters, other texts
 * only their length; a value cut in the middle is hidden. `maskProse` masks an error's sentence.
 */
export function maskJson(text: string, maskProse: (text: string) => string, limit: number): string {
  const frames: Frame[] = [];
  let name = '';
  let awaitsName = false;
  let shown = '';
  for (const { 0: token, 1: closing, index } of text.matchAll(TOKEN)) {
    if (shown.length > limit) break;
    if (token.trim() === '') continue;
    const isString = token.startsWith('"');
    const isCut = isString ? closing === '' : index + token.length === text.length;
    if (PUNCTUATION.test(token)) {
      shown += token;
      if (token === '{' || token === '[') frames.push({ isObject: token === '{', name });
      if (token === '}' || token === ']') frames.pop();
      const holder = frames.at(-1);
      awaitsName = holder?.isObject === true && (token === '{' || token === ',');
      if (token !== ':') name = holder?.name ?? '';
    } else if (isCut && !LITERAL.test(token)) shown += '"[cut]"';
    else if (awaitsName && isString) {
      name = decode(token);
      shown += JSON.stringify(NAME.test(name) ? name : HIDDEN);
    } else if (isString) {
      shown += JSON.stringify(maskText(decode(token), name, isOfError(frames) ? maskProse : null));
    } else shown += maskScalar(token, name);
  }
  return shown;
}

/** Whether these fields belong to an error body, rather than to a record that also has a "message". */
function isOfError(frames: readonly Frame[]): boolean {
  return frames.every((frame, depth) =>
    depth === 0 ? frame.isObject : errorHolders.has(frame.name),
  );
}

function decode(token: string): string {
  try {
    return JSON.parse(token) as string;
  } catch {
    return token.slice(1, -1);
  }
}

function maskText(
  text: string,
  name: string,
  maskProse: ((text: string) => string) | null,
): string {
  if (text === '') return text;
  if (SECRET.test(name)) return HIDDEN;
  if (plainFields.get(name)?.test(text) === true) return text;
  if (numberFields.get(name)?.test(text) === true) return text;
  if (sentenceFields.has(name) && maskProse !== null) return maskProse(text);
  return IDENTIFIER.test(name) ? maskNumber(text) : `[${text.length} characters]`;
}

function maskScalar(token: string, name: string): string {
  if (LITERAL.test(token)) return token;
  if (SECRET.test(name) || !NUMBER.test(token)) return JSON.stringify(HIDDEN);
  if (numberFields.get(name)?.test(token) === true) return token;
  return JSON.stringify(maskNumber(token));
}
