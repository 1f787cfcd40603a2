import { expect } from 'chai';
import type { CaseRequest, CaseWorld } from './case-world.ts';

/** Replaces `{{key.alias}}`, `{{alias.id}}` and captured names, and runs the body generators. */
export function resolveCase(world: CaseWorld, value: any): any {
  if (typeof value === 'string') {
    return value.replaceAll(/\{\{([\w.]+)\}\}/g, (_all, name: string) => lookUp(world, name));
  }
  if (Array.isArray(value)) return value.map((member) => resolveCase(world, member));
  if (typeof value !== 'object' || value === null) return value;
  if (value.$gen === 'ndjson_bytes') return ndjsonOfBytes(value.bytes);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, resolveCase(world, member)]),
  );
}

function lookUp(world: CaseWorld, name: string): string {
  const [first = '', ...rest] = name.split('.');
  if (first === 'key') {
    const key = world.keys.get(rest.join('.'));
    expect(key, `unknown key in {{${name}}}`).to.not.equal(undefined);
    return key!.value;
  }
  const found = rest.reduce((value: any, field) => value?.[field], world.values.get(first));
  expect(found, `unknown value {{${name}}}`).to.not.equal(undefined);
  return String(found);
}

/** NDJSON of exactly so many bytes whose first line is a record; the rest is one long record. */
function ndjsonOfBytes(bytes: number): string {
  const frame = JSON.stringify({ type: 'Tag', data: { id: 't1', name: '' } });
  return frame.replace('"name":""', `"name":"${'x'.repeat(bytes - frame.length)}"`);
}

/** The body as fetch sends it; for multipart the Content-Type is left to fetch, which knows the boundary. */
export function toRequestBody(request: CaseRequest): {
  body?: unknown;
  headers: Record<string, string>;
} {
  const parts = request.body?.$multipart;
  if (parts === undefined) {
    return {
      headers: request.headers,
      ...(request.body === null || request.body === undefined ? {} : { body: request.body }),
    };
  }
  const form = new FormData();
  for (const [name, part] of Object.entries<any>(parts)) {
    if (typeof part === 'string') form.set(name, part);
    else form.set(name, new Blob([part.content], { type: part.content_type }), part.filename);
  }
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => name.toLowerCase() !== 'content-type'),
  );
  return { body: form, headers };
}

const UNITS_MS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `now-1d`, `now+2h` or an instant; null stays null. */
export function instantOf(text: string | null | undefined, now: Date): Date | null {
  if (text === null || text === undefined) return null;
  const match = /^now([+-])(\d+)([smhd])$/.exec(text);
  if (match === null) return new Date(text);
  const [, sign, count, unit = ''] = match;
  const ms = Number(count) * (UNITS_MS[unit] ?? Number.NaN);
  return new Date(now.getTime() + (sign === '-' ? -ms : ms));
}
