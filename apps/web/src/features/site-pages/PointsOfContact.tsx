import { useSettings } from '../../app/boot.tsx';
import { classes } from '../../ui/classes.ts';
import { LinkedText } from '../../ui/LinkedText.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './PointsOfContact.module.css';

const mailOf = (address: string) => (
  <bdi>
    <a href={`mailto:${address}`}>{address}</a>
  </bdi>
);

/** The points of contact for authorities and users (DSA articles 11 to 13) and the dispute bodies. Empty settings aren't shown. */
export const PointsOfContact = () => {
  const t = useText();
  const { contactAuthorities, contactUsers, contactLanguages, legalRepresentative, disputeBodies } = useSettings();
  const points = [
    { name: t('contact.authorities'), value: contactAuthorities && mailOf(contactAuthorities) },
    { name: t('contact.users'), value: contactUsers && mailOf(contactUsers) },
    { name: t('contact.languages'), value: contactLanguages },
    { name: t('contact.representative'), value: legalRepresentative && <LinkedText text={legalRepresentative} /> },
    { name: t('contact.disputeBodies'), value: disputeBodies && <LinkedText text={disputeBodies} /> },
  ].filter(({ value }) => Boolean(value));
  if (points.length === 0) return null;
  return (
    <section className={styles.points}>
      <h2 className={type.heading}>{t('contact.points')}</h2>
      <dl>
        {points.map(({ name, value }) => (
          <div key={name}>
            <dt className={classes(type.small, type.quiet)}>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};
