import { stringify } from 'lossless-json';
import type { WireObject } from './account.ts';
import { jsonAnswer, transportFaults } from './answer.ts';
import type { Answer } from './answer.ts';
import { readRecipe, rowsByRecipe } from './custom-user.ts';
import { faultPresets } from './fault-presets.ts';
import { fieldReader } from './read-fields.ts';

/** A planned answer for requests that match. */
export type Plan = {
  /** As in the request line after the base path, percent-encoding included; `*` stands for any text. */
  path: string;
  /** null: any key. */
  key: string | null;
  /** Query values the request must have; an empty object matches every request. */
  query: Record<string, string>;
  /** Requests left to answer; Infinity until cleared. */
  times: number;
  answer: (now: Date) => Answer;
};

type SeenRequest = { path: string; key: string | null; query: Record<string, string> };

/** Plans in order: the first one that matches answers a request, which uses it up. */
export function createScript() {
  let plans: Plan[] = [];
  const fits = (plan: Plan, request: SeenRequest): boolean =>
    (plan.key === null || plan.key === request.key) &&
    pathFits(plan.path, request.path) &&
    Object.entries(plan.query).every(([name, value]) => request.query[name] === value);
  return {
    add(plan: Plan, first = false): void {
      if (first) plans.unshift(plan);
      else plans.push(plan);
    },
    take(request: SeenRequest, now: Date): Answer | null {
      const plan = plans.find((candidate) => fits(candidate, request));
      if (plan === undefined) return null;
      plan.times -= 1;
      if (plan.times <= 0) plans = plans.filter((candidate) => candidate !== plan);
      return plan.answer(now);
    },
    clear: (): void => {
      plans = [];
    },
    pending: () =>
      plans.map(({ path, key, times }) => ({
        path,
        key,
        times: times === Infinity ? ('always' as const) : times,
      })),
  };
}

function pathFits(pattern: string, path: string): boolean {
  const [start = '', ...others] = pattern.split('*');
  const end = others.pop();
  if (end === undefined) return pattern === path;
  let at = start.length;
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.startsWith(start) && path.endsWith(end) && at + end.length <= path.length;
}

/**
 * Reads a plan as sent to the admin routes: `path`, `key`, `query`, `times` (0 = until cleared) and either `preset`
 * (with `seconds`, `bytes`) or `status`, `headers`, `json` | `body_text` | `generate`, `delay_ms`, `fault`. Throws a
 * plain sentence when it makes no sense.
 */
export function readPlan(input: unknown): Plan {
  const field = fieldReader(input, 'a plan');
  const times = field.whole('times', 1);
  return {
    path: field.text('path', '*'),
    key: field.optionalText('key'),
    query: field.texts('query'),
    times: times === 0 ? Infinity : times,
    answer: readAnswer(field.input),
  };
}

function readAnswer(input: WireObject): (now: Date) => Answer {
  const field = fieldReader(input);
  const delayMs = field.whole('delay_ms', 0);
  const headers = field.texts('headers');
  const presetName = field.optionalText('preset');
  if (presetName !== null) {
    const preset = faultPresets[presetName];
    if (preset === undefined) {
      throw new Error(`unknown preset; known are ${Object.keys(faultPresets).join(', ')}`);
    }
    const seconds = field.whole('seconds', 30);
    const bytes = field.whole('bytes', 11 * 1024 * 1024);
    return (now) => {
      const answer = preset({ seconds, bytes, now });
      return { ...answer, headers: { ...answer.headers, ...headers }, delayMs };
    };
  }
  const faultName = field.optionalText('fault');
  const fault = transportFaults.find((each) => each === faultName) ?? null;
  if (fault === null && faultName !== null) {
    throw new Error(`unknown fault; known are ${transportFaults.join(', ')}`);
  }
  const base = jsonAnswer({ status: field.whole('status', 200), json: null, headers });
  const body = readBody(input, fault !== null);
  return () => ({ ...base, body, delayMs, fault });
}

function readBody(input: WireObject, mayBeAbsent: boolean): string {
  const text = input['body_text'];
  if (typeof text === 'string') return text;
  if ('json' in input) return stringify(input['json']) ?? 'null';
  const recipe = input['generate'];
  if (recipe !== undefined) {
    const rows = rowsByRecipe(readRecipe(recipe), null);
    return stringify({ transactions: rows, total: rows.length }) ?? '';
  }
  return mayBeAbsent ? '{"transactions":[],"accounts":[],"total":0}' : '';
}
