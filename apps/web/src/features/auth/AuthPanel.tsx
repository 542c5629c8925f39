import type { PerformerCard } from '@stagedoor/contract/performers';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSettings } from '../../app/boot.tsx';
import { reopenConsent } from '../../app/consent.ts';
import { useLanguage } from '../../app/language.ts';
import { SiteLogo } from '../../app/SiteLogo.tsx';
import { SiteMenu } from '../../app/SiteMenu.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Chip, LiveBadge } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './AuthPanel.module.css';
import phonePicture from './pictures/stage-phone.webp';
import widePicture from './pictures/stage-wide.webp';

interface AuthPanelProps {
  /** Featured performers; live ones first. */
  featured: readonly PerformerCard[];
  /** A long form: on phones the picture is smaller. */
  tall?: boolean;
  children: ReactNode;
}

/** Layout of the log-in and registration pages: featured performers beside a form. */
export const AuthPanel = ({ featured, tall, children }: AuthPanelProps) => {
  const t = useText();
  const stars = featured.toSorted((one, other) => Number(other.isLive) - Number(one.isLive)).slice(0, 4);
  const live = featured.filter((performer) => performer.isLive).length;
  return (
    <div className={classes(styles.door, tall && styles.tall)}>
      <section className={styles.hero} aria-label={t('auth.onStage')}>
        <picture>
          <source media="(max-width: 560px)" srcSet={phonePicture} />
          <img src={widePicture} alt="" fetchPriority="high" />
        </picture>
        <div className={styles.inside}>
          <div className={classes(type.flexBetween)}>
            <SiteLogo onDark />
            {live > 0 ? (
              <Chip tone="glass" size="lg">
                <LiveBadge size="sm" />
                {t('auth.liveCount', { count: live })}
              </Chip>
            ) : null}
          </div>
          <p className={styles.headline}>{t('auth.headline')}</p>
          <FaceRow stars={stars} all={featured} />
          {stars.length > 0 ? (
            <div className={styles.stars}>
              {stars.map((performer) => (
                <Link key={performer._id} to={`/${performer.username}`} className={styles.star}>
                  <Avatar src={performer.avatar} live={performer.isLive} online={performer.isOnline} onDark />
                  <span className={styles.starWords}>
                    <span className={classes(type.small, type.strong, type.clip, type.block)}>
                      <bdi>{performer.name}</bdi>
                    </span>
                    <span className={classes(type.tiny, type.clip, type.block, styles.craft)}>
                      <bdi>{[performer.craft, performer.city].filter(Boolean).join(', ')}</bdi>
                    </span>
                  </span>
                </Link>
              ))}
            </div>
          ) : null}
        </div>
      </section>
      <div className={styles.panel}>{children}</div>
    </div>
  );
};

/** On phones: three faces and one line, in place of the cards. */
const FaceRow = ({ stars, all }: { stars: readonly PerformerCard[]; all: readonly PerformerCard[] }) => {
  const t = useText();
  const format = useFormat();
  const shown = stars.slice(0, 3);
  if (shown.length === 0) return null;
  const firstNames = shown.map((performer) => performer.name.split(' ')[0] ?? performer.name);
  const names = format.list(firstNames);
  const isLive = shown.every((performer) => performer.isLive);
  const more = all.filter((performer) => performer.isLive === isLive).length - shown.length;
  const text = isLive
    ? more > 0
      ? t('auth.liveAndMore', { names: firstNames.join(', '), count: more })
      : t('auth.areLive', { names, count: shown.length })
    : t('auth.performHere', { names, count: shown.length });
  return (
    <div className={styles.row}>
      <span className={styles.faces}>
        {shown.map((performer) => (
          <Avatar key={performer._id} src={performer.avatar} live={performer.isLive} onDark />
        ))}
      </span>
      <span>{text}</span>
    </div>
  );
};

/** Heading and introduction of a form. */
export const AuthHeading = ({ title, lead }: { title: string; lead?: ReactNode }) => (
  <header>
    <h1 className={styles.title}>{title}</h1>
    {lead ? <p className={styles.lead}>{lead}</p> : null}
  </header>
);

/** Language and help at the bottom of the panel. */
export const AuthFooter = () => {
  const t = useText();
  const { locale, languages, change } = useLanguage();
  const { cookiePolicyEnabled } = useSettings();
  return (
    <div className={styles.foot}>
      <SiteMenu menu="header" className={styles.footMenu} label={t('gate.siteLinks')} />
      <Link to="/contact">{t('shell.contact')}</Link>
      {cookiePolicyEnabled ? (
        <button type="button" onClick={reopenConsent}>
          {t('consent.choice')}
        </button>
      ) : null}
      {languages
        .filter((language) => language.locale !== locale)
        .map((language) => (
          <button key={language.locale} type="button" lang={language.locale} onClick={() => void change(language.locale)}>
            {language.name}
          </button>
        ))}
    </div>
  );
};
