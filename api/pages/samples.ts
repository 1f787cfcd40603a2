import type { Operation, Parameter, Shown } from './shapes.ts';

/** A request of the documentation: the path below /api/v1 with its parameters still in braces. */
export interface Sample {
  method: string;
  path: string;
  params: Readonly<Record<string, string>>;
  body: unknown;
}

/** The same request as programs send it; the beginning of the page defines `$API`, `$KEY`, `API`, `KEY` and `ledgerline`. */
export const LANGUAGES: Readonly<Record<string, (sample: Sample) => string>> = {
  curl({ method, body, ...sample }) {
    const verb = method === (body === undefined ? 'GET' : 'POST') ? '' : `-X ${method} `;
    const lines = [`curl ${verb}"$API${filled(sample)}" -H "X-Api-Key: $KEY"`];
    if (body !== undefined) {
      const json = JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`);
      lines.push("  -H 'Content-Type: application/json'", `  -d '${json}'`);
    }
    return lines.join(' \\\n');
  },
  TypeScript({ method, path, params, body }) {
    const given = Object.entries({ path: typed(params), body }).filter(
      ([, value]) => value !== undefined && Object.keys(value as object).length > 0,
    );
    const options = JSON.stringify(Object.fromEntries(given), null, 2).replaceAll(
      /^( *)"([A-Za-z_]\w*)": /gm,
      '$1$2: ',
    );
    const rest = given.length === 0 ? '' : `, ${options}`;
    return `const answer = await ledgerline.${method.toLowerCase()}('${path}'${rest});`;
  },
  Python({ method, body, ...sample }) {
    const call = [`f"{API}${filled(sample)}"`, 'headers={"X-Api-Key": KEY}'];
    if (body !== undefined) call.push(`json=${pythonOf(body)}`);
    const lines = call.map((part) => `    ${part.replaceAll('\n', '\n    ')},\n`).join('');
    return `answer = requests.${method.toLowerCase()}(\n${lines})\nanswer.raise_for_status()`;
  },
};

function filled({ path, params }: Pick<Sample, 'path' | 'params'>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '');
}

/** The numbers and booleans of a path as such. */
function typed(values: Sample['params']): Record<string, unknown> {
  const value = (text: string): unknown =>
    /^(?:\d{1,9}|true|false)$/.test(text) ? JSON.parse(text) : text;
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, value(text)]));
}

const PYTHON: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

/** JSON is valid Python except for three words, which a text may contain as well. */
function pythonOf(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(
    /"(?:[^"\\]|\\.)*"|true|false|null/g,
    (token) => PYTHON[token] ?? token,
  );
}

/** The parameters that a person may fill in: those of the path and the query. */
export const inputsOf = ({ parameters = [] }: Operation) =>
  parameters.filter(
    (each) => 'in' in each && (each.in === 'path' || each.in === 'query'),
  ) as Parameter[];

/** The request that the document gives as an example. */
export function sampleOf({ method, path, operation }: Shown): Sample {
  const params = Object.fromEntries(
    inputsOf(operation)
      .filter((each) => each.in === 'path')
      .map(({ name, example }) => [name, String(example)]),
  );
  const body = operation.requestBody?.content['application/json'].example;
  return { method, path: path.replace('/api/v1', ''), params, body };
}
