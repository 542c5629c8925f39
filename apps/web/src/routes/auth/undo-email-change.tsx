import { useState } from 'react';
import { useAction } from '../../app/data.ts';
import { useMailToken } from '../../app/mail-token.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { PublicPage } from '../../app/PublicPage.tsx';
import { useSessionStore } from '../../app/session.tsx';
import { AuthHeading } from '../../features/auth/AuthPanel.tsx';
import styles from '../../features/auth/AuthPanel.module.css';
import { FormError } from '../../ui/forms/FormError.tsx';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';

/** The link in the mail to the old address. It ends all sessions, so it requires a press. */
const UndoEmailChange = () => {
  const t = useText();
  const store = useSessionStore();
  const undo = useAction('POST /verification/email-change/undo');
  const token = useMailToken();
  const [isUndone, setUndone] = useState(false);
  const isDead = token === '' || undo.error?.code === 'TOKEN_INVALID';
  const press = async () => {
    if (!(await undo.run({ body: { token } }))) return;
    setUndone(true);
    store.set(null);
  };
  const title = isUndone ? 'auth.undone' : isDead ? 'auth.linkDead' : 'auth.undoTitle';
  const lead = isUndone ? 'auth.undoneLead' : isDead ? 'auth.linkDeadLead' : 'auth.undoLead';
  return (
    <PublicPage>
      <PageTitle title={t(title)} />
      <AuthHeading title={t(title)} lead={t(lead)} />
      <div className={styles.form}>
        {isUndone || isDead ? (
          <Button kind="gold" size="lg" wide to="/auth/login">
            {t('auth.backToLogIn')}
          </Button>
        ) : (
          <>
            <FormError error={undo.error} fields={[]} />
            <Button kind="gold" size="lg" wide busy={undo.busy} onClick={() => void press()}>
              {t('auth.undoNow')}
            </Button>
          </>
        )}
      </div>
    </PublicPage>
  );
};

export default UndoEmailChange;
