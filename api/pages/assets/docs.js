// Shows the OpenAPI document of this installation with a form to try every operation.
// The key stays in this tab until it is closed; it is not put into an address.
const STORED_KEY = 'ledgerline-key';
const field = document.getElementById('key');
let hasBegun = false;
const state = document.getElementById('key-state');
field.value = window.sessionStorage.getItem(STORED_KEY) ?? '';

// Swagger UI has its own dark colours, under a class.
const dark = window.matchMedia('(prefers-color-scheme: dark)');
const showColours = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', showColours);
showColours();

const ui = window.SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  // A field to search for a group, and each request as a command.
  filter: true,
  requestSnippetsEnabled: true,
  // The default asks a foreign server for a badge.
  validatorUrl: null,
  presets: [window.SwaggerUIBundle.presets.apis],
  onComplete: begin,
});

/** The examples with records of this household, so that they answer as they stand. */
async function withRecords(key) {
  // Which record stands for which example is not shown; one can stand for several, and Swagger UI takes no key twice.
  const { 'x-example-records': records, ...specification } = await (
    await fetch('/api/v1/openapi.json')
  ).json();
  if (key !== '') emptyFormsThatTakeAway(specification);
  const text = JSON.stringify(specification);
  if (key === '') return text;
  const lists = new Map();
  const read = async (list) => {
    const answer = await fetch(list, { headers: { 'X-Api-Key': key } });
    return answer.ok ? (await answer.json()).data : [];
  };
  const found = await Promise.all(
    Object.entries(records).map(async ([id, { list, index, field }]) => {
      if (!lists.has(list)) lists.set(list, read(list));
      const valueIn = (row) =>
        (field ?? 'id').split('.').reduce((value, name) => value?.[name], row);
      const values = (await lists.get(list)).map(valueIn).filter((value) => value);
      return [id, values[index ?? 0] ?? id];
    }),
  );
  return found.reduce((all, [id, real]) => all.replaceAll(id, real), text);
}

/** Whoever deletes, merges or undoes says what: no record stands there until then. */
function emptyFormsThatTakeAway({ paths }) {
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, { parameters = [] }] of Object.entries(item)) {
      if (method !== 'delete' && !/\/(?:merge|undo|cancel)$/.test(path)) continue;
      for (const parameter of parameters) delete parameter.example;
    }
  }
}

/** Shows the document anew; the page then calls `begin`. */
async function show() {
  ui.specActions.updateSpec(await withRecords(field.value.trim()));
}

/** Called whenever a document is there; with a key of before, the first one is shown anew. */
function begin() {
  useKey();
  if (!hasBegun && field.value !== '') void show();
  hasBegun = true;
}

function useKey() {
  const key = field.value.trim();
  if (key === '') {
    window.sessionStorage.removeItem(STORED_KEY);
    if (ui.authSelectors.authorized().has('ApiKey')) ui.authActions.logout(['ApiKey']);
    state.textContent = 'No key yet: operations answer 401.';
    return;
  }
  window.sessionStorage.setItem(STORED_KEY, key);
  ui.preauthorizeApiKey('ApiKey', key);
  state.textContent = `Sent with every request: …${key.slice(-4)}`;
}

document.getElementById('key-form').addEventListener('submit', (event) => {
  event.preventDefault();
  void show();
});
