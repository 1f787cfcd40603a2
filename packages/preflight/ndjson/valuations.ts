import { createProblemList, problemAt } from '../problem-list.ts';
import { excerpt } from '../text.ts';
import type { RecordData } from '../records/field-kinds.ts';
import { DATE, idText } from '../records/field-kinds.ts';

/** An account has one valuation per day: every further one is reported with the line of the first. */
export function createValuationCheck() {
  const problems = createProblemList();
  const firstLines = new Map<string, number>();
  return {
    problems,
    /** Records a valuation; one without a usable account or date is reported elsewhere. */
    add(data: RecordData, line: number): void {
      const account = idText(data['account_id']);
      const date = DATE.read(data['date']);
      if (account === null || typeof date !== 'string') return;
      const key = `${date} ${account}`;
      const first = firstLines.get(key);
      if (first === undefined) {
        firstLines.set(key, line);
        return;
      }
      const what = `account "${excerpt(account)}" has a valuation for ${date} on line ${first} already.`;
      problems.add(problemAt(line, 'duplicate_valuation', what, { column: 'date', value: date }));
    },
  };
}
