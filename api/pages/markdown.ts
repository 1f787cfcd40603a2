import { Marked } from 'marked';

/** A heading of a text, with the anchor that GitHub gives it. */
export interface Heading {
  depth: number;
  text: string;
  anchor: string;
}

/** GitHub's Markdown as HTML. `addressOf` says where a link leads; null makes it plain text. Adds the headings to `headings`. */
export function renderMarkdown(
  text: string,
  addressOf: (href: string) => string | null = (href) => href,
  headings: Heading[] = [],
): string {
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth, text: heading }) {
        const inner = this.parser.parseInline(tokens);
        const anchor = anchorOf(heading);
        headings.push({ depth, text: inner.replaceAll(/<[^<>]*>/g, ''), anchor });
        return `<h${depth} id="${anchor}">${inner}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const address = addressOf(href);
        return address === null ? inner : `<a href="${address}">${inner}</a>`;
      },
    },
  });
  // What scrolls must be reachable by keyboard.
  return marked
    .parse(text, { async: false })
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
}

/** The anchor that GitHub would give the heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** For text and attributes of HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
