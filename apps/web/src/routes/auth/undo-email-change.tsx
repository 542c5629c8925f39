import { useSearchParams } from 'react-router';
import { useState } from 'react';
import { useAction } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { PublicPage } from '../../app/PublicPage.tsx';
import { useSessionStore } from '../../app/session.tsx';
import { DoorHead } from '../../features/auth/FrontDoor.tsx';
import styles from '../../features/auth/FrontDoor.module.css';
import { Problem } from '../../features/auth/Problem.tsx';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';

/** The link of the mail to the old address. It logs everybody out, so it waits for a press. */
const UndoEmailChange = () => {
  const say = useText();
  const store = useSessionStore();
  const [search] = useSearchParams();
  const undo = useAction('POST /verification/email-change/undo');
  const token = search.get('token') ?? '';
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
      <PageTitle title={say(title)} />
      <DoorHead title={say(title)} lead={say(lead)} />
      <div className={styles.form}>
        {isUndone || isDead ? (
          <Button kind="gold" size="lg" wide to="/auth/login">
            {say('auth.backToLogIn')}
          </Button>
        ) : (
          <>
            <Problem error={undo.error} fields={[]} />
            <Button kind="gold" size="lg" wide busy={undo.busy} onClick={() => void press()}>
              {say('auth.undoNow')}
            </Button>
          </>
        )}
      </div>
    </PublicPage>
  );
};

export default UndoEmailChange;
