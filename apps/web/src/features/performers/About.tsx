import { PROFILE_ATTRIBUTES, type ProfileAttribute } from '@stagedoor/contract/profile-options';
import { heightParts, weightParts } from '@stagedoor/contract/measures.values';
import { shownAddress } from '@stagedoor/contract/links.values';
import { IconLanguage, IconLink, IconMapPin, IconSparkles, IconTheater } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useLocale, useText, textKeyOf } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import type { Profile } from './profile.ts';
import styles from './profile.module.css';
import { SubscriptionFacts } from './SubscriptionCard.tsx';

/** A performer's public attributes: place, languages, appearance; only those filled in. */
export const About = ({ profile, isOwn }: { profile: Profile; isOwn: boolean }) => {
  const t = useText();
  const format = useFormat();
  const locale = useLocale();
  const { about } = profile;
  const country = new Intl.DisplayNames([locale], { type: 'region' }).of(about.country) ?? about.country;
  const languages = new Intl.DisplayNames([locale], { type: 'language' });
  const spoken = new Intl.ListFormat(locale, { type: 'conjunction' }).format(about.languages.map((code) => languages.of(code) ?? code));
  const place = [about.city, about.state === about.city ? '' : about.state, country].filter(Boolean).join(', ');
  const valueOf = (attribute: ProfileAttribute, value: string): string => {
    if (attribute === 'height') return t('reference.height', heightParts(value));
    if (attribute === 'weight') return t('reference.weight', weightParts(value));
    return t(textKeyOf(`reference.${attribute}.${value}`));
  };
  const looks = PROFILE_ATTRIBUTES.flatMap((attribute) => {
    const value = about.attributes[attribute];
    return value ? [{ name: t(`profiles.attribute.${attribute}`), value: valueOf(attribute, value) }] : [];
  });
  return (
    <section className={styles.about} aria-label={t('profiles.aboutTitle', { name: profile.name })}>
      <dl className={styles.told}>
        {profile.craft ? (
          <Line icon={<IconTheater size={20} stroke={1.75} />} name={t('profiles.does')}>
            <bdi>{profile.craft}</bdi>
          </Line>
        ) : null}
        <Line icon={<IconMapPin size={20} stroke={1.75} />} name={t('profiles.place')}>
          {place}
        </Line>
        {spoken ? (
          <Line icon={<IconLanguage size={20} stroke={1.75} />} name={t('profiles.speaks')}>
            {spoken}
          </Line>
        ) : null}
        <Line icon={<IconSparkles size={20} stroke={1.75} />} name={t('profiles.since')}>
          {format.date(profile.createdAt, 'dayYear')}
        </Line>
        {about.links.length > 0 ? (
          <Line icon={<IconLink size={20} stroke={1.75} />} name={t('profiles.links')}>
            <span className={styles.links}>
              {about.links.map((href) => (
                <a key={href} className={type.link} href={href} target="_blank" rel="noopener noreferrer nofollow ugc me">
                  {shownAddress(href)}
                </a>
              ))}
            </span>
          </Line>
        ) : null}
      </dl>
      {looks.length > 0 ? (
        <dl className={styles.looks}>
          {looks.map(({ name, value }) => (
            <div key={name} className={styles.look}>
              <dt className={classes(type.tiny, type.faint)}>{name}</dt>
              <dd className={type.strong}>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {isOwn ? null : (
        <div className={styles.included}>
          <h2 className={type.heading}>{t('profile.subscription')}</h2>
          <SubscriptionFacts profile={profile} />
        </div>
      )}
    </section>
  );
};

const Line = ({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) => (
  <div className={styles.tale}>
    <span aria-hidden="true">{icon}</span>
    <dt className={type.quiet}>{name}</dt>
    <dd className={type.strong}>{children}</dd>
  </div>
);
