import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import express from 'express';
import type { Router } from 'express';
import { Marked } from 'marked';
import { packageRoot } from '../../shared/platform/package-root.ts';
import { sendPage } from './page.ts';

/** A guide as it is served: `name` is the end of its address. */
interface Guide {
  name: string;
  title: string;
  /** Rendered when it is first asked for. */
  html: () => string;
}

/** What the first page of the guides and the bar above each of them name, in this order. */
const SHOWN: Readonly<Record<string, string>> = {
  api: 'Conventions of the API, and first steps',
  import: 'Files and whole histories: settings, profiles, undo',
  preflight: 'What is checked before an import, and every setting of a CSV',
  mirror: 'A copy of everything that stays true, with a program',
  sync: 'How a bank sync decides',
  rules: 'Every condition and action',
  webhooks: 'Be told what happens: events, signatures, retries',
  platform: 'Households that an app makes, and their keys',
  errors: 'Every error code',
};

/** `/docs/guides`: the files of `docs/` as they were when the process started. */
export function serveGuides(): Router {
  const guides = readGuides(path.join(packageRoot(), 'docs'));
  const router = express.Router();
  router.get('/docs/guides', (_req, res) => {
    const items = Object.entries(SHOWN).map(
      ([name, text]) =>
        `<li><a href="/docs/guides/${name}"><b>${guides.get(name)?.title ?? name}</b><span>${text}</span></a></li>`,
    );
    sendPage(res, {
      title: 'Guides · Ledgerline',
      head: HEAD,
      body: `${bar('')}<main class="card"><h1>Guides</h1><ul class="links">${items.join('\n')}</ul></main>`,
    });
  });
  router.get('/docs/guides/*name', (req, res, next) => {
    const { name } = req.params;
    const guide = guides.get(Array.isArray(name) ? name.join('/') : String(name));
    if (guide === undefined) {
      next();
      return;
    }
    sendPage(res, {
      title: `${guide.title} · Ledgerline`,
      head: HEAD,
      body: `${bar(guide.name)}<main class="guide">${guide.html()}</main>`,
    });
  });
  return router;
}

const HEAD = ['docs', 'guides']
  .map((name) => `<link rel="stylesheet" href="/assets/${name}.css">`)
  .join('\n');

function bar(current: string): string {
  const links = Object.keys(SHOWN).map((name) => {
    const mark = name === current ? ' aria-current="page"' : '';
    return `<a href="/docs/guides/${name}"${mark}>${name}</a>`;
  });
  return `<header class="bar">
<a class="brand" href="/"><img src="/assets/icon.svg" alt="" width="28" height="28"> Ledgerline</a>
<nav aria-label="Guides"><a href="/docs">operations</a> ${links.join(' ')}</nav>
</header>`;
}

/** Every Markdown file below a folder, by the name under which it is served: `sync`, `decisions/one-lease`. */
function readGuides(folder: string): ReadonlyMap<string, Guide> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.md'),
  );
  const names = new Map(files.map((file) => [file, file.replace(/\.md$/, '').toLowerCase()]));
  return new Map(
    [...names].map(([file, name]) => {
      const text = readFileSync(path.join(folder, file), 'utf8');
      const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
      const addressOf = (target: string) => names.get(path.join(path.dirname(file), target));
      let html: string | undefined;
      return [name, { name, title, html: () => (html ??= render(text, addressOf)) }];
    }),
  );
}

/** GitHub's flavour, so that anchors and links are those of the files; `nameOf` finds the guide that a link means. */
function render(text: string, nameOf: (target: string) => string | undefined): string {
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth, text: heading }) {
        const inner = this.parser.parseInline(tokens);
        return `<h${depth} id="${anchorOf(heading)}">${inner}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const address = addressOf(href, nameOf);
        return address === null ? inner : `<a href="${address}">${inner}</a>`;
      },
    },
  });
  return marked.parse(text, { async: false });
}

/** Null for a file that is not served, such as a source. */
function addressOf(href: string, nameOf: (target: string) => string | undefined): string | null {
  if (/^(https?:|#)/.test(href)) return href;
  const [target = '', anchor] = href.split('#');
  const name = nameOf(target);
  if (name === undefined) return null;
  return `/docs/guides/${name}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** As GitHub makes them. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
