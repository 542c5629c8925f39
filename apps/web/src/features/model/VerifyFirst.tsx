import { useAction } from '../../app/data.ts';
import { useCurrentUser } from '../../app/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';

/** Says that the address must be confirmed, with a way to get the mail again. */
export const VerifyFirst = () => {
  const say = useText();
  const user = useCurrentUser();
  const resend = useAction('POST /verification/resend');
  const send = async () => {
    const answer = await resend.run({ body: { email: user.email } });
    if (answer) toast(answer.message, { tone: 'ok', stays: 5000 });
  };
  return (
    <Card selected>
      <div className={classes(type.flexBetween)}>
        <span className={type.small}>{say('model.verifyFirst')}</span>
        <Button kind="lift" size="sm" busy={resend.busy} onClick={() => void send()}>
          {say('model.sendAgain')}
        </Button>
      </div>
    </Card>
  );
};
