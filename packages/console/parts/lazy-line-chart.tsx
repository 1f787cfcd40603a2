import { Skeleton, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { formats } from '../app/format.ts';
import type { LineProps, Point } from './line-chart.tsx';

// The drawing library comes when there is something to draw.
const Drawn = lazy(() => import('./line-chart.tsx'));

/** Amounts of one currency over days: a line for the eyes, a table of month ends for readers of the screen. */
export function AmountsChart({ caption, ...line }: LineProps & { caption: string }) {
  return (
    <>
      <Suspense fallback={<Skeleton height={line.height} />}>
        <Drawn {...line} />
      </Suspense>
      <VisuallyHidden>
        <table>
          <caption>{caption}</caption>
          <tbody>
            {monthEnds(line.points).map(({ date, value }) => (
              <tr key={date}>
                <th scope="row">{formats.day(date)}</th>
                <td>{formats.amount(value, line.currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  );
}

const monthEnds = (points: readonly Point[]): Point[] =>
  points.filter(({ date }, at) => points[at + 1]?.date.slice(0, 7) !== date.slice(0, 7));
