import type { PageContent } from './page.ts';

/** One line of the side bar. */
export interface Entry {
  href: string;
  text: string;
  /** The parts of the page that is shown; only on its own entry. */
  parts?: readonly Entry[];
}

const HEAD = `<link rel="stylesheet" href="/assets/docs.css">
<script src="/assets/docs.js" defer></script>`;

/** A page of the documentation: a bar with the key, and beside the text the side bar with the search. */
export function docsPage(
  {
    title,
    body,
    groups,
    query = '',
  }: { title: string; body: string; groups: Groups; query?: string },
  current: string,
): Omit<PageContent, 'status'> {
  return {
    title: `${title} · Ledgerline`,
    head: HEAD,
    body: `<header class="bar">
<a class="brand" href="/"><img src="/assets/icon.svg" alt="" width="28" height="28"> Ledgerline</a>
<button type="button" popovertarget="side" class="menu">Contents</button>
<form id="key-form">
<label for="key">API key</label>
<input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="ledg_…">
<button type="submit">Use</button>
<output id="key-state" for="key">None yet</output>
</form>
</header>
<div class="columns">
<nav id="side" popover aria-label="Documentation">
<form action="/docs/search" role="search"><input type="search" name="q" value="${query}" aria-label="Search operations and guides" placeholder="Search" required></form>
${Object.entries(groups)
  .map(
    ([name, entries]) =>
      `<h2>${name}</h2><ul>${entries.map((each) => line(each, current)).join('')}</ul>`,
  )
  .join('\n')}
</nav>
<main>
${body}
</main>
</div>`,
  };
}

export type Groups = Readonly<Record<string, readonly Entry[]>>;

function line({ href, text, parts = [] }: Entry, current: string): string {
  if (href !== current) return `<li><a href="${href}">${text}</a></li>`;
  const inner = parts.map((part) => `<li><a href="${part.href}">${part.text}</a></li>`).join('');
  return `<li><a href="${href}" aria-current="page">${text}</a>${inner === '' ? '' : `<ul>${inner}</ul>`}</li>`;
}

/** The address of a group of operations. */
export function addressOfTag(tag: string): string {
  return `/docs/operations/${tag.toLowerCase().replaceAll(' ', '-')}`;
}
