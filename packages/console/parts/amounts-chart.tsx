import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import { formats } from '../app/format.ts';
import { Note } from './page.tsx';

type Point = Readonly<Record<'date' | 'value', string>>;

interface Props {
  points: readonly Point[];
  currency: string;
  height: number;
  caption: string;
}

const COLOURS = { light: ['#0c7c78', '#0c7c7814'], dark: ['#4fc0ba', '#4fc0ba1f'] } as const;

/**
 * Amounts of one currency by day: a line chart, and for screen readers a table of the last day of each month. Amounts become binary
 * numbers only to draw them.
 */
export function AmountsChart({ points, currency, height, caption }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<Point>();
  const [stroke, fill] = COLOURS[useComputedColorScheme()];
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const size = () => ({ width: element.clientWidth, height });
    const chart = new uPlot(
      {
        ...size(),
        legend: { show: false },
        padding: [6, 0, 6, 0],
        axes: [{ show: false }, { show: false }],
        scales: { y: { range: (_chart, least, most) => padded(least, most) } },
        cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
        series: [{}, { stroke, fill, width: 1.5, points: { show: false }, fillTo: lowest }],
        hooks: { setCursor: [({ cursor: { idx } }) => setPointed(points[idx ?? -1])] },
      },
      [points.map(({ date }) => Date.parse(date) / 1000), points.map(({ value }) => Number(value))],
      element,
    );
    const observer = new ResizeObserver(() => chart.setSize(size()));
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [points, height, stroke, fill]);
  return (
    <>
      <div ref={box} aria-hidden="true" style={{ height, position: 'relative' }}>
        {pointed && (
          <Note size="xs" pos="absolute" top={-4} right={0}>
            {formats.day(pointed.date)} · {formats.amount(pointed.value, currency)}
          </Note>
        )}
      </div>
      <VisuallyHidden>
        <table>
          <caption>{caption}</caption>
          <tbody>
            {points
              .filter((point, at) => month(points[at + 1]) !== month(point))
              .map(({ date, value }) => (
                <tr key={date}>
                  <th scope="row">{formats.day(date)}</th>
                  <td>{formats.amount(value, currency)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  );
}

const month = (point: Point | undefined): string | undefined => point?.date.slice(0, 7);

const lowest = ({ scales }: uPlot): number => scales['y']?.min ?? 0;

/** Adds room above and below the line; a flat line is drawn in the middle. */
function padded(least: number, most: number): [number, number] {
  const room = (most - least) * 0.08 || Math.abs(most) * 0.1 || 1;
  return [least - room, most + room];
}
