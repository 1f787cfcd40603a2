import { expect } from 'chai';
import { habitHousehold } from '../../../helpers/household-habits.ts';
import { judgeSuggestions } from '../../../helpers/judge-suggestions.ts';
import { compileRule } from '../../../../shared/rules/compile-rule.ts';
import { suggestRules } from '../../../../shared/rules/suggest/suggest-rules.ts';

describe('suggested rules', () => {
  const households = Array.from({ length: 500 }, (_, n) => habitHousehold(`held back ${n}`));

  it('are habits of the household nineteen times of twenty, and against one at most once in a hundred', async () => {
    const counts = { right: 0, wrong: 0, narrow: 0 };
    let [known, found] = [0, 0];
    for (const household of households) {
      const suggestions = await suggestRules({ ...household, known: [] });
      const judgement = judgeSuggestions(household, suggestions);
      for (const { verdict } of judgement.judged) counts[verdict] += 1;
      known += judgement.known;
      found += judgement.found;
    }
    const all = counts.right + counts.wrong + counts.narrow;
    const shown = JSON.stringify({ ...counts, known, found });
    expect(counts.right / all, shown).to.be.at.least(0.95);
    expect(counts.wrong / all, shown).to.be.at.most(0.01);
    expect(found / known, shown).to.be.at.least(0.2);
  });

  it('are not suggested once there are rules that do it', async () => {
    let learned = 0;
    for (const household of households.slice(0, 12)) {
      const suggestions = await suggestRules({ ...household, known: [] });
      learned += suggestions.length;
      const known = suggestions.map(({ rule }) => compileRule({ ...rule, effectiveDate: null }));
      expect(await suggestRules({ ...household, known })).to.deep.equal([]);
    }
    expect(learned).to.be.above(0);
  });
});
