import { useAction } from '../../app/data.ts';
import { useCurrentUser } from '../../app/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

/** Asks to verify the mail address, with a button to send the mail again. */
export const VerifyEmailPrompt = () => {
  const t = useText();
  const user = useCurrentUser();
  const resend = useAction('POST /verification/resend');
  const send = async () => {
    const answer = await resend.run({ body: { email: user.email } });
    if (answer) toast(answer.message, { tone: 'ok', stays: 5000 });
  };
  return (
    <Card selected>
      <div className={classes(type.flexBetween)}>
        <span className={type.small}>{t('model.verifyFirst')}</span>
        <Button kind="lift" size="sm" busy={resend.busy} onClick={() => void send()}>
          {t('model.sendAgain')}
        </Button>
      </div>
    </Card>
  );
};
