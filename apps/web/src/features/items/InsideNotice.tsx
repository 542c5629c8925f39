import type { InsideFact } from '@stagedoor/contract/inside.values';
import { useId } from 'react';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './inside-notice.module.css';

interface InsideNoticeProps {
  /** The file's name. */
  name: string;
  facts: readonly InsideFact[];
}

/** Tells whoever sells or sends a document what else it says, before it goes out. */
export const InsideNotice = ({ name, facts }: InsideNoticeProps) => {
  const t = useText();
  const id = useId();
  return (
    <section className={styles.notice} aria-labelledby={id}>
      <p id={id} className={classes(type.small, type.strong)}>
        {t('inside.title', { name })}
      </p>
      <dl className={classes(type.small, styles.facts)}>
        {facts.map(({ kind, text }) => (
          <div key={`${kind} ${text}`} className={styles.fact}>
            <dt className={type.quiet}>{t(`inside.kind.${kind}`)}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      </dl>
      <p className={classes(type.tiny, type.faint)}>{t('inside.choice')}</p>
    </section>
  );
};
