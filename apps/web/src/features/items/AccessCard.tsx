import { IconLockOpen } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../app/session.tsx';
import { Amount, useAmountText } from '../../ui/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { FieldError } from '../../ui/Field.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { PayTicket } from '../checkout/PayTicket.tsx';
import { missingFor } from '../wallet/fitting-top-up.ts';
import styles from './access-card.module.css';
import type { ItemAccess } from './use-item-access.ts';
import type { Unlock } from './use-unlock.ts';

interface AccessProps {
  unlock: Unlock;
  access: ItemAccess;
  /** The action of buying it: "Unlock the set". */
  label: string;
}

/** The button of a locked item's cheapest access option. */
export const AccessTicket = ({ unlock, access, label, size = 'lg' }: AccessProps & { size?: 'md' | 'lg' }) => {
  const t = useText();
  const { way } = access;
  if (!way) return null;
  if (way.kind === 'follow') {
    return (
      <Button kind="gold" size="lg" wide onClick={() => void access.follow()}>
        {t('feed.follow')}
      </Button>
    );
  }
  return (
    <PayTicket
      label={way.kind === 'buy' ? label : t('feed.subscribe')}
      tokens={way.price}
      money={way.money}
      missing={unlock.state === 'short' ? missingFor(way.price, unlock.balance ?? 0) : 0}
      size={size}
      busy={unlock.state === 'paying'}
      icon={<IconLockOpen size={20} stroke={1.75} aria-hidden="true" />}
      onClick={access.press}
    />
  );
};

interface AccessCardProps extends AccessProps {
  title: string;
  /** On phones the page has the ticket in a bar of its own. */
  hasBar?: boolean;
  children?: ReactNode;
}

/** What a locked item costs and what one gets: beside its preview. @param children facts, as `AccessFact` */
export const AccessCard = ({ unlock, access, label, title, hasBar, children }: AccessCardProps) => {
  const t = useText();
  const written = useAmountText();
  const user = useSession();
  const { way } = access;
  if (!way) return null;
  const after = user && way.kind === 'buy' ? user.balance - way.price : null;
  return (
    <Card pad="lg" className={styles.card}>
      <CardHead title={title} />
      {way.kind === 'subscribe' ? <p className={classes(type.small, type.quiet)}>{t('feed.renews')}</p> : null}
      <div className={classes(styles.ticket, hasBar && styles.inBar)}>
        <AccessTicket unlock={unlock} access={access} label={label} />
      </div>
      {unlock.state === 'short' ? (
        <FieldError>
          {t('ui.balanceShort', { balance: written(unlock.balance ?? 0), price: written(way.price, { money: way.money }) })}
        </FieldError>
      ) : unlock.reason === null ? null : (
        <FieldError>{unlock.reason}</FieldError>
      )}
      {access.otherWays ? (
        <Button kind="text" size="sm" wide aria-haspopup="dialog" onClick={() => access.setSheet('unlock')}>
          {t(access.otherWays)}
        </Button>
      ) : null}
      <dl className={styles.facts}>
        {children}
        {way.kind === 'buy' ? <AccessFact label={t('items.yoursToKeep')}>{t('items.onePayment')}</AccessFact> : null}
        {after === null || after < 0 ? null : (
          <AccessFact label={t('items.balanceAfter')}>
            <Amount tokens={after} />
          </AccessFact>
        )}
      </dl>
    </Card>
  );
};

/** A line of the card: what it is, and its value. */
export const AccessFact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt className={type.quiet}>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** "Yours. Paid 3.00": in place of the card once it is bought here. */
export const ReceiptCard = ({ tokens }: { tokens: number }) => {
  const t = useText();
  return (
    <Card pad="lg" selected>
      <div className={type.flexBetween} role="status">
        <span className={type.strong}>
          {t('ui.yoursPaid')} <Amount tokens={tokens} />
        </span>
        <Link className={type.link} to="/wallet">
          {t('ui.receipt')}
        </Link>
      </div>
    </Card>
  );
};
