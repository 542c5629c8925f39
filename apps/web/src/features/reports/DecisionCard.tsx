import type { Decision } from '@stagedoor/contract/restrictions';
import { Link } from 'react-router';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { Objection } from './Objection.tsx';
import styles from './reports.module.css';

/** A measure with its statement of reasons: since when, why, on which ground, decided by whom, and the appeal. */
export const DecisionCard = ({ decision, onAppeal }: { decision: Decision; onAppeal: () => void }) => {
  const t = useText();
  const format = useFormat();
  const { object, appeal } = decision;
  const isLifted = decision.state === 'lifted';
  const title = object.title || t(`reports.kind.${object.kind}`);
  return (
    <Card pad="lg" as="article">
      <div className={styles.head}>
        <h2 className={type.heading}>{object.path && isLifted ? <Link to={object.path}>{title}</Link> : title}</h2>
        <Chip tone={isLifted ? 'plain' : 'warn'}>{t(isLifted ? 'restrictions.lifted' : `restrictions.measure.${decision.measure}`)}</Chip>
      </div>
      <p className={classes(type.small, type.quiet)}>
        {[
          decision.reference,
          t(`reports.kind.${object.kind}`),
          t(`restrictions.reason.${decision.reason}`),
          format.date(decision.since, 'dayYear'),
        ].join(' · ')}
      </p>
      {decision.facts ? (
        <p dir="auto" className={styles.words}>
          {decision.facts}
        </p>
      ) : null}
      <p className={classes(type.small, styles.words)}>
        {[
          t(`restrictions.source.${decision.source}`),
          t(decision.measure === 'hidden' ? 'restrictions.ground.hidden' : `restrictions.ground.${decision.ground}`),
          t(decision.isAutomated ? 'restrictions.automated' : 'restrictions.person'),
        ].join(' ')}
      </p>
      <Objection kind="appeal" sent={appeal} until={decision.appealUntil} onBegin={onAppeal} />
    </Card>
  );
};
