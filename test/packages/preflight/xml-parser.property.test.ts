import { expect } from 'chai';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { SaxesParser } from 'saxes';
import { XmlParser } from '#preflight/xml-parser';
import { forAll } from '../../helpers/for-all.ts';

const PIECES = [
  ...[
    '<a>',
    '</a>',
    '<a>',
    '</a>',
    '<p:b x="1">',
    '</p:b>',
    '<c/>',
    '<ü  é = "ß" />',
    '<d\n>',
    '</d >',
  ],
  ...[
    `<c y='"&lt;' z = "&#252;\t\n'"/>`,
    '<c y="1" y="2"/>',
    '<c y=1/>',
    '<c y/>',
    '<c y="<"/>',
    '<c y="1"z="2"/>',
  ],
  ...[
    'text',
    ' ',
    '\r\n',
    '\r',
    '€',
    '&amp;',
    '&#65;',
    '&#xfc;',
    '&#0;',
    '&#xD800;',
    '&lol;',
    '&',
    '\u0001',
  ],
  ...[
    '<![CDATA[<&]]>',
    '<![CDATA[',
    '<!-- <a> -->',
    '<!--',
    '<?pi <a>?>',
    '<!DOCTYPE a>',
    '<',
    '>',
    '"',
    '=',
    '/',
    '<>',
  ],
];

/** Elements, and texts within them in one piece; undefined where the text is refused. */
function eventsOf(read: (tell: (event: string, ...more: unknown[]) => void) => void) {
  const events: unknown[][] = [];
  let depth = 0;
  try {
    read((event, ...more) => {
      if (event !== 'text') depth += event === 'open' ? 1 : -1;
      else if (depth === 0 || more[0] === '') return;
      const last = events.at(-1);
      if (event === 'text' && last?.[0] === 'text')
        last[1] = `${String(last[1])}${String(more[0])}`;
      else events.push([event, ...more]);
    });
  } catch {
    return undefined;
  }
  return events;
}

const refuse = (why: string): never => {
  throw new Error(why);
};
const local = (name: string): string => name.slice(name.indexOf(':') + 1);

describe('the reader of XML', () => {
  it('tells and refuses what saxes does, in whatever pieces the text comes', () => {
    const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 });
    let accepted = 0;
    forAll(
      1000,
      texts,
      fc.array(fc.nat(40), { maxLength: 4 }),
      fc.boolean(),
      (pieces, cuts, inRoot) => {
        const text = inRoot ? `<r>${pieces.join('')}</r>` : pieces.join('');
        const theirs = eventsOf((tell) => {
          const parser = new SaxesParser();
          parser.on('error', ({ message }) => refuse(message));
          parser.on('doctype', refuse);
          parser.on('opentag', ({ name, attributes }) =>
            tell('open', local(name), { ...attributes }),
          );
          for (const event of ['text', 'cdata'] as const)
            parser.on(event, (piece) => tell('text', piece));
          parser.on('closetag', ({ name }) => tell('close', local(name)));
          parser.write(text).close();
        });
        const ours = eventsOf((tell) => {
          const parser = new XmlParser(
            {
              open: (name, attributes) => tell('open', name, { ...attributes }),
              text: (piece) => tell('text', piece),
              close: (name) => tell('close', name),
            },
            refuse,
          );
          let at = 0;
          for (const cut of [...cuts].sort((one, other) => one - other)) {
            parser.write(text.slice(at, cut));
            at = Math.max(at, cut);
          }
          parser.write(text.slice(at));
          parser.close();
        });
        if (ours !== undefined) accepted += 1;
        expect(ours, text).to.deep.equal(theirs);
      },
    );
    expect(accepted).to.be.above(50);
  });

  it('knows the line of each tag, and ends where a text has no end', () => {
    const lines: number[] = [];
    const parser = new XmlParser({ open: () => lines.push(parser.line) }, refuse);
    parser.write('<a>\r');
    parser.write('\n<b/>\r<c\n/>\n\n<d>');
    expect(lines).to.deep.equal([1, 2, 3, 6]);
    expect(() => {
      for (let megabytes = 0; megabytes < 3; megabytes += 1) parser.write('x'.repeat(1_000_000));
    }).to.throw('has no end');
  });
});
