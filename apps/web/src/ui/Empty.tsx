import type { ReactNode } from 'react';
import { Beam } from './Beam.tsx';
import styles from './Empty.module.css';

interface EmptyProps {
  /** Display heading. */
  title: string;
  /** One line of text. */
  text?: string;
  /** One button. */
  action?: ReactNode;
  /** The heading's level in its page. */
  level?: 1 | 2 | 3;
  /** Adds a light where the page has none: rooms, sheets. */
  beam?: boolean;
}

/** The empty state: a heading, a line of text, one next action. */
export const Empty = ({ title, text, action, level = 2, beam }: EmptyProps) => {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.empty}>
      {beam ? <Beam kind="cone" /> : null}
      <Heading className={styles.line}>{title}</Heading>
      {text ? <p className={styles.text}>{text}</p> : null}
      {action ? <div className={styles.act}>{action}</div> : null}
    </div>
  );
};
