import { notifications } from '@mantine/notifications';
import { isCallError, type Schemas } from '@ledgerline/client';
import { NoAnswer } from '../app/session.ts';
import { language, texts } from '../app/texts.ts';

const t = texts('parts');
const ofConnections = texts('connections');
const ofSettings = texts('settings');
const ofImports = texts('imports');

export interface Fault {
  readonly code: string;
  readonly message?: string | null;
  readonly values?: Readonly<Record<string, string | number>>;
  /** For a fault in a cell: the name of its column, and its value. */
  readonly column?: string;
  readonly value?: string;
  /** Selects the sentence when a code has several. */
  readonly context?: string;
}

/** Localises the quotation marks and column numbers in a text of the service. */
export const readable = (text: string): string =>
  text
    .replace(/"([^"]*)"/g, (_, name: string) => ofImports('quoted', { name }))
    .replace(/\bColumn (\d+)\b/g, (_, number: string) => ofImports('column', { number }));

/** The sentence for a code and its values in the reader's language; if it has none, the service's own message. */
type Group = 'codes' | 'advice' | 'warnings' | 'refusals' | 'entered';
export function faultWords(of: Fault, group: Group = 'codes'): string {
  const words = texts(group) as (key: never, values: object) => string;
  // The message is not the default value: it may quote `{{…}}` from the file, which i18next would fill in.
  const said = words(of.code as never, { ...of, ...of.values, defaultValue: '' });
  return readable(said || (of.message ?? of.code));
}

export function errorWords(error: unknown): string {
  // fetch throws TypeError, and so does importing the script of a page.
  if (error instanceof TypeError || error instanceof NoAnswer)
    return `${t('fault.unavailable')} ${typeof error.cause === 'string' ? error.cause : ''}`.trim();
  if (!isCallError(error)) return error instanceof Error ? error.message : String(error);
  const { code, status, faults, retryAfter: seconds = 1, details, message } = error;
  if (code === 'validation_failed' || code === 'bad_request')
    return (faults.length > 0 ? faults : [message]).map(inputWords).join(' ');
  // The codes of syncs include one of the same name, which is about the key of the bank.
  if (code === 'unauthorized') return t('fault.session');
  const scopes = code === 'insufficient_scope' ? either(details.needed_scopes) : '';
  // The message names the call; the sentence of the service is among the faults.
  const sentence = faults.join(' ') || message;
  const said = status === 0 || status >= 500 ? t('fault.unavailable') : sentence;
  return faultWords({ code, values: { scopes, seconds }, message: said });
}

/** Words of which one is enough. */
const either = (words: readonly string[]): string =>
  new Intl.ListFormat(language(), { type: 'disjunction' }).format(words);

/** Why an input is refused. The service has no codes for this, so its sentence is the key; an unknown sentence is quoted. */
function inputWords(sentence: string): string {
  // Nested fields are named by their path: `splits[0].name must not be blank`.
  const [code = ''] = sentence.replace(/^\S+\.(?=\w)/, '').split(/[.:]/, 1);
  return faultWords({ code, message: t('fault.refused', { reason: sentence }) }, 'entered');
}

export function showError(error: unknown): void {
  const message = errorWords(error);
  notifications.show({ title: t('fault.title'), message, color: 'red', autoClose: 10_000 });
}

/** What keeps a connection from working, and what to do about it; null if nothing does. */
export function connectionNotice(of: Schemas['ProviderConnection']): string | null {
  const { status, status_reason: code } = of;
  if (status === 'good') return null;
  const reason = code === null ? '' : faultWords({ code });
  return ofConnections(`notice.${code === 'paused' ? 'paused' : status}`, { reason });
}

/** What keeps a webhook from working; null if nothing does, or a person turned it off. */
export function webhookNotice(of: Schemas['WebhookEndpoint']): string | null {
  const { disabled_reason: reason } = of;
  return reason === null || reason === 'request' ? null : ofSettings(`webhooks.notice.${reason}`);
}
