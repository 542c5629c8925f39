import { useParams } from 'react-router';
import { useAction, useData } from '../../app/data.ts';
import { SiteLogo } from '../../app/SiteLogo.tsx';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Problem } from '../../features/auth/Problem.tsx';
import styles from '../../features/wallet/wallet.module.css';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

const OTHERS = ['decline', 'cancel', 'repeat', 'delay'] as const;

/** The page of the sandbox gateway: what a bank would answer is chosen by hand. */
const Sandbox = () => {
  const say = useText();
  const format = useFormat();
  const { id = '' } = useParams();
  const { data: payment, error } = useData('GET /gateways/sandbox/payments/{id}', { params: { id } });
  const act = useAction('POST /gateways/sandbox/payments/{id}');
  const press = async (action: 'approve' | (typeof OTHERS)[number]) => {
    const answer = await act.run({ params: { id }, body: { action } });
    if (answer) location.assign(answer.returnUrl);
  };
  return (
    <div className={styles.gate}>
      <PageTitle title={say('sandbox.title')} />
      <div className={styles.gateLogo}>
        <SiteLogo />
        <Chip tone="info">{say('sandbox.title')}</Chip>
      </div>
      <Card pad="lg" beam="glow">
        {payment ? (
          <>
            <h1 className={type.label}>{payment.description}</h1>
            <div className={classes(type.num, styles.sum)}>{format.money(payment.amount)}</div>
            {payment.state === 'open' ? (
              <>
                <p className={classes(type.small, type.quiet)}>{say('sandbox.text')}</p>
                <div className={styles.gateActs}>
                  <Button kind="gold" size="lg" wide busy={act.busy} onClick={() => void press('approve')}>
                    {say('sandbox.approve')}
                  </Button>
                </div>
                <div className={styles.gateOthers}>
                  <h2 className={type.label}>{say('sandbox.others')}</h2>
                  <div className={styles.gateGrid}>
                    {OTHERS.map((action) => (
                      <Button key={action} kind="outline" disabled={act.busy} onClick={() => void press(action)}>
                        {say(`sandbox.${action}`)}
                      </Button>
                    ))}
                  </div>
                </div>
              </>
            ) : (
              <div className={styles.gateActs}>
                <p className={classes(type.small, type.quiet)}>{say('sandbox.done')}</p>
                <Button kind="lift" wide href={payment.returnUrl}>
                  {say('sandbox.back')}
                </Button>
              </div>
            )}
          </>
        ) : error ? (
          <p>{error.message}</p>
        ) : (
          <RowsSkeleton rows={2} square />
        )}
        <Problem error={act.error} fields={[]} />
      </Card>
    </div>
  );
};

export default Sandbox;
