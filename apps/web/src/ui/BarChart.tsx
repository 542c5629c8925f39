import { useState } from 'react';
import styles from './BarChart.module.css';
import { DataTable } from './DataTable.tsx';
import { useFormat } from './format.tsx';
import { useText } from './text.ts';

/** How many days lie between two dates under the bars: weeks rather than odd numbers. */
const daysBetween = (days: number): number => [1, 2, 7, 14, 30, 60].find((step) => days / step <= 8) ?? 90;

/** One stack of the chart, from the top down: c1, c2, c3 and so on. */
export interface Bar {
  /** A day, `YYYY-MM-DD`; also the key. */
  day: string;
  /** One value a series, in the site's currency. */
  values: readonly number[];
  /** A live show was on that day: a red dot over the bar. */
  live?: boolean;
}

interface BarChartProps {
  /** Said to screen readers and over the table: "Earnings by day and source". */
  label: string;
  /** Names of the series; the first is drawn on top, in c1. */
  series: readonly string[];
  bars: readonly Bar[];
  /** At the head, before the legend: the total. */
  head?: React.ReactNode;
}

const WIDTH = 1090;
const HEIGHT = 272;
const FLOOR = 242;
const LEFT = 46;
const PLOT = 228;

/** A round step, so that three of them reach above the highest bar. */
const stepFor = (highest: number): number => {
  const raw = Math.max(highest, 1) / 3;
  const power = 10 ** Math.floor(Math.log10(raw));
  return ([1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= raw) ?? 10) * power;
};

/** The newest day first in sight. */
const toEnd = (plot: HTMLDivElement | null) => {
  if (plot) plot.scrollLeft = plot.scrollWidth;
};

/** Stacked bars by day, four lines, no axis; the same numbers stand in a table behind. */
export const BarChart = ({ label, series, bars, head }: BarChartProps) => {
  const format = useFormat();
  const say = useText();
  const [table, setTable] = useState(false);
  const total = (bar: Bar) => bar.values.reduce((sum, value) => sum + value, 0);
  const step = stepFor(Math.max(...bars.map(total), 0));
  const top = step * 3;
  const y = (value: number) => FLOOR - (value / top) * PLOT;
  const width = (WIDTH - LEFT + 2) / Math.max(bars.length, 1);
  const bar = Math.max(3, Math.min(46, width - 9));
  const every = daysBetween(bars.length);
  const dayOf = (value: string) => format.date(`${value}T12:00:00Z`, 'day', 'UTC');
  return (
    <figure className={styles.figure}>
      <div className={styles.head}>
        {head}
        <div className={styles.legend} aria-hidden="true">
          {series.map((name, index) => (
            <span key={name}>
              <i style={{ background: `var(--c${index + 1})` }} />
              {name}
            </span>
          ))}
        </div>
      </div>
      {table ? (
        <DataTable
          caption={label}
          rows={bars}
          rowKey={(row) => row.day}
          columns={[
            { key: 'day', title: say('ui.day'), cell: (row) => dayOf(row.day) },
            ...series.map((name, index) => ({
              key: name,
              title: name,
              number: true,
              cell: (row: Bar) => format.money(row.values[index] ?? 0),
            })),
            { key: 'total', title: say('ui.total'), number: true, cell: (row) => format.money(total(row)) },
          ]}
        />
      ) : (
        <div
          ref={toEnd}
          className={styles.plot}
          // Where it is wider than the screen it scrolls, by key too.
          tabIndex={0}
          role="group"
          aria-label={label}
        >
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
            {[0, 1, 2, 3].map((line) => (
              <g key={line}>
                <line x1={40} x2={WIDTH} y1={y(line * step)} y2={y(line * step)} />
                <text x={32} y={y(line * step) + 4} textAnchor="end">
                  {format.money(line * step).replace(/[.,]00$/, '')}
                </text>
              </g>
            ))}
            {bars.map((item, index) => {
              const x = LEFT + index * width + (width - 9 - bar) / 2;
              let base = FLOOR;
              const parts = item.values
                .map((value, part) => ({ value, part }))
                .toReversed()
                .filter(({ value }) => value > 0)
                .map(({ value, part }) => {
                  const height = (value / top) * PLOT;
                  base -= height;
                  return { part, y: base + 1, height: Math.max(1, height - 1.5) };
                });
              return (
                <g key={item.day} className={styles.day}>
                  {parts.map(({ part, y: from, height }) => (
                    <rect
                      key={part}
                      x={x}
                      y={from}
                      width={bar}
                      height={height}
                      rx={2.5}
                      fill={`var(--c${part + 1})`}
                      {...(part === 0 ? { stroke: 'var(--c1-edge)' } : {})}
                    />
                  ))}
                  {item.live ? <circle cx={x + bar / 2} cy={base - 9} r={3.5} fill="var(--live)" /> : null}
                  {(bars.length - 1 - index) % every === 0 ? (
                    <text x={Math.min(x + bar / 2, WIDTH - 20)} y={266} textAnchor="middle">
                      {dayOf(item.day)}
                    </text>
                  ) : null}
                  <rect className={styles.hit} x={LEFT + index * width} y={FLOOR - PLOT} width={width} height={PLOT}>
                    <title>{`${dayOf(item.day)}: ${format.money(total(item))}`}</title>
                  </rect>
                </g>
              );
            })}
          </svg>
        </div>
      )}
      <button type="button" className={styles.toggle} onClick={() => setTable(!table)}>
        {say(table ? 'ui.asChart' : 'ui.asTable')}
      </button>
    </figure>
  );
};
