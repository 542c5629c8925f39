import { INCLUDED_KINDS } from '@stagedoor/contract/items.values';
import type { PerformerProfile } from '@stagedoor/contract/performers';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useSiteTime } from '../../app/site-time.ts';
import { Amount, useAmountText } from '../../ui/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { OptionCards } from '../../ui/OptionCards.tsx';
import { useFormat } from '../../ui/format.tsx';
import { aMonthOf } from '../../ui/tokens-to-money.ts';
import { Ticket } from '../../ui/Ticket.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { ResumeButton } from '../checkout/ResumeButton.tsx';
import { firstTerms, type Period, renewalLine } from '../checkout/renewal-line.ts';
import styles from './profile.module.css';

interface SubscriptionCardProps {
  profile: PerformerProfile;
  onSubscribe: (period: Period) => void;
}

/** The subscription offer: price by period, renewal, and what it includes. */
export const SubscriptionCard = ({ profile, onSubscribe }: SubscriptionCardProps) => {
  const t = useText();
  const format = useFormat();
  const now = useSiteTime();
  const [period, setPeriod] = useState<Period>('monthly');
  const { subscription: offer } = profile;
  const yearly = period === 'yearly' && offer.yearlyPrice !== null;
  const option = (label: string, price: number, money: number, text: string) => (
    <span className={styles.period}>
      <span className={classes(type.small, type.strong)}>{label}</span>
      <Amount tokens={price} money={money} className={styles.big} />
      <span className={classes(type.tiny, type.quiet)}>{text}</span>
    </span>
  );
  return (
    <Card pad="lg" beam="glow" className={styles.seat}>
      <div className={styles.seatHead}>
        <h2 className={classes(type.display, type.s26)}>{t('profile.takeASeat')}</h2>
        {offer.trialDays > 0 ? (
          <Chip tone="spot">{t('profile.trialChip', { count: offer.trialDays })}</Chip>
        ) : (
          <Chip>{t('profile.subscribers', { count: profile.counts.subscribers })}</Chip>
        )}
      </div>
      {offer.yearlyPrice === null || offer.monthlyPrice === 0 ? null : (
        <OptionCards
          columns
          label={t('profile.takeASeat')}
          name="seat"
          value={period}
          onChange={setPeriod}
          options={[
            {
              value: 'monthly' as const,
              body: option(t('profile.monthly'), offer.monthlyPrice, offer.monthlyMoney, t('profile.eachMonth')),
            },
            {
              value: 'yearly' as const,
              body: option(
                t('profile.yearly'),
                offer.yearlyPrice,
                offer.yearlyMoney ?? 0,
                t('profile.eachYear', { money: format.money(aMonthOf(offer.yearlyMoney ?? 0)) }),
              ),
            },
          ]}
        />
      )}
      <div className={styles.ticket}>
        {offer.monthlyPrice === 0 ? (
          <Button kind="gold" size="lg" wide onClick={() => onSubscribe('monthly')}>
            {t('profile.subscribeFree')}
          </Button>
        ) : (
          <Ticket
            label={t(yearly ? 'profile.subscribeYearly' : 'profile.subscribeMonthly')}
            tokens={yearly ? (offer.yearlyPrice ?? 0) : offer.monthlyPrice}
            money={yearly ? (offer.yearlyMoney ?? 0) : offer.monthlyMoney}
            wide
            size="lg"
            onClick={() => onSubscribe(period)}
          />
        )}
      </div>
      <p className={classes(type.tiny, type.faint, styles.note)}>{renewalLine({ t, format, now }, offer, firstTerms(offer, period))}</p>
      <SubscriptionFacts profile={profile} />
    </Card>
  );
};

/** The offer where the page is one column: the price, the renewal and the number of posts; the sheet has the other period. */
export const CompactSubscriptionCard = ({ profile, onSubscribe }: SubscriptionCardProps) => {
  const t = useText();
  const format = useFormat();
  const now = useSiteTime();
  const { subscription: offer } = profile;
  return (
    <Card beam="glow" className={styles.compact}>
      <div className={styles.compactHead}>
        <h2 className={classes(type.display, type.s20)}>{t('profile.subscribe')}</h2>
        {offer.trialDays > 0 ? (
          <Chip tone="spot">{t('profile.trialChip', { count: offer.trialDays })}</Chip>
        ) : (
          <span className={classes(type.tiny, type.faint)}>{t('profile.subscribers', { count: profile.counts.subscribers })}</span>
        )}
      </div>
      {offer.monthlyPrice === 0 ? (
        <Button kind="gold" size="lg" wide onClick={() => onSubscribe('monthly')}>
          {t('profile.subscribeFree')}
        </Button>
      ) : (
        <Ticket
          label={t('profile.subscribeMonthly')}
          tokens={offer.monthlyPrice}
          money={offer.monthlyMoney}
          wide
          size="lg"
          onClick={() => onSubscribe('monthly')}
        />
      )}
      <p className={classes(type.tiny, type.faint)}>
        {renewalLine({ t, format, now }, offer, firstTerms(offer, 'monthly'))}{' '}
        {offer.postsIncluded > 0 ? t('profile.includes', { count: offer.postsIncluded }) : null}
      </p>
    </Card>
  );
};

/** A subscriber's own subscription where the page is one column: one line. */
export const OwnSubscriptionLine = ({ profile }: { profile: PerformerProfile }) => {
  const t = useText();
  const seat = profile.mySubscription;
  const state = useSubscriptionState(seat);
  if (!seat) return null;
  return (
    <Card className={styles.line}>
      <IconCheck size={20} stroke={1.75} className={styles.lineIcon} aria-hidden="true" />
      <span className={classes(type.small, styles.lineText)}>
        <b>{t('profile.subscribed')}.</b> <span className={type.quiet}>{state}</span>
      </span>
      {seat.renews || seat.isOverdue ? (
        <Button kind="text" size="sm" to="/subscriptions">
          {t('profile.manage')}
        </Button>
      ) : (
        <ResumeButton subscription={seat} />
      )}
    </Card>
  );
};

/** When a subscription renews or ends. */
const useSubscriptionState = (seat: PerformerProfile['mySubscription']): string => {
  const t = useText();
  const format = useFormat();
  const written = useAmountText();
  if (!seat) return '';
  const day = (style: 'day' | 'dayYear') => format.periodDay(seat.expiresAt, style);
  if (seat.isOverdue) return t('profile.overdue', { date: day('day') });
  if (!seat.renews) return t('profile.endsOn', { date: day('dayYear') });
  return seat.price > 0
    ? t('profile.renewsOn', { date: day('day'), price: written(seat.price, { money: seat.money }) })
    : t('profile.renewsFree', { date: day('day') });
};

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <li>
    <span className={type.quiet}>{label}</span>
    <span className={type.num}>{children}</span>
  </li>
);

/** What the subscription includes. */
export const SubscriptionFacts = ({ profile }: { profile: PerformerProfile }) => {
  const t = useText();
  const format = useFormat();
  const { subscription: offer } = profile;
  return (
    <ul className={styles.facts}>
      <Fact label={t('profile.postsIncluded')}>
        {t('profile.ofAll', { count: format.count(offer.postsIncluded), all: format.count(offer.posts) })}
      </Fact>
      {offer.photosIncluded > 0 ? <Fact label={t('profile.photosIncluded')}>{format.count(offer.photosIncluded)}</Fact> : null}
      {offer.videosIncluded > 0 ? <Fact label={t('profile.videosIncluded')}>{format.count(offer.videosIncluded)}</Fact> : null}
      {INCLUDED_KINDS.map((kind) => {
        const count = offer.kindsIncluded[kind];
        return count ? (
          <Fact key={kind} label={t(`profile.included.${kind}`)}>
            {format.count(count)}
          </Fact>
        ) : null;
      })}
      <Fact label={t('profile.messagesIncluded')}>{t('profile.isIncluded')}</Fact>
      {offer.freePosts > 0 ? <Fact label={t('profile.freePosts')}>{format.count(offer.freePosts)}</Fact> : null}
      {offer.itemsThatCostExtra > 0 ? <Fact label={t('profile.extra')}>{format.count(offer.itemsThatCostExtra)}</Fact> : null}
      {offer.medianExtraPrice === null ? null : (
        <Fact label={t('profile.median')}>
          <Amount tokens={offer.medianExtraPrice} />
        </Fact>
      )}
      <Fact label={t('profile.recent')}>{format.count(offer.newInThirtyDays)}</Fact>
    </ul>
  );
};

/** For subscribers: start date and renewal. */
export const OwnSubscriptionCard = ({ profile }: { profile: PerformerProfile }) => {
  const t = useText();
  const format = useFormat();
  const seat = profile.mySubscription;
  const state = useSubscriptionState(seat);
  if (!seat) return null;
  return (
    <Card pad="lg" beam="glow" className={styles.seat}>
      <div className={styles.seatHead}>
        <Chip tone="ok" icon={<IconCheck size={14} stroke={1.75} />}>
          {t('profile.subscribed')}
        </Chip>
        <span className={classes(type.tiny, type.faint)}>{t('profile.since', { date: format.date(seat.startedAt, 'dayYear') })}</span>
      </div>
      <h2 className={classes(type.display, type.s26, styles.own)}>{t('profile.youHaveASeat')}</h2>
      <p className={classes(type.small, type.quiet)}>{state}</p>
      <SubscriptionFacts profile={profile} />
      <div className={styles.ticket}>
        {seat.renews || seat.isOverdue ? null : <ResumeButton subscription={seat} main />}
        <Button kind="outline" wide to="/subscriptions">
          {t('profile.manage')}
        </Button>
      </div>
    </Card>
  );
};
