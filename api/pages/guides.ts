import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../../shared/platform/package-root.ts';
import type { Entry } from './layout.ts';
import { anchorOf, renderMarkdown } from './markdown.ts';
import type { Heading } from './markdown.ts';
import type { Findable } from './search.ts';

/** A guide as served: `name` is the end of its address. */
export interface Guide {
  name: string;
  title: string;
  text: string;
  /** Rendered on first request. */
  rendered: () => { html: string; headings: readonly Heading[] };
}

/** The guides in the side bar, in this order, with their labels there. */
const SHOWN: Readonly<Record<string, string>> = {
  start: 'First import, first sync',
  api: 'Conventions',
  import: 'Imports',
  preflight: 'Preflight',
  rules: 'Rules',
  sync: 'Bank sync',
  mirror: 'Mirror',
  webhooks: 'Webhooks',
  platform: 'Platforms',
  'going-live': 'Going live',
  moving: 'Moving from another app',
  mcp: 'Assistants',
  errors: 'Errors',
};

/** Every Markdown file of `docs/` as it was when the process started, by the name under which it is served: `decisions/one-lease`. */
export function readGuides(): ReadonlyMap<string, Guide> {
  const folder = path.join(packageRoot(), 'docs');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.md'),
  );
  const names = new Map(files.map((file) => [file, file.replace(/\.md$/, '').toLowerCase()]));
  return new Map(
    [...names].map(([file, name]) => {
      const text = readFileSync(path.join(folder, file), 'utf8');
      const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
      const nameOf = (target: string) => names.get(path.join(path.dirname(file), target));
      let kept: ReturnType<Guide['rendered']> | undefined;
      return [name, { name, title, text, rendered: () => (kept ??= render(text, nameOf)) }];
    }),
  );
}

function render(text: string, nameOf: (target: string) => string | undefined) {
  const headings: Heading[] = [];
  const html = renderMarkdown(text, (href) => addressOf(href, nameOf), headings);
  return { html, headings };
}

/** The entries of the side bar; `current` is the guide that is shown, with its parts. */
export function guideEntries(current?: Guide): Entry[] {
  return Object.entries(SHOWN).map(([name, text]) => {
    const parts = current?.name === name ? current.rendered().headings : [];
    return {
      href: addressOfGuide(name),
      text,
      parts: parts
        .filter(({ depth }) => depth === 2)
        .map((heading) => ({ href: `#${heading.anchor}`, text: heading.text })),
    };
  });
}

/** Every part of every guide in the side bar. */
export function findableGuides(guides: ReadonlyMap<string, Guide>): Findable[] {
  return Object.entries(SHOWN).flatMap(([name, shown]) => {
    const parts = (guides.get(name)?.text ?? '').split(/^(?=#{1,3} )/m);
    return parts.map((part) => {
      const heading = /^#+ (.+)$/m.exec(part)?.[1] ?? shown;
      return {
        title: `${shown}: ${heading.replaceAll('`', '')}`,
        href: `${addressOfGuide(name)}#${anchorOf(heading)}`,
        text: part.replace(/^#+ .+$/m, '').replaceAll(/[`*|]|\]\([^)]*\)|\[/g, ' '),
      };
    });
  });
}

export const addressOfGuide = (name: string): string => `/docs/guides/${name}`;

/** Null for a link to a file that is not served, such as source code. */
function addressOf(href: string, nameOf: (target: string) => string | undefined): string | null {
  if (/^(https?:|#)/.test(href)) return href;
  const [target = '', anchor] = href.split('#');
  const name = nameOf(target);
  if (name === undefined) return null;
  return addressOfGuide(name) + (anchor === undefined ? '' : `#${anchor}`);
}
