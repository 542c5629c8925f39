import type { PerformerProfile } from '@stagedoor/contract/performers';
import type { ShowOffers } from '@stagedoor/contract/paid-shows';
import { type FormEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAction } from '../../../app/data.ts';
import { useSession } from '../../../app/session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Switch } from '../../../ui/Check.tsx';
import { classes } from '../../../ui/classes.ts';
import { TextField } from '../../../ui/Field.tsx';
import { FormError } from '../../../ui/forms/FormError.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { LimitLine } from '../../checkout/LimitLine.tsx';
import { PayTicket } from '../../checkout/PayTicket.tsx';
import { missingFor } from '../../wallet/fitting-top-up.ts';
import { TopUpSheet } from '../../wallet/TopUpSheet.tsx';
import { Frame } from './Frame.tsx';
import { Lines } from './Lines.tsx';
import styles from './paid.module.css';

type AskedPerformer = Pick<PerformerProfile, '_id' | 'username' | 'name' | 'avatar' | 'isLive'>;

/** Asking for a private show: what it costs, how long the balance lasts, the fan's camera if they want. */
export const AskScreen = ({ profile, offer }: { profile: AskedPerformer; offer: ShowOffers['private'] }) => {
  const t = useText();
  const user = useSession();
  const navigate = useNavigate();
  const address = useLocation();
  const ask = useAction('POST /streaming/private-chat/{id}');
  const [message, setMessage] = useState('');
  const [withCamera, setWithCamera] = useState(false);
  const [isShort, setShort] = useState(false);
  const name = profile.name;
  const needed = Math.round(offer.price * offer.minimumMinutes * 100) / 100;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if ((user?.balance ?? 0) < needed) {
      setShort(true);
      return;
    }
    const request = await ask.run({ params: { id: profile._id }, body: { message: message.trim(), withCamera } });
    if (request) await navigate(`/live/private/${request._id}`, { replace: true });
  };
  return (
    <Frame performer={profile} title={t('paid.askTitle', { name })} note={t('paid.holdText')}>
      <form onSubmit={(event) => void submit(event)} className={styles.form}>
        <Lines price={offer.price} minimumMinutes={offer.minimumMinutes} minutesLeft={offer.minutesLeft} isRecorded={offer.isRecorded} />
        {offer.obstacle ? (
          <p className={styles.obstacle} role="status">
            {t(`paid.${offer.obstacle}`, { name })}
          </p>
        ) : (
          <>
            <TextField
              label={t('paid.message')}
              optional
              maxLength={300}
              value={message}
              onChange={(event) => setMessage(event.currentTarget.value)}
            />
            <Switch
              label={t('paid.camera')}
              hint={t('paid.cameraText')}
              checked={withCamera}
              onChange={(event) => setWithCamera(event.currentTarget.checked)}
            />
          </>
        )}
        <FormError error={ask.error} fields={['message']} />
        <div className={styles.acts}>
          {offer.obstacle ? (
            <Button kind="gold" wide to={`/${profile.username}`}>
              {t('paid.toProfile')}
            </Button>
          ) : (
            <PayTicket
              label={t('paid.ask')}
              busyLabel={t('paid.ask')}
              tokens={needed}
              missing={user ? missingFor(needed, user.balance) : 0}
              type="submit"
              size="md"
              busy={ask.busy}
            />
          )}
        </div>
        {offer.obstacle ? null : <LimitLine show="new" />}
      </form>
      <p className={classes(type.tiny, type.faint)}>{t('paid.nothingTaken')}</p>
      {isShort ? <TopUpSheet needed={needed} returnTo={address.pathname} onClose={() => setShort(false)} /> : null}
    </Frame>
  );
};
