import cases from '../../cases/rules_sessions.json' with { type: 'json' };
import { describeCases } from '../../helpers/case-runner.ts';
import { type SessionCase } from '../../helpers/case-world.ts';

/** Requests about import sessions have a separate suite. */
const AREAS = ['auth', 'rate', 'cors', 'rules'];
const belongsHere = ({ tags, request }: SessionCase): boolean =>
  tags.some((tag) => AREAS.includes(tag)) && !request.path.includes('/import_sessions');

describeCases('authentication, rate limit, CORS and rules: cases', {
  cases: (cases as SessionCase[]).filter(belongsHere),
  overruled: {
    auth_bad_bearer_beats_good_key:
      'a bad Authorization header is ignored when a good X-Api-Key is there',
    rules_per_page_7abc: 'integers are strict, so this is the default of 25',
  },
});
