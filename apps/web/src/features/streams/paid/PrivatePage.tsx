import type { ShowCamera } from '@stagedoor/contract/paid-shows';
import { useNavigate } from 'react-router';
import { useData } from '../../../app/data.ts';
import { Pending } from '../../../app/Pending.tsx';
import { useRealtimeEvent } from '../../../app/realtime.tsx';
import { useCurrentUser } from '../../../app/session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { useText } from '../../../ui/text.ts';
import { ActiveShow, type ActiveShowProps } from './ActiveShow.tsx';
import { AskScreen } from './AskScreen.tsx';
import { Frame } from './Frame.tsx';
import styles from './paid.module.css';
import { Receipt } from './Receipt.tsx';
import { useOwnCamera } from './use-own-camera.ts';
import { usePrivateShow } from './use-paid-show.ts';
import { Waiting } from './Waiting.tsx';

/** Asking a performer: by username. */
export const AskPage = ({ username }: { username: string }) => {
  const profile = useData('GET /performers/{id}', { params: { id: username } });
  const offers = useData('GET /streaming/offers/{id}', { params: { id: username } }, { refetchInterval: 10_000 });
  useRealtimeEvent('wallet/changed', () => void offers.refetch());
  if (profile.data && offers.data) return <AskScreen profile={profile.data} offer={offers.data.private} />;
  return (
    <div className={styles.curtain}>
      <Pending of={profile.error ? profile : offers}>
        <RowsSkeleton rows={5} />
      </Pending>
    </div>
  );
};

/** A private show, from the request to the receipt, for its fan. */
export const PrivatePage = ({ id }: { id: string }) => {
  const t = useText();
  const user = useCurrentUser();
  const navigate = useNavigate();
  const answer = usePrivateShow(id);
  const show = answer.data;
  if (!show)
    return (
      <div className={styles.curtain}>
        <Pending of={answer}>
          <RowsSkeleton rows={5} />
        </Pending>
      </div>
    );
  const { request, session, seat, camera } = show;
  const { performer } = request;
  const ask = `/live/private/${performer.username}`;
  const isOwn = performer._id === user._id;
  if (isOwn && request.state !== 'ended')
    return (
      <Frame performer={performer} title={t('paid.private')} note={t('paid.studioText')}>
        <Button kind="gold" wide to="/model/live">
          {t('paid.toStudio')}
        </Button>
      </Frame>
    );
  if (request.state === 'requested') return <Waiting request={request} onChanged={() => void answer.refetch()} />;
  if (request.state === 'declined' || request.state === 'cancelled' || request.state === 'expired')
    return (
      <Frame performer={performer} title={t(`paid.${request.state}`, { name: performer.name })} note={t('paid.returned')}>
        <div className={styles.acts}>
          <Button kind="lift" grow to={`/${performer.username}`}>
            {t('paid.toProfile')}
          </Button>
          <Button kind="gold" grow onClick={() => void navigate(ask)}>
            {t('paid.askAgain')}
          </Button>
        </div>
      </Frame>
    );
  if (!session || !seat || seat.leftAt || request.state === 'ended')
    return (
      <Receipt
        showId={id}
        isOwn={isOwn}
        again={{ to: ask, label: t('paid.askAgain') }}
        recording={session?.recording ?? null}
        onRenew={async () => (await answer.refetch()).data?.session?.recording ?? null}
      />
    );
  const active = { session, seat, onLeft: () => void answer.refetch() };
  return camera ? <WithOwnCamera {...active} medium={camera} /> : <ActiveShow {...active} />;
};

/** A private show with the fan's own camera in it. */
const WithOwnCamera = ({ medium, ...show }: Omit<ActiveShowProps, 'self'> & { medium: ShowCamera }) => (
  <ActiveShow {...show} self={{ medium, own: useOwnCamera(show.session._id) }} />
);
