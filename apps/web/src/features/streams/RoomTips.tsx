import type { PerformerProfile } from '@stagedoor/contract/performers';
import type { StreamSession } from '@stagedoor/contract/streams';
import { Amount } from '../../ui/Amount.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { LimitLine } from '../checkout/LimitLine.tsx';
import { Goal } from './Goal.tsx';
import { QuickTips } from './QuickTips.tsx';
import { RoomRail } from './RoomRail.tsx';
import styles from './Room.module.css';
import { TipMenu } from './TipMenu.tsx';
import type { useTip } from './use-tip.ts';

interface RoomTipsProps {
  session: StreamSession;
  performerId: string;
  desk: ReturnType<typeof useTip>;
  /** The caller's tokens; null for a visitor. */
  balance: number | null;
  canTip: boolean;
  onOpen: (sheet: 'tip' | 'gift' | 'topUp') => void;
}

/** The goal, the ways to tip and the balance below a show's picture. */
export const RoomDock = ({ session, performerId, desk, balance, canTip, onOpen }: RoomTipsProps) => {
  const t = useText();
  if (!session.goal && !canTip) return null;
  return (
    <div className={classes(styles.dock, !session.goal && styles.noGoal)}>
      {session.goal ? <Goal goal={session.goal} goals={session.goals} /> : null}
      {canTip ? <TipMenu performerId={performerId} desk={desk} /> : null}
      {canTip ? <QuickTips desk={desk} onOther={() => onOpen('tip')} onGift={() => onOpen('gift')} /> : null}
      {balance !== null && canTip ? (
        <div className={styles.purse}>
          <span>{t('room.balance')}</span>
          <span className={styles.purseSum}>
            <Amount tokens={balance} />
          </span>
          <button type="button" className={styles.topUp} onClick={() => onOpen('topUp')}>
            {t('room.topUp')}
          </button>
          <LimitLine show={{ streamId: session._id }} />
        </div>
      ) : null}
    </div>
  );
};

/** The ways to tip above the chat's field, on phones. */
export const PhoneTips = ({
  session,
  profile,
  desk,
  balance,
  onOpen,
}: Omit<RoomTipsProps, 'canTip' | 'performerId'> & { profile: PerformerProfile }) => (
  <div className={styles.phoneTips}>
    <RoomRail profile={profile} side="upright" onOpen={onOpen} />
    {balance !== null ? <LimitLine show={{ streamId: session._id }} /> : null}
    <TipMenu performerId={profile._id} desk={desk} onDark />
    <QuickTips desk={desk} onDark />
  </div>
);

/** The balance beside the chat's field, on phones. */
export const PhonePurse = ({ balance, onTopUp }: { balance: number; onTopUp: () => void }) => {
  const t = useText();
  return (
    <button type="button" className={styles.phonePurse} onClick={onTopUp}>
      <span className={type.hidden}>{t('room.balance')} </span>
      <Amount tokens={balance} />
      <span className={type.hidden}>. {t('room.topUp')}</span>
    </button>
  );
};
