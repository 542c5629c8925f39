import { Card } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import { SendVerificationAgain } from './SendVerificationAgain.tsx';

/** Asks to verify the mail address, with a button to send the mail again. */
export const VerifyEmailPrompt = () => {
  const t = useText();
  return (
    <Card selected>
      <div className={classes(type.flexBetween)}>
        <span className={type.small}>{t('model.verifyFirst')}</span>
        <SendVerificationAgain />
      </div>
    </Card>
  );
};
