import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../../ui/Avatar.tsx';
import { IconButton } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './paid.module.css';

/** Before and after a paid show: the curtain, on one side whatever is large, on the other the card. */
export const Frame = ({
  performer,
  title,
  note,
  large,
  children,
}: {
  performer: { username: string; name: string; avatar: string; isLive: boolean };
  title: string;
  note: string;
  large?: ReactNode;
  children: ReactNode;
}) => {
  const t = useText();
  return (
    <div className={styles.curtain}>
      <header className={styles.bar}>
        <IconButton kind="glass" to={`/${performer.username}`} label={t('shell.back')} icon={<IconArrowLeft size={20} stroke={1.75} />} />
      </header>
      <div className={classes(styles.two, !large && styles.alone)}>
        {large ? <div className={styles.large}>{large}</div> : null}
        <section className={styles.card}>
          <div className={styles.cardHead}>
            <Avatar src={performer.avatar} size={60} live={performer.isLive} />
            <div>
              <h1 className={classes(type.display, styles.title)}>{title}</h1>
              <p className={classes(type.small, type.quiet)}>{note}</p>
            </div>
          </div>
          {children}
        </section>
      </div>
    </div>
  );
};
