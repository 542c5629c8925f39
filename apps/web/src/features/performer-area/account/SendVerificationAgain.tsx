import { useAction } from '../../../app/data.ts';
import { useCurrentUser } from '../../../app/session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';

/** Sends the mail with the confirmation link again. */
export const SendVerificationAgain = () => {
  const t = useText();
  const user = useCurrentUser();
  const resend = useAction('POST /verification/resend');
  const send = async () => {
    const answer = await resend.run({ body: { email: user.email } });
    if (answer) toast(answer.message, { tone: 'ok', stays: 5000 });
  };
  return (
    <Button kind="lift" size="sm" busy={resend.busy} onClick={() => void send()}>
      {t('model.sendAgain')}
    </Button>
  );
};
