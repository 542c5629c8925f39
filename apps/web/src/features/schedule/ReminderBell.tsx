import type { PlannedShow } from '@stagedoor/contract/schedule';
import { IconBell, IconBellFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useAction } from '../../app/data.ts';
import { loginFor } from '../../app/guard.ts';
import { useSession } from '../../app/session.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import styles from './schedule.module.css';

/** Sets or ends the account's reminder of a coming show; for visitors the way to log in, for its performer nothing. */
export const ReminderBell = ({ show }: { show: PlannedShow }) => {
  const t = useText();
  const user = useSession();
  const { pathname, search } = useLocation();
  const set = useAction('PUT /streaming/schedule/{id}/reminder');
  const [isOn, setOn] = useState(show.isReminded);
  if (user?._id === show.performer._id) return null;
  const label = t(isOn ? 'schedule.bellOn' : 'schedule.bellOff', { title: show.title });
  const icon = isOn ? <IconBellFilled size={20} /> : <IconBell size={20} stroke={1.75} />;
  if (!user) return <IconButton to={loginFor(pathname + search)} label={label} icon={icon} />;
  const press = async () => {
    const answer = await set.run({ params: { id: show._id }, body: { on: !isOn } });
    if (!answer) return toast(t('schedule.bellFailed'), { tone: 'bad' });
    setOn(answer.isReminded);
    return toast(t(answer.isReminded ? 'schedule.willRemind' : 'schedule.wontRemind'), { tone: 'ok' });
  };
  return (
    <IconButton
      className={isOn ? styles.bellOn : undefined}
      label={label}
      icon={icon}
      aria-pressed={isOn}
      aria-busy={set.busy || undefined}
      onClick={() => void press()}
    />
  );
};
