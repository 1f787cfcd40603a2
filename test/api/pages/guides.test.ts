import { expect } from 'chai';
import { buildOpenApiDocument } from '../../../api/openapi/document.ts';
import { answered, withApi } from '../../helpers/start-api.ts';

describe('the guides', () => {
  const { api } = withApi();
  const get = (path: string) => api.request('GET', path, { as: 'none' });
  const matches = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, found]) => found!);

  it('have a table of contents, under the policy of a page', async () => {
    const { text, headers } = await answered(200, get('/docs/guides/import'));
    expect(headers.get('content-security-policy')).to.contain("script-src 'self';");
    expect(text).to.match(/<nav id="side"[^]*<a href="#csv-files">CSV files<[^]*<\/nav>/);
    for (const name of ['start', 'going-live', 'moving', 'sync', 'rules', 'errors', 'api']) {
      expect(text).to.contain(`href="/docs/guides/${name}"`);
    }
  });

  it('link only to pages, places and files that are there', async () => {
    /** What each page has as places to link to. */
    const seen = new Map<string, Set<string>>();
    const waiting = ['/docs'];
    const links = new Set<string>();
    const files = new Set<string>();
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path)) continue;
      const { text } = await answered(200, get(path), path);
      seen.set(path, new Set(matches(text, / id="([^"]+)"/g)));
      for (const href of matches(text, /(?:href|src)="([^"]+)"/g)) {
        if (/^https?:/.test(href)) continue;
        const [page, anchor] = href.startsWith('#') ? [path, href.slice(1)] : href.split('#');
        if (page!.startsWith('/docs')) waiting.push(page!);
        else files.add(page!);
        if (anchor !== undefined) links.add(`${page}#${anchor}`);
      }
    }
    for (const file of files) await answered(200, get(file), file);
    const described = JSON.stringify(buildOpenApiDocument());
    for (const address of matches(described, /(\/docs\/guides[\w/#-]*)/g)) {
      const [page, anchor] = address.split('#');
      expect([...seen.keys()], address).to.include(page);
      if (anchor !== undefined) links.add(address);
    }
    for (const link of links) {
      const [page, anchor] = link.split('#');
      expect(seen.get(page!)!.has(anchor!), link).to.equal(true);
    }
    expect(seen.size).to.be.greaterThan(20);
  });

  it('show tables, code and headings as such, and load nothing from elsewhere', async () => {
    const { text } = await get('/docs/guides/import');
    expect(text)
      .to.match(/<table>/)
      .and.match(/<pre tabindex="0"><code/)
      .and.match(/<h2 id="csv-files">/);
    expect(text).to.not.match(/(src|href)="(https?:)?\/\/[^"]*\.(js|css)"/);
    expect(text).to.not.match(/<script(?! src)|<style/);
  });

  it('are nothing but the files of the folder', async () => {
    for (const name of ['nothing', '../package', '%2e%2e/README', 'decisions', 'IMPORT.md']) {
      await answered(404, get(`/docs/guides/${name}`), name);
    }
  });
});
