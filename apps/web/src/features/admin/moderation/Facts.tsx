import styles from './moderation.module.css';
import type from '../../../ui/type.module.css';

/** Names with their figures. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, string])[] }) => (
  <dl className={styles.facts}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt className={type.quiet}>{name}</dt>
        <dd className={type.strong}>{value}</dd>
      </div>
    ))}
  </dl>
);
