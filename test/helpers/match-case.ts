import { expect } from 'chai';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const ISO8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** What each `$name` of an expectation demands of the actual value. */
const MATCHERS: Record<string, (actual: any, wanted: any, path: string) => void> = {
  $any(actual, kind, path) {
    expect(actual, path).to.be.a('string');
    if (kind === 'uuid') expect(actual, path).to.match(UUID);
    else if (kind === 'iso8601') expect(actual, path).to.match(ISO8601);
    else expect(kind, `${path}: unknown $any`).to.equal('string');
  },
  $len: (actual, length, path) => expect(actual, path).to.have.length(length),
  $minlen: (actual, length, path) => expect(actual, path).to.have.length.of.at.least(length),
  $ids: (actual, ids, path) =>
    expect(
      actual.map((row: any) => row.id),
      path,
    ).to.deep.equal(ids),
  $contains: (actual, part, path) => expect(actual, path).to.contain(part),
  $in: (actual, allowed, path) => expect(allowed, path).to.include(actual),
  $gte: (actual, least, path) => expect(Number(actual), path).to.be.at.least(least),
  $int_between(actual, [least, most], path) {
    expect(String(actual), path).to.match(/^\d+$/);
    expect(Number(actual), path).to.be.within(least, most);
  },
  $ne: (actual, other, path) => expect(actual, path).to.not.deep.equal(other),
  $exact(actual, object, path) {
    expect(actual, path).to.have.all.keys(Object.keys(object));
    matchCase(actual, object, path);
  },
};

/**
 * Checks a value against an expectation of a case file: objects are subsets, arrays match element
 * by element, `$…` keys are matchers. Fails with the path of the first difference.
 */
export function matchCase(actual: any, wanted: any, path: string): void {
  if (Array.isArray(wanted)) {
    expect(actual, path).to.be.an('array').with.length(wanted.length);
    wanted.forEach((member, index) => matchCase(actual[index], member, `${path}[${index}]`));
    return;
  }
  if (typeof wanted !== 'object' || wanted === null) {
    expect(actual, path).to.deep.equal(wanted);
    return;
  }
  for (const [key, value] of Object.entries<any>(wanted)) {
    if (!key.startsWith('$')) {
      expect(actual, path).to.be.an('object');
      matchCase(actual[key], value, `${path}.${key}`);
      continue;
    }
    const matcher = MATCHERS[key];
    expect(matcher, `${path}: unknown matcher ${key}`).to.not.equal(undefined);
    matcher!(actual, value, path);
  }
}
