import type { OpenApiDocument } from '../openapi/document.ts';
import { renderField, renderFields } from './fields.ts';
import { escapeHtml, renderMarkdown } from './markdown.ts';
import { LANGUAGES, inputsOf, sampleOf } from './samples.ts';
import { answersOf, parametersOf } from './shapes.ts';
import type { Operation, Shown } from './shapes.ts';

/** Whether it takes something away: its form starts empty, and asks first. */
const takesAway = ({ method, path }: Pick<Shown, 'method' | 'path'>): boolean =>
  method === 'DELETE' || /\/(?:merge|undo|cancel|rotate|rotate_secret)$/.test(path);

/** One operation: what it does, takes and answers, with samples and a form. */
export function renderOperation(shown: Shown, document: OpenApiDocument): string {
  const { method, path, operation } = shown;
  const { operationId, summary, description = '' } = operation;
  const asks = takesAway(shown);
  const scopes = operation['x-required-scopes'].map((scope) => `<code>${scope}</code>`);
  return `<section class="operation" id="${operationId}"${asks ? ' data-asks' : ''}>
<h2>${escapeHtml(summary)} <a href="#${operationId}" aria-label="Link to ${operationId}">#</a></h2>
<p class="address"><b class="${method}">${method}</b> <code>${path}</code></p>
${renderMarkdown(description)}
<p class="scopes">Opened by a key with ${scopes.join(' or ')}.</p>
${renderParameters(shown, document)}
${renderBody(operation, document)}
${renderAnswers(operation, document)}
${renderSamples(shown)}
${renderForm(shown, asks)}
</section>`;
}

function renderParameters({ operation }: Shown, document: OpenApiDocument): string {
  const items = parametersOf(operation, document).map((each) =>
    renderField(each.name, each.schema, {
      schemas: document.components.schemas,
      isRequired: each.required,
      description: each.in === 'header' ? `Header. ${each.description}` : each.description,
    }),
  );
  if (items.length === 0) return '';
  return `<details><summary>Parameters</summary><ul class="fields">${items.join('')}</ul></details>`;
}

function renderBody({ requestBody }: Operation, document: OpenApiDocument): string {
  if (requestBody === undefined) return '';
  const { 'application/json': json, ...others } = requestBody.content;
  const also = Object.keys(others).map((type) => `<code>${type}</code>`);
  return `<details><summary>Body</summary>
${renderMarkdown(json.schema.description ?? '')}
${also.length === 0 ? '' : `<p>JSON, or ${also.join(' or ')}.</p>`}
${renderFields(json.schema, document.components.schemas)}</details>`;
}

function renderAnswers(operation: Operation, document: OpenApiDocument): string {
  const answers = answersOf(operation, document).map(([status, { description, content = {} }]) => {
    const shown = Object.entries(content).map(([type, { schema, example }]) => {
      const text = typeof example === 'string' ? example : JSON.stringify(example ?? null, null, 2);
      const code = `<pre tabindex="0" aria-label="An answer as ${type}"><code>${escapeHtml(text)}</code></pre>`;
      return (
        (example === undefined ? '' : code) + renderFields(schema, document.components.schemas)
      );
    });
    return `<li><b>${status}</b> ${renderMarkdown(description)}${shown.join('')}</li>`;
  });
  return `<details><summary>Answers</summary><ul class="answers">${answers.join('\n')}</ul></details>`;
}

function renderSamples(shown: Shown): string {
  const { operationId } = shown.operation;
  const sample = sampleOf(shown);
  const all = Object.entries(LANGUAGES).map(
    ([
      name,
      print,
    ]) => `<details name="${operationId}"${name === 'curl' ? ' open' : ''}><summary>${name}</summary>
<pre tabindex="0" aria-label="${name}"><code>${escapeHtml(print(sample))}</code></pre></details>`,
  );
  return `<div class="samples">${all.join('')}</div>`;
}

/** The form is sent by the page's script. */
function renderForm(shown: Shown, asks: boolean): string {
  const { method, path, operation } = shown;
  const sample = sampleOf(shown);
  const fields = inputsOf(operation).map(({ name, in: place, example, required }) => {
    const id = `${operation.operationId}-${name}`;
    const value = asks || example === undefined ? '' : ` value="${escapeHtml(String(example))}"`;
    return `<label for="${id}">${name}</label>
<input id="${id}" name="${name}" data-in="${place}"${value}${required ? ' required' : ''} autocomplete="off" spellcheck="false">`;
  });
  const id = `${operation.operationId}-body`;
  const text = asks ? '' : JSON.stringify(sample.body, null, 2);
  const body =
    sample.body === undefined
      ? ''
      : `<label for="${id}">Body</label><textarea id="${id}" name="body" rows="8" spellcheck="false">${escapeHtml(text)}</textarea>`;
  return `<details class="try"><summary>Try it</summary>
<form data-method="${method}" data-path="${path}">
${fields.join('\n')}
${body}
<button type="submit">${method === 'GET' ? 'Send' : `Send ${method}`}</button>
<pre tabindex="0" class="answer" aria-label="The answer" aria-live="polite" hidden></pre>
</form></details>`;
}
