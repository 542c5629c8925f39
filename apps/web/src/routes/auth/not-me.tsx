import { useState } from 'react';
import { useAction } from '../../app/data.ts';
import { useMailToken } from '../../app/mail-token.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { PublicPage } from '../../app/PublicPage.tsx';
import { useSessionStore } from '../../app/session.tsx';
import { AuthHeading } from '../../features/auth/AuthPanel.tsx';
import styles from '../../features/auth/AuthPanel.module.css';
import { type NotMeOutcome, NotMeDone } from '../../features/auth/NotMeDone.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';

/** The title and the sentence below it of a link that doesn't work, by the code of its refusal. */
const DEAD = {
  TOKEN_USED: ['auth.notMeUsed', 'auth.notMeUsedLead'],
  TOKEN_EXPIRED: ['auth.linkDead', 'auth.notMeExpiredLead'],
  TOKEN_INVALID: ['auth.notMeInvalid', 'auth.notMeInvalidLead'],
} as const;
const isDeadCode = (code: string | undefined): code is keyof typeof DEAD => code !== undefined && code in DEAD;

/** The link “This wasn't me” of a mail. Programs that scan mail open links, so nothing happens before a press. */
const NotMe = () => {
  const t = useText();
  const store = useSessionStore();
  const say = useAction('POST /verification/not-me');
  const token = useMailToken();
  const [outcome, setOutcome] = useState<NotMeOutcome | null>(null);
  const code = token === '' ? 'TOKEN_INVALID' : say.error?.code;
  const press = async () => {
    const answer = await say.run({ body: { token } });
    if (!answer) return;
    setOutcome(answer);
    store.set(null);
  };
  if (outcome)
    return (
      <PublicPage>
        <NotMeDone outcome={outcome} />
      </PublicPage>
    );
  const [title, lead] = isDeadCode(code) ? DEAD[code] : (['auth.notMeTitle', 'auth.notMeLead'] as const);
  return (
    <PublicPage>
      <PageTitle title={t(title)} />
      <AuthHeading title={t(title)} lead={t(lead)} />
      <div className={styles.form}>
        {isDeadCode(code) ? (
          <Button kind="gold" size="lg" wide to="/auth/forgot-password">
            {t('auth.notMeReset')}
          </Button>
        ) : (
          <>
            <FormError error={say.error} fields={[]} />
            <Button kind="gold" size="lg" wide busy={say.busy} onClick={() => void press()}>
              {t('auth.notMeNow')}
            </Button>
          </>
        )}
      </div>
    </PublicPage>
  );
};

export default NotMe;
