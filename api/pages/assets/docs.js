// Sends the forms of /docs, and replaces the ids of the examples with ids of the reader's own records.
// The key stays in this tab until it is closed; it is never put into an address.
const STORED_KEY = 'ledgerline-key';
const TEXT_MAX = 200_000;
const SAMPLE_ORIGIN = 'http://127.0.0.1:3000';
const field = document.getElementById('key');
const state = document.getElementById('key-state');
const records = JSON.parse(document.getElementById('records')?.textContent ?? '{}');
/** For each place, its text in the document and what was last put there. */
const originals = new Map();
const filled = new Map();
field.value = window.sessionStorage.getItem(STORED_KEY) ?? '';
// What is copied from here calls the service that served this page.
for (const code of document.querySelectorAll('pre code')) {
  if (code.textContent.includes(SAMPLE_ORIGIN))
    code.textContent = code.textContent.replaceAll(SAMPLE_ORIGIN, window.location.origin);
}

const headersWith = (key) => (key === '' ? {} : { 'X-Api-Key': key });

/**
 * Fills in the forms and samples of this page, except those that take something away: there the sender says what. What a person has
 * typed or sent stays. A field whose record the household does not have is left empty, so that nothing is sent in vain.
 */
async function fillIn(key) {
  const lists = new Map();
  const read = async (list) => {
    const answer = await fetch(list, { headers: headersWith(key) });
    const text = await answer.text();
    return answer.ok ? JSON.parse(text).data : [];
  };
  const pairs = await Promise.all(
    Object.entries(records).map(async ([id, { list, index, field: name }]) => {
      if (key === '') return [id, id];
      if (!lists.has(list)) lists.set(list, read(list));
      const valueIn = (row) =>
        (name ?? 'id').split('.').reduce((value, part) => value?.[part], row);
      const values = (await lists.get(list)).map(valueIn).filter((value) => value);
      return [id, values[index ?? 0]];
    }),
  );
  const places =
    'section:not([data-asks]) :is(.samples code, form:not([data-sent]) :is(input, textarea))';
  for (const place of document.querySelectorAll(places)) {
    const property = place.matches('code') ? 'textContent' : 'value';
    if (!originals.has(place)) originals.set(place, place[property]);
    if (filled.has(place) && filled.get(place) !== place[property]) continue;
    const original = originals.get(place);
    const isMissing = pairs.some(([id, real]) => real === undefined && id === original);
    place[property] = pairs.reduce(
      (text, [id, real]) => text.replaceAll(id, real ?? (isMissing ? '' : id)),
      original,
    );
    if (isMissing) place.placeholder = 'You have none yet';
    filled.set(place, place[property]);
  }
}

function useKey() {
  const key = field.value.trim();
  window.sessionStorage.setItem(STORED_KEY, key);
  state.textContent = key === '' ? 'None yet' : `In use: …${key.slice(-4)}`;
  void fillIn(key);
}

/** The request of a form. A POST that is sent again unchanged has the same Idempotency-Key, so it does nothing twice. */
function requestOf(form) {
  const { method, path } = form.dataset;
  const url = new URL(path, window.location.href);
  const headers = headersWith(field.value.trim());
  for (const { name, value, dataset } of form.querySelectorAll('input')) {
    if (dataset.in === 'path') {
      url.pathname = url.pathname.replace(`%7B${name}%7D`, encodeURIComponent(value.trim()));
    } else if (value !== '') url.searchParams.set(name, value);
  }
  const body = form.elements.body?.value.trim() || undefined;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const request = JSON.stringify([url.href, body]);
  if (form.dataset.sent !== request) {
    form.dataset.sent = request;
    form.dataset.once = Array.from(window.crypto.getRandomValues(new Uint32Array(4))).join('-');
  }
  if (method === 'POST') headers['Idempotency-Key'] = form.dataset.once;
  return [url, { method, headers, body }];
}

/** The beginning of an answer: some are long, and a stream never ends. */
async function beginningOf(answer) {
  const reader = answer.body?.pipeThrough(new window.TextDecoderStream()).getReader();
  let text = '';
  const late = window.setTimeout(() => void reader?.cancel(), 5000);
  for (let part = await reader?.read(); part && !part.done && text.length < TEXT_MAX;) {
    text += part.value;
    part = await reader.read();
  }
  window.clearTimeout(late);
  void reader?.cancel();
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

async function send(form) {
  const [url, options] = requestOf(form);
  const asks = form.closest('[data-asks]') !== null;
  if (asks && !window.confirm(`Really send ${options.method} ${url.pathname}?`)) return;
  const shown = form.querySelector('.answer');
  shown.hidden = false;
  shown.textContent = '…';
  const begun = window.performance.now();
  try {
    const answer = await fetch(url, options);
    const took = Math.round(window.performance.now() - begun);
    const again = answer.headers.has('idempotency-replayed')
      ? ', sent before: nothing was done twice'
      : '';
    shown.textContent = `${answer.status} in ${took} ms${again}\n\n${await beginningOf(answer)}`;
    // Other forms may refer to the record that was made.
    if (answer.ok && options.method !== 'GET') void fillIn(field.value.trim());
  } catch (error) {
    shown.textContent = String(error);
  }
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form.id !== 'key-form' && form.dataset.method === undefined) return;
  event.preventDefault();
  if (form.id === 'key-form') useKey();
  else void send(form);
});
useKey();
