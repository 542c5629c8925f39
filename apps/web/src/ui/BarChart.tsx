import { useEffect, useRef, useState } from 'react';
import styles from './BarChart.module.css';
import { classes } from './classes.ts';
import { Table } from './table/Table.tsx';
import { useFormat } from './format.tsx';
import { useText } from './text.ts';

/** Colours of the series, from the top: c1, c2, c3 and so on. */
export interface Bar {
  /** A day, `YYYY-MM-DD`; also the key. */
  day: string;
  /** The last day, if a bar covers several. */
  until?: string;
  /** One value per series, in the site's currency. */
  values: readonly number[];
  /** A live show took place that day: a red dot over the bar. */
  live?: boolean;
}

interface BarChartProps {
  /** For screen readers and as the table's caption: "Earnings by day and source". */
  label: string;
  /** Names of the series; the first is drawn on top, in c1. */
  series: readonly string[];
  bars: readonly Bar[];
  /** In the header, before the legend: the total. */
  head?: React.ReactNode;
  /** Opens what a bar is made of. */
  onPick?: (bar: Bar) => void;
}

const HEIGHT = 272;
const FLOOR = 242;
const LEFT = 46;
const PLOT = 228;
/** Width reserved for a date label, in pixels. */
const DATE_WIDTH = 58;
/** Width before the element has been measured. */
const FIRST_WIDTH = 1090;

/** Number of bars between two date labels: preferably whole weeks. */
const barsBetween = (bars: number, width: number): number => {
  const most = Math.max(2, Math.min(8, Math.floor(width / DATE_WIDTH)));
  return [1, 2, 7, 14, 28, 60].find((step) => bars / step <= most) ?? 90;
};

/** A round grid step such that three of them exceed the highest bar. */
const stepFor = (highest: number): number => {
  const raw = Math.max(highest, 1) / 3;
  const power = 10 ** Math.floor(Math.log10(raw));
  return ([1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= raw) ?? 10) * power;
};

/** The width of an element, observed. */
const useWidth = () => {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(FIRST_WIDTH);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width));
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return { element, width };
};

/** Stacked bars by day, four grid lines, no axis, full width; a hidden table contains the same numbers. */
export const BarChart = ({ label, series, bars, head, onPick }: BarChartProps) => {
  const format = useFormat();
  const t = useText();
  const [table, setTable] = useState(false);
  const { element, width } = useWidth();
  const total = (bar: Bar) => bar.values.reduce((sum, value) => sum + value, 0);
  const dateOf = (day: string) => format.date(`${day}T12:00:00Z`, 'day', 'UTC');
  const nameOf = (bar: Bar) => (bar.until && bar.until !== bar.day ? `${dateOf(bar.day)} – ${dateOf(bar.until)}` : dateOf(bar.day));
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
      <div ref={element} className={styles.plot}>
        {table ? (
          <Table
            caption={label}
            rows={bars}
            rowKey={(row) => row.day}
            columns={[
              { key: 'day', title: t('ui.day'), narrow: 'main', cell: nameOf },
              ...series.map((name, index) => ({
                key: name,
                title: name,
                number: true,
                narrow: 'line' as const,
                cell: (row: Bar) => format.money(row.values[index] ?? 0),
              })),
              {
                key: 'total',
                title: t('ui.total'),
                number: true,
                narrow: 'end',
                cell: (row) =>
                  onPick && total(row) !== 0 ? (
                    <button type="button" className={styles.pick} onClick={() => onPick(row)}>
                      {format.money(total(row))}
                    </button>
                  ) : (
                    format.money(total(row))
                  ),
              },
            ]}
          />
        ) : (
          <Plot label={label} bars={bars} width={width} totalOf={total} dateOf={dateOf} nameOf={nameOf} onPick={onPick} />
        )}
      </div>
      <button type="button" className={styles.toggle} onClick={() => setTable(!table)}>
        {t(table ? 'ui.asChart' : 'ui.asTable')}
      </button>
    </figure>
  );
};

interface PlotProps {
  label: string;
  bars: readonly Bar[];
  width: number;
  totalOf: (bar: Bar) => number;
  dateOf: (day: string) => string;
  nameOf: (bar: Bar) => string;
  onPick: ((bar: Bar) => void) | undefined;
}

const Plot = ({ label, bars, width, totalOf, dateOf, nameOf, onPick }: PlotProps) => {
  const format = useFormat();
  const step = stepFor(Math.max(...bars.map(totalOf), 0));
  const y = (value: number) => FLOOR - (value / (step * 3)) * PLOT;
  const pitch = (width - LEFT) / Math.max(bars.length, 1);
  const gap = pitch > 24 ? 9 : pitch > 12 ? 4 : 2;
  const barWidth = Math.max(2, Math.min(46, pitch - gap));
  const every = barsBetween(bars.length, width - LEFT);
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} width={width} height={HEIGHT} role="img" aria-label={label}>
      {[0, 1, 2, 3].map((line) => (
        <g key={line}>
          <line x1={40} x2={width} y1={y(line * step)} y2={y(line * step)} />
          <text x={32} y={y(line * step) + 4} textAnchor="end">
            {format.money(line * step).replace(/[.,]00(?=\D*$)/, '')}
          </text>
        </g>
      ))}
      {bars.map((item, index) => {
        const from = LEFT + index * pitch;
        const x = from + (pitch - barWidth) / 2;
        let base = FLOOR;
        const parts = item.values
          .map((value, part) => ({ value, part }))
          .toReversed()
          .filter(({ value }) => value > 0)
          .map(({ value, part }) => {
            const height = (value / (step * 3)) * PLOT;
            base -= height;
            return { part, top: base + 1, height: Math.max(1, height - 1.5) };
          });
        return (
          <g key={item.day} className={styles.day}>
            {parts.map(({ part, top, height }) => (
              <rect
                key={part}
                x={x}
                y={top}
                width={barWidth}
                height={height}
                rx={Math.min(2.5, barWidth / 3)}
                fill={`var(--c${part + 1})`}
                {...(part === 0 ? { stroke: 'var(--c1-edge)' } : {})}
              />
            ))}
            {item.live ? <circle cx={x + barWidth / 2} cy={base - 9} r={3.5} fill="var(--live)" /> : null}
            {(bars.length - 1 - index) % every === 0 ? (
              <text x={Math.min(x + barWidth / 2, width - 20)} y={266} textAnchor="middle">
                {dateOf(item.day)}
              </text>
            ) : null}
            {/* For pointers; by the keyboard the same is in the table. */}
            <rect
              className={classes(styles.hit, onPick && totalOf(item) !== 0 && styles.picked)}
              x={from}
              y={FLOOR - PLOT}
              width={pitch}
              height={PLOT}
              onClick={() => onPick?.(item)}
            >
              <title>{`${nameOf(item)}: ${format.money(totalOf(item))}`}</title>
            </rect>
          </g>
        );
      })}
    </svg>
  );
};
