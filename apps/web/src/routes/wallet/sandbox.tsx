import { useParams } from 'react-router';
import { useAction, useData } from '../../app/data.ts';
import { SiteLogo } from '../../app/SiteLogo.tsx';
import { PageTitle } from '../../app/PageTitle.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import styles from '../../features/wallet/wallet.module.css';
import { type SandboxAnswer, SandboxAnswers } from '../../features/wallet/SandboxAnswers.tsx';
import { SandboxRecurring, SandboxConsole } from '../../features/wallet/SandboxConsole.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** The page of the sandbox gateway: the bank's answer is chosen by hand. */
const Sandbox = () => {
  const t = useText();
  const format = useFormat();
  const { id = '' } = useParams();
  const { data: payment, error } = useData('GET /gateways/sandbox/payments/{id}', { params: { id } });
  const act = useAction('POST /gateways/sandbox/payments/{id}');
  const press = async (action: SandboxAnswer) => {
    const answer = await act.run({ params: { id }, body: { action } });
    if (answer) location.assign(answer.returnUrl);
  };
  return (
    <div className={styles.gate}>
      <PageTitle title={t('sandbox.title')} />
      <div className={styles.gateLogo}>
        <SiteLogo />
        <Chip tone="info">{t('sandbox.title')}</Chip>
      </div>
      <Card pad="lg" beam="glow">
        {payment ? (
          <>
            <h1 className={type.label}>{payment.description}</h1>
            <div className={classes(type.num, styles.sum)}>{format.money(payment.amount)}</div>
            {payment.recurring ? <SandboxRecurring recurring={payment.recurring} /> : null}
            {payment.state === 'open' ? (
              <SandboxAnswers busy={act.busy} onAnswer={(action) => void press(action)} />
            ) : (
              <SandboxConsole payment={payment} />
            )}
          </>
        ) : error ? (
          <p>{error.message}</p>
        ) : (
          <RowsSkeleton rows={2} square />
        )}
        <FormError error={act.error} fields={[]} />
      </Card>
    </div>
  );
};

export default Sandbox;
