import { expect } from 'chai';
import { excerpt, isLongerThan, nearestName, textFault } from '#preflight/text';

describe('text', () => {
  it('counts characters as Postgres does', () => {
    expect(isLongerThan('😀😀', 2)).to.equal(false);
    expect(isLongerThan('😀😀😀', 2)).to.equal(true);
  });

  it('cuts an excerpt between characters', () => {
    expect(excerpt(`${'a'.repeat(99)}😀`)).to.equal('a'.repeat(99));
    expect(excerpt('short')).to.equal('short');
  });

  it('says why Postgres cannot store a text', () => {
    expect(textFault('a\0b')).to.equal('must not contain NUL');
    expect(textFault('a\ud800')).to.equal('must not contain half of a surrogate pair');
    expect(textFault('Zürich 😀')).to.equal(null);
  });

  it('names the nearest known name, and none that is far', () => {
    expect(nearestName('condition', ['conditions', 'actions'])).to.equal('conditions');
    expect(nearestName('Sort', ['sort', 'page'])).to.equal('sort');
    expect(nearestName('date_col', ['date_col_label', 'date_format'])).to.equal('date_col_label');
    expect(nearestName('date', ['date_col_label', 'date_format'])).to.equal(null);
    expect(nearestName('colour', ['page', 'per_page'])).to.equal(null);
    expect(nearestName('x'.repeat(1_000_000), ['page'])).to.equal(null);
    expect(nearestName('page', [])).to.equal(null);
  });
});
