import type { StreamSession } from '@stagedoor/contract/streams';
import type { ReactNode } from 'react';
import { Amount } from '../../../ui/Amount.tsx';
import { Card } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import phone from './OnAir.module.css';
import styles from './studio.module.css';

/** The figures of a show on air: viewers and tips, except of a rehearsal, and the connection. */
export const OnAirTiles = ({ session, tips, health }: { session: StreamSession; tips: number; health: ReactNode }) => {
  const t = useText();
  const format = useFormat();
  const { isRehearsal } = session;
  return (
    <div className={classes(styles.tiles, phone.tiles)}>
      {isRehearsal ? null : (
        <>
          <Card className={styles.tile}>
            <span className={type.label}>{t('studio.viewers')}</span>
            <span className={classes(type.num, styles.figure)}>{format.count(session.viewers)}</span>
          </Card>
          <Card className={styles.tile}>
            <span className={type.label}>{t('studio.tipsOfShow')}</span>
            <Amount tokens={tips} className={classes(styles.figure, type.spot)} />
          </Card>
        </>
      )}
      {health}
    </div>
  );
};
