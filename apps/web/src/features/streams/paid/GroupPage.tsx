import { isOnAir } from '@stagedoor/contract/live-state.values';
import type { GroupShow } from '@stagedoor/contract/paid-shows';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useAction } from '../../../app/data.ts';
import { Pending } from '../../../app/Pending.tsx';
import { useCurrentUser } from '../../../app/session.tsx';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { LimitLine } from '../../checkout/LimitLine.tsx';
import { PayTicket } from '../../checkout/PayTicket.tsx';
import { missingFor } from '../../wallet/fitting-top-up.ts';
import { TopUpSheet } from '../../wallet/TopUpSheet.tsx';
import { ActiveShow } from './ActiveShow.tsx';
import { Frame } from './Frame.tsx';
import { StageNow } from '../StageNow.tsx';
import { Lines } from './Lines.tsx';
import styles from './paid.module.css';
import { Receipt } from './Receipt.tsx';
import { useGroupShow } from './use-paid-show.ts';

const OBSTACLES = { followers: 'paid.forFollowers', subscribers: 'paid.forSubscribers', full: 'paid.full' } as const;

/** Before joining a group show: rate, minimum, seats. */
const JoinScreen = ({ show, onJoined }: { show: GroupShow; onJoined: () => void }) => {
  const t = useText();
  const user = useCurrentUser();
  const address = useLocation();
  const join = useAction('POST /streaming/join/{id}');
  const [isShort, setShort] = useState(false);
  const { session, price, minimumMinutes, obstacle } = show;
  const { performer } = session;
  const needed = Math.round(price * minimumMinutes * 100) / 100;
  const press = async () => {
    if (user.balance < needed) {
      setShort(true);
      return;
    }
    await join.run({ params: { id: session._id } });
    onJoined();
  };
  return (
    <Frame performer={performer} title={t('paid.joinTitle', { title: session.title })} note={t('paid.groupWith', { name: performer.name })}>
      <Lines
        price={price}
        minimumMinutes={minimumMinutes}
        minutesLeft={show.minutesLeft}
        isRecorded={session.isRecorded}
        seats={{ taken: show.taken, seats: show.seats }}
      />
      <p className={classes(type.small, type.faint)}>{t('paid.holdText')}</p>
      <FormError error={join.error} fields={[]} />
      {obstacle && obstacle !== 'ended' ? (
        <>
          <p className={styles.obstacle} role="status">
            {t(OBSTACLES[obstacle])}
          </p>
          <Button kind="gold" wide to={`/${performer.username}`}>
            {t('paid.toProfile')}
          </Button>
        </>
      ) : (
        <>
          <PayTicket
            label={t('paid.join')}
            busyLabel={t('paid.join')}
            tokens={needed}
            missing={missingFor(needed, user.balance)}
            size="md"
            busy={join.busy}
            onClick={() => void press()}
          />
          <LimitLine show={{ streamId: session._id }} />
        </>
      )}
      {isShort ? <TopUpSheet needed={needed} returnTo={address.pathname} onClose={() => setShort(false)} /> : null}
    </Frame>
  );
};

/** Who is in the show, and the empty seats. */
const Seats = ({ show }: { show: GroupShow }) => {
  const t = useText();
  const free = Math.min(12, show.seats) - show.fans.length;
  return (
    <div className={styles.seats}>
      <div className={type.flexBetween}>
        <h2 className={type.heading}>{t('paid.seats')}</h2>
        <span className={classes(type.small, type.quiet)}>{t('paid.seatsTaken', { taken: show.taken, seats: show.seats })}</span>
      </div>
      <ul className={styles.faces}>
        {show.fans.map((fan) => (
          <li key={fan._id} title={fan.name}>
            <Avatar src={fan.avatar} size={44} />
            <span className={type.hidden}>
              <bdi>{fan.name}</bdi>
            </span>
          </li>
        ))}
        {Array.from({ length: Math.max(0, free) }, (_, index) => (
          <li key={index} className={styles.free} aria-hidden="true" />
        ))}
      </ul>
      <p className={classes(type.tiny, type.faint)}>{t('paid.everyonePays')}</p>
    </div>
  );
};

/** A group show, from joining to the receipt, by its id or its performer's username. */
export const GroupPage = ({ id }: { id: string }) => {
  const t = useText();
  const user = useCurrentUser();
  const answer = useGroupShow(id);
  const [returns, setReturns] = useState(false);
  const show = answer.data;
  // The performer was hidden from the viewer meanwhile: what was paid keeps its receipt.
  if (!show || (answer.error?.code === 'NOT_FOUND' && show.mine === null))
    return (
      <div className={styles.curtain}>
        {answer.error?.code === 'NOT_FOUND' ? (
          <Empty
            title={t('paid.noGroup')}
            level={1}
            action={
              <Button kind="gold" to="/live">
                {t('live.title')}
              </Button>
            }
          />
        ) : (
          <Pending of={answer}>
            <RowsSkeleton rows={5} />
          </Pending>
        )}
      </div>
    );
  const { session, mine } = show;
  const { performer } = session;
  const next = isOnAir(performer.live) && 'link' in performer.live && performer.live.streamId !== session._id ? performer.live.link : null;
  const again = next ? { to: next, label: t('live.watch') } : { to: `/${performer.username}`, label: t('paid.toProfile') };
  if (performer._id === user._id && session.state === 'ended') return <Receipt showId={session._id} isOwn again={again} />;
  if (performer._id === user._id)
    return (
      <Frame performer={performer} title={session.title} note={t('paid.studioText')}>
        <Button kind="gold" wide to="/model/live">
          {t('paid.toStudio')}
        </Button>
      </Frame>
    );
  const isIn = mine !== null && mine.leftAt === null;
  if (isIn && session.state !== 'ended')
    return (
      <ActiveShow
        session={session}
        seat={mine}
        aside={<Seats show={show} />}
        onLeft={() => {
          setReturns(false);
          void answer.refetch();
        }}
      />
    );
  if (mine && !returns)
    return (
      <>
        <Receipt
          showId={session._id}
          again={again}
          recording={session.recording}
          onRenew={async () => (await answer.refetch()).data?.session.recording ?? null}
        />
        {session.state === 'ended' ? null : (
          <div className={styles.returning}>
            <Button kind="lift" onClick={() => setReturns(true)}>
              {t('paid.joinAgain')}
            </Button>
          </div>
        )}
      </>
    );
  if (session.state === 'ended')
    return (
      <Frame performer={performer} title={t('room.ended')} note={session.title}>
        {mine === null ? <p role="status">{t('stage.cut')}</p> : null}
        <StageNow performer={performer} />
        <Button kind={next ? 'lift' : 'gold'} wide to={`/${performer.username}`}>
          {t('paid.toProfile')}
        </Button>
        <Button kind="lift" wide to="/live">
          {t('live.title')}
        </Button>
      </Frame>
    );
  return <JoinScreen show={show} onJoined={() => void answer.refetch()} />;
};
