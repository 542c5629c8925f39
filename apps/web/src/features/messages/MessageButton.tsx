import { IconMessageCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { loginFor } from '../../app/guard.ts';
import { useSession } from '../../app/session.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';

interface MessageButtonProps {
  /** The performer's id, or for a performer a fan's. */
  personId: string;
  /** Called when the fan may not write yet, instead of a message. */
  onNotAllowed?: () => void;
  /** An icon alone, in lists. */
  isSmall?: boolean;
}

/** Opens the private conversation with somebody. */
export const MessageButton = ({ personId, onNotAllowed, isSmall }: MessageButtonProps) => {
  const t = useText();
  const user = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [busy, setBusy] = useState(false);
  const press = async () => {
    if (!user) return navigate(loginFor(pathname + search));
    setBusy(true);
    try {
      const { _id } = await call('POST /conversations', { body: { source: user.isPerformer ? 'user' : 'performer', sourceId: personId } });
      return await navigate(`/messages/${_id}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'MESSAGES_NOT_ALLOWED' && onNotAllowed) onNotAllowed();
      else if (error.status >= 500 || !error.isServersMessage) toast(t('messages.failed'), { tone: 'bad' });
      // What refuses it says why.
      else toast(error.message, { tone: 'bad', stays: 5000 });
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  const icon = <IconMessageCircle size={20} stroke={1.75} />;
  return isSmall ? (
    <IconButton label={t('messages.write')} icon={icon} onClick={() => void press()} />
  ) : (
    <Button kind="lift" icon={icon} busy={busy} onClick={() => void press()}>
      {t('messages.write')}
    </Button>
  );
};
