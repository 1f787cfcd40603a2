// Shows the OpenAPI document of this installation with a form to try every operation.
// The key stays in this page: it is neither stored nor put into an address.
const ui = window.SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  // The default asks a foreign server for a badge.
  validatorUrl: null,
  presets: [window.SwaggerUIBundle.presets.apis],
  onComplete: useKey,
});

function useKey() {
  const key = document.getElementById('key').value.trim();
  const state = document.getElementById('key-state');
  if (key === '') {
    if (ui.authSelectors.authorized().has('ApiKey')) ui.authActions.logout(['ApiKey']);
    state.textContent = 'No key yet: operations answer 401.';
    return;
  }
  ui.preauthorizeApiKey('ApiKey', key);
  state.textContent = `Sent with every request: …${key.slice(-4)}`;
}

document.getElementById('key-form').addEventListener('submit', (event) => {
  event.preventDefault();
  useKey();
});
