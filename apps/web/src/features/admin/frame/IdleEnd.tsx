import { useLocation } from 'react-router';
import { call } from '../../../app/browser-call.ts';
import { useSessionStore } from '../../../app/session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import forms from '../../../ui/forms/forms.module.css';
import { useIdleEnd } from './use-idle-end.ts';

/** Logs an idle admin out of an open administration, after a question a minute before. Drafts stay on the device for the next log-in. */
const IdleEnd = ({ minutes }: { minutes: number }) => {
  const t = useText();
  const store = useSessionStore();
  const { pathname, search } = useLocation();
  const logOut = async () => {
    // The server may have ended it already: its refusal leads to the log-in page, too.
    store.setEndReason('idle');
    await call('POST /auth/logout').catch(() => undefined);
    store.end(pathname + search);
  };
  const isWatched = pathname === '/admin' || pathname.startsWith('/admin/');
  const tellServer = () => void call('GET /users/me').catch(() => undefined);
  const { isAsking, stay } = useIdleEnd(minutes, isWatched, () => void logOut(), tellServer);
  return (
    <Sheet opened={isAsking} onClose={stay} title={t('account.idleTitle')} width={420} hasHistoryEntry={false}>
      <div className={forms.form}>
        <p className={type.quiet}>{t('account.idleLead')}</p>
        <Button kind="gold" wide onClick={stay}>
          {t('account.idleStay')}
        </Button>
      </div>
    </Sheet>
  );
};

export default IdleEnd;
