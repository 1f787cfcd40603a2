import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { formats } from '../app/format.ts';

/** A day and its exact amount. */
export interface Point {
  readonly date: string;
  readonly value: string;
}

export interface LineProps {
  points: readonly Point[];
  currency: string;
  height: number;
}

/**
 * A line of amounts of one currency over days. It is a picture for the eyes: `AmountsChart` has the table for readers of the screen. Figures become
 * numbers here alone, for their height on the screen.
 */
export default function LineChart({ points, currency, height }: LineProps) {
  const box = useRef<HTMLDivElement>(null);
  // It is drawn in the colours of the page, again when they change.
  const scheme = useComputedColorScheme();
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const label = element.appendChild(document.createElement('div'));
    label.className = 'chart-label figures';
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height,
        legend: { show: false },
        padding: [6, 0, 6, 0],
        axes: [{ show: false }, { show: false }],
        scales: { y: { range: (_chart, least, most) => padded(least, most) } },
        cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
        series: [
          {},
          {
            stroke: () => getComputedStyle(element).getPropertyValue('color'),
            fill: () => getComputedStyle(element).getPropertyValue('outline-color'),
            fillTo: ({ scales }) => scales['y']?.min ?? 0,
            width: 1.5,
            points: { show: false },
          },
        ],
        hooks: {
          setCursor: [
            ({ cursor: { idx } }) => {
              const point = points[idx ?? -1];
              label.textContent = point
                ? `${formats.day(point.date)} · ${formats.amount(point.value, currency)}`
                : '';
            },
          ],
        },
      },
      [points.map(({ date }) => Date.parse(date) / 1000), points.map(({ value }) => Number(value))],
      element,
    );
    const observer = new ResizeObserver(() =>
      chart.setSize({ width: element.clientWidth, height }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
      label.remove();
    };
  }, [points, currency, height, scheme]);
  return <div ref={box} className="line-chart" aria-hidden="true" style={{ height }} />;
}

/** Room above and below the line; a line that does not move is drawn in the middle. */
function padded(least: number, most: number): [number, number] {
  const room = (most - least) * 0.08 || Math.abs(most) * 0.1 || 1;
  return [least - room, most + room];
}
