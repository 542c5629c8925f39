import type { ReactNode } from 'react';
import { classes } from '../../../ui/classes.ts';
import type from '../../../ui/type.module.css';
import styles from './paid.module.css';

/** The figures of a show that is billed: time, rate, spent, left. */
export const Meter = ({ figures }: { figures: readonly { label: string; value: ReactNode; isBright?: boolean; testId?: string }[] }) => (
  <dl className={styles.meter}>
    {figures.map(({ label, value, isBright, testId }) => (
      <div key={testId ?? label.split(',')[0]} className={styles.figure}>
        <dt className={type.tiny}>{label}</dt>
        <dd className={classes(type.num, styles.figureValue, isBright && styles.bright)} data-testid={testId}>
          {value}
        </dd>
      </div>
    ))}
  </dl>
);
