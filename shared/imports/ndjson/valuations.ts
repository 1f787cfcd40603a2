import type { ProblemList } from '../problem-list.ts';
import { createProblemList } from '../problem-list.ts';
import { excerpt } from '../../text.ts';
import type { RecordData } from './parse-record.ts';
import { dateText, idText } from './values.ts';

export interface ValuationCheck {
  /** Notes a valuation; one without a usable account or date is reported elsewhere. */
  add(data: RecordData, line: number): void;
  readonly problems: ProblemList;
}

/** An account has one valuation per day: every further one is reported against the first. */
export function createValuationCheck(): ValuationCheck {
  const problems = createProblemList();
  const firstLines = new Map<string, number>();
  return {
    problems,
    add(data, line) {
      const account = idText(data['account_id']);
      const date = dateText(data['date']);
      if (account === null || date === null) return;
      const key = `${date} ${account}`;
      const first = firstLines.get(key);
      if (first === undefined) {
        firstLines.set(key, line);
        return;
      }
      const message = `Line ${line}: account "${excerpt(account)}" has a valuation for ${date} on line ${first} already.`;
      problems.add({ code: 'duplicate_valuation', message, line, column: 'date', value: date });
    },
  };
}
