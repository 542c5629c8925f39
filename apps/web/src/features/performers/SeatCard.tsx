import type { PerformerProfile } from '@stagedoor/contract/performers';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Amount } from '../../ui/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { OptionCards } from '../../ui/OptionCards.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import type { Period } from '../checkout/SubscribeSheet.tsx';
import styles from './performers.module.css';

interface SeatCardProps {
  profile: PerformerProfile;
  onSubscribe: (period: Period) => void;
}

/** The subscription: its price by period, when it renews, and what it includes, computed. */
export const SeatCard = ({ profile, onSubscribe }: SeatCardProps) => {
  const say = useText();
  const format = useFormat();
  const [period, setPeriod] = useState<Period>('monthly');
  const { subscription: offer } = profile;
  const yearly = period === 'yearly' && offer.yearlyPrice !== null;
  const option = (label: string, price: number, money: number) => (
    <span className={styles.period}>
      <span className={classes(type.small, type.strong)}>{label}</span>
      <Amount tokens={price} className={styles.big} />
      <span className={classes(type.tiny, type.quiet)}>{say('profile.aMonth', { money: format.money(money) })}</span>
    </span>
  );
  return (
    <Card pad="lg" beam="glow" className={styles.seat}>
      <div className={styles.seatBody}>
        <div>
          <div className={styles.seatHead}>
            <h2 className={classes(type.display, type.s26)}>{say('profile.takeASeat')}</h2>
            {offer.trialDays > 0 ? (
              <Chip tone="spot">{say('profile.trialChip', { count: offer.trialDays })}</Chip>
            ) : (
              <Chip>{say('profile.subscribers', { count: profile.counts.subscribers })}</Chip>
            )}
          </div>
          {offer.yearlyPrice === null || offer.monthlyPrice === 0 ? null : (
            <OptionCards
              columns
              label={say('profile.takeASeat')}
              name="seat"
              value={period}
              onChange={setPeriod}
              options={[
                { value: 'monthly' as Period, body: option(say('profile.monthly'), offer.monthlyPrice, offer.monthlyMoney) },
                {
                  value: 'yearly' as Period,
                  body: option(say('profile.yearly'), offer.yearlyPrice, Math.round(((offer.yearlyMoney ?? 0) / 12) * 100) / 100),
                },
              ]}
            />
          )}
          <div className={styles.ticket}>
            {offer.monthlyPrice === 0 ? (
              <Button kind="gold" size="lg" wide onClick={() => onSubscribe('monthly')}>
                {say('profile.subscribeFree')}
              </Button>
            ) : (
              <Ticket
                label={say(yearly ? 'profile.subscribeYearly' : 'profile.subscribeMonthly')}
                tokens={yearly ? (offer.yearlyPrice ?? 0) : offer.monthlyPrice}
                money={yearly ? (offer.yearlyMoney ?? 0) : offer.monthlyMoney}
                wide
                size="lg"
                onClick={() => onSubscribe(period)}
              />
            )}
          </div>
          {offer.trialDays > 0 && offer.monthlyPrice > 0 ? (
            <p className={classes(type.tiny, type.faint, styles.note)}>
              {say('profile.trialLine', { price: format.money(offer.monthlyMoney) })}
            </p>
          ) : offer.monthlyPrice === 0 || yearly ? null : (
            <p className={classes(type.tiny, type.faint, styles.note)}>
              {say('profile.renewLine', { date: format.date(offer.renewsAt, 'dayYear', 'UTC') })}
            </p>
          )}
        </div>
        <SeatFacts profile={profile} />
      </div>
    </Card>
  );
};

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <li>
    <span className={type.quiet}>{label}</span>
    <span className={type.num}>{children}</span>
  </li>
);

const SeatFacts = ({ profile }: { profile: PerformerProfile }) => {
  const say = useText();
  const format = useFormat();
  const { subscription: offer } = profile;
  return (
    <ul className={styles.facts}>
      <Fact label={say('profile.postsIncluded')}>
        {say('profile.ofAll', { count: format.count(offer.postsIncluded), all: format.count(offer.posts) })}
      </Fact>
      {offer.photosIncluded > 0 ? <Fact label={say('profile.photosIncluded')}>{format.count(offer.photosIncluded)}</Fact> : null}
      {offer.videosIncluded > 0 ? <Fact label={say('profile.videosIncluded')}>{format.count(offer.videosIncluded)}</Fact> : null}
      {offer.freePosts > 0 ? <Fact label={say('profile.freePosts')}>{format.count(offer.freePosts)}</Fact> : null}
      {offer.itemsThatCostExtra > 0 ? <Fact label={say('profile.extra')}>{format.count(offer.itemsThatCostExtra)}</Fact> : null}
      {offer.medianExtraPrice === null ? null : (
        <Fact label={say('profile.median')}>
          <Amount tokens={offer.medianExtraPrice} />
        </Fact>
      )}
      <Fact label={say('profile.recent')}>{format.count(offer.newInThirtyDays)}</Fact>
    </ul>
  );
};

/** For those who subscribe: since when, and how it goes on. */
export const OwnSeatCard = ({ profile }: { profile: PerformerProfile }) => {
  const say = useText();
  const format = useFormat();
  const seat = profile.mySubscription;
  if (!seat) return null;
  return (
    <Card pad="lg" beam="glow" className={styles.seat}>
      <div className={styles.seatHead}>
        <Chip tone="ok" icon={<IconCheck size={14} stroke={1.75} />}>
          {say('profile.subscribed')}
        </Chip>
        <span className={classes(type.tiny, type.faint)}>{say('profile.since', { date: format.date(seat.startedAt, 'dayYear') })}</span>
      </div>
      <h2 className={classes(type.display, type.s26, styles.own)}>{say('profile.youHaveASeat')}</h2>
      <p className={classes(type.small, type.quiet)}>
        {seat.isOverdue
          ? say('profile.overdue', { date: format.date(seat.expiresAt, 'day', 'UTC') })
          : seat.renews && seat.price > 0
            ? say('profile.renewsOn', {
                date: format.date(seat.expiresAt, 'day', 'UTC'),
                price: format.tokens(seat.price),
                money: format.money(seat.money),
              })
            : seat.renews
              ? say('profile.renewsFree', { date: format.date(seat.expiresAt, 'day', 'UTC') })
              : say('profile.endsOn', { date: format.date(seat.expiresAt, 'dayYear', 'UTC') })}
      </p>
      <SeatFacts profile={profile} />
      <div className={styles.ticket}>
        <Button kind="outline" wide to="/subscriptions">
          {say('profile.manage')}
        </Button>
      </div>
    </Card>
  );
};
