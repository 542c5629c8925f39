import { IconArrowLeft, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from '../../../ui/admin/list-and-pane.module.css';
import type { Chosen } from './ListAndPane.tsx';

interface PaneProps {
  label: string;
  onBack: () => void;
  /** Actions: stay at the lower edge. */
  foot?: ReactNode;
  children: ReactNode;
}

/** Details beside a list; on a phone with a back link. */
export const Pane = ({ label, onBack, foot, children }: PaneProps) => {
  const t = useText();
  return (
    <section className={styles.pane} aria-label={label}>
      <div className={styles.paneBody}>
        <Button className={styles.phoneBack} kind="text" icon={<IconArrowLeft size={20} stroke={1.75} />} onClick={onBack}>
          {t('admin.back')}
        </Button>
        {children}
        <IconButton className={styles.paneClose} label={t('ui.close')} icon={<IconX size={20} stroke={1.75} />} onClick={onBack} />
      </div>
      {foot ? <div className={styles.decide}>{foot}</div> : null}
    </section>
  );
};

interface PaneHeadProps {
  title: string;
  /** Below the title. */
  line: ReactNode;
  /** Avatar of a person; omitted for other things. */
  avatar?: string | null;
  online?: boolean;
  /** "2 of 7". */
  place?: Pick<Chosen<unknown>, 'index' | 'count'>;
  /** State, at the end. */
  children?: ReactNode;
}

/** The header of a pane. */
export const PaneHead = ({ title, line, avatar, online, place, children }: PaneHeadProps) => {
  const t = useText();
  return (
    <header className={styles.person}>
      {avatar === undefined ? null : <Avatar src={avatar} size={60} {...(online === undefined ? {} : { online })} />}
      <div className={styles.personWords}>
        <h2 className={classes(type.display, type.s26)}>
          <bdi>{title}</bdi>
        </h2>
        <span className={classes(type.small, type.quiet, styles.headLine)}>{line}</span>
      </div>
      {place && place.count > 0 ? (
        <span className={classes(type.small, type.faint)}>{t('admin.position', { index: place.index + 1, count: place.count })}</span>
      ) : null}
      {children}
    </header>
  );
};

/** One fact of a pane: label and value. */
export const FactLine = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes(styles.fact, type.small)}>
    <span className={type.faint}>{label}</span>
    <span className={styles.factValue}>{children}</span>
  </div>
);
