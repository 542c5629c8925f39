import { performerPageOf } from '@stagedoor/contract/live-state.values';
import type { PerformerCard } from '@stagedoor/contract/performers';
import type { LiveCard } from '@stagedoor/contract/streams';
import { IconChevronRight, IconCompass, IconPlayerPlayFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSiteName } from '../../app/boot.tsx';
import { PageTitle } from '../../app/PageTitle.tsx';
import { useAmountText } from '../../ui/Amount.tsx';
import { Avatar, NO_AVATAR } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import curtain from '../../ui/Curtain.module.css';
import type from '../../ui/type.module.css';
import { PerformerCards } from '../performers/PerformerCards.tsx';
import { ComingShows } from '../schedule/ComingShows.tsx';
import { GroupRate } from '../streams/GroupFacts.tsx';
import { LiveFacts, LiveRow } from '../streams/LiveRow.tsx';
import { useLiveShows } from '../streams/use-live-shows.ts';
import styles from './front.module.css';
import type { FrontData } from './load-front.ts';
import stagePicture from './stage.webp';

/** Shows in the row below the first one. */
const ROW = 5;
const FACES = 3;

/** What visitors see at `/`: what the site is, who is on now, and whom one could follow. */
export const Front = ({ live: initial, featured, coming }: FrontData) => {
  const t = useText();
  const site = useSiteName();
  const { data: live = initial } = useLiveShows({ initial });
  const [first, ...others] = live.data;
  return (
    <div className={styles.front}>
      <PageTitle description={t('front.lead', { site })} path="/" />
      <section className={styles.hero}>
        <div>
          <h1 className={classes(type.display, styles.headline)}>{t('front.headline')}</h1>
          <p className={styles.lead}>{t('front.lead', { site })}</p>
          <div className={styles.ways}>
            <Button kind="gold" size="lg" to="/auth/register">
              {t('front.join')}
            </Button>
            <Button size="lg" to="/discover" icon={<IconCompass size={20} stroke={1.75} />}>
              {t('front.lookAround')}
            </Button>
          </div>
          <p className={classes(type.small, type.faint)}>
            {t('front.noCard')} {t('auth.haveAccount')}{' '}
            <Link to="/auth/login" className={type.link}>
              {t('shell.logIn')}
            </Link>
          </p>
        </div>
        <Scene show={first} performer={featured[0]} />
      </section>
      {others.length > 0 ? (
        <Section title={t('front.onNow')} to="/live" all={t('front.allLive', { count: live.total })}>
          <LiveRow cards={others.slice(0, ROW)} />
        </Section>
      ) : null}
      {coming.length > 0 ? (
        <Section title={t('schedule.coming')} to="/live" all={t('schedule.all')}>
          <div className={styles.coming}>
            <ComingShows shows={coming} />
          </div>
        </Section>
      ) : null}
      {featured.length > 0 ? (
        <Section title={t('front.performers')} to="/discover" all={t('front.allPerformers')}>
          <div className={styles.performers}>
            <PerformerCards performers={featured} />
          </div>
        </Section>
      ) : null}
      <Steps featured={featured} />
      <Card pad="none" className={styles.perform}>
        {featured.length > 0 ? (
          <span className={styles.faces}>
            {featured.slice(0, FACES).map((performer) => (
              <Avatar key={performer._id} src={performer.avatar} size={56} edge="stage" />
            ))}
          </span>
        ) : null}
        <div className={styles.performWords}>
          <h2 className={classes(type.display, type.s26)}>{t('front.perform')}</h2>
          <p className={classes(type.small, type.quiet)}>{t('front.performText')}</p>
        </div>
        <Button kind="outline" to="/auth/register/performer">
          {t('front.apply')}
        </Button>
      </Card>
    </div>
  );
};

/** The most watched show; without any, a performer to meet; on an empty site the stage alone. */
const Scene = ({ show, performer }: { show: LiveCard | undefined; performer: PerformerCard | undefined }) => {
  const t = useText();
  const picture = show ? show.cover || show.performer.avatar || NO_AVATAR : performer?.cover || stagePicture;
  const inside = (
    <>
      <img className={show && !show.access.allowed ? curtain.blurred : undefined} src={picture} alt="" fetchPriority="high" />
      {show ? <LiveFacts card={show} /> : null}
    </>
  );
  if (show) {
    return (
      <Link to={performerPageOf(show.performer)} className={styles.scene}>
        {inside}
        <span className={styles.caption}>
          <span className={styles.words}>
            <span className={classes(type.display, type.two, styles.name)}>
              <bdi>{show.performer.name}</bdi>
            </span>
            <span className={classes(type.small, type.two)}>
              <bdi>{show.title}</bdi>
            </span>
            <GroupRate live={show.performer.live} />
          </span>
          <span className={styles.watch}>
            <IconPlayerPlayFilled size={18} aria-hidden="true" />
            {t(show.type === 'group' ? 'paid.groupButton' : show.access.allowed ? 'front.watch' : 'live.watch')}
          </span>
        </span>
      </Link>
    );
  }
  if (!performer) return <div className={styles.scene}>{inside}</div>;
  return (
    <Link to={`/${performer.username}`} className={styles.scene}>
      {inside}
      <span className={styles.caption}>
        <Avatar src={performer.avatar} size={62} onDark />
        <span className={styles.words}>
          <span className={classes(type.display, type.two, styles.name)}>
            <bdi>{performer.name}</bdi>
          </span>
          <span className={classes(type.small, type.two)}>
            <bdi>{[performer.craft, performer.city].filter(Boolean).join(', ')}</bdi>
          </span>
        </span>
        <span className={styles.watch}>{t('front.meet')}</span>
      </span>
    </Link>
  );
};

const Section = ({ title, to, all, children }: { title: string; to: string; all: string; children: ReactNode }) => (
  <section className={styles.section}>
    <div className={styles.sectionHead}>
      <h2 className={classes(type.display, type.s26)}>{title}</h2>
      <Link to={to} className={styles.all}>
        {all}
        <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
      </Link>
    </div>
    {children}
  </section>
);

/** Three steps: watch, follow, pay. */
const Steps = ({ featured }: { featured: readonly PerformerCard[] }) => {
  const t = useText();
  const format = useFormat();
  const written = useAmountText();
  const prices = featured.map(({ monthlyPrice }) => monthlyPrice).filter((price) => price > 0);
  const from = Math.min(...prices);
  const steps = [
    [t('front.step1'), t('front.step1Text')],
    [t('front.step2'), prices.length > 0 ? t('front.step2From', { price: written(from, { trim: true }) }) : t('front.step2Text')],
    [t('front.step3'), t('front.step3Text', { money: format.worth(1) })],
  ] as const;
  return (
    <section className={styles.section}>
      <h2 className={classes(type.display, type.s26)}>{t('front.how')}</h2>
      <ol className={styles.steps}>
        {steps.map(([title, text], index) => (
          <li key={title}>
            <span className={classes(type.num, styles.number)} aria-hidden="true">
              {format.count(index + 1)}
            </span>
            <h3 className={styles.step}>{title}</h3>
            <p className={classes(type.small, type.quiet)}>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
};
