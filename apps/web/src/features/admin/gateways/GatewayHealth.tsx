import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import type { GatewayCard } from '@stagedoor/contract/admin-gateways';
import { classes } from '../../../ui/classes.ts';
import { useFormat } from '../../../ui/format.tsx';
import { textKeyOf, useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './gateways.module.css';

/** A clock that differs by less isn't worth a word. */
const CLOCK_SECONDS = 120;

/** Problems that need the owner, most urgent first. */
export const useWarnings = (card: GatewayCard): string[] => {
  const t = useText();
  const { health } = card;
  const count = (key: 'unanswered' | 'refundsToDo' | 'cancellationsToDo' | 'refused' | 'forged' | 'failed', n: number): string[] =>
    n === 0 ? [] : [t(`gateways.warning.${key}`, { count: n })];
  return [
    ...(card.takesCurrency ? [] : [t('gateways.warning.currency', { currency: card.currency })]),
    ...count('failed', health.failed),
    ...count('refundsToDo', card.refundsToDo),
    ...count('cancellationsToDo', card.cancellationsToDo),
    ...count('refused', health.refused),
    ...count('forged', health.forged),
    ...count('unanswered', card.unanswered),
    ...(health.clockAhead !== null && Math.abs(health.clockAhead) > CLOCK_SECONDS
      ? [t('gateways.warning.clock', { minutes: Math.round(health.clockAhead / 60) })]
      : []),
  ];
};

/** When the company last reported, and what needs the owner. */
export const GatewayHealth = ({ card }: { card: GatewayCard }) => {
  const t = useText();
  const format = useFormat();
  const warnings = useWarnings(card);
  const { lastNoticeAt, notices } = card.health;
  return (
    <div className={styles.health}>
      <p className={classes(type.small, type.quiet)}>
        {lastNoticeAt ? t('gateways.lastNotice', { date: format.date(lastNoticeAt, 'dayTime'), count: notices }) : t('gateways.noNotice')}
      </p>
      {warnings.map((warning) => (
        <p key={warning} className={classes(type.small, styles.warning)}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" /> <span>{warning}</span>
        </p>
      ))}
    </div>
  );
};

const ICONS = { ok: IconCircleCheck, failed: IconCircleX, untested: IconCircleDashed } as const;

/** The result of the last check, line by line: what to do where something failed, with the company's code for its support. */
export const GatewayChecks = ({ card, isStale }: { card: GatewayCard; isStale: boolean }) => {
  const t = useText();
  const format = useFormat();
  if (!card.checkedAt) return <p className={classes(type.small, type.quiet)}>{t('gateways.notChecked')}</p>;
  return (
    <>
      <p className={classes(type.small, type.quiet)} role="status">
        {isStale ? t('gateways.checkStale') : t('gateways.checkedAt', { date: format.date(card.checkedAt, 'dayTime') })}
      </p>
      <ul className={styles.checks} hidden={isStale}>
        {card.checks.map(({ subject, state, detail }) => {
          const Icon = ICONS[state];
          return (
            <li key={subject} className={classes(styles.check, styles[state])}>
              <Icon size={18} stroke={1.75} aria-hidden="true" />
              <span>
                {t(`gateways.check.${subject}`)}: {t(`gateways.checkState.${state}`)}
                {state === 'failed' ? (
                  <span className={classes(type.small, type.quiet, styles.detail)}>{t(`gateways.checkHelp.${subject}`)}</span>
                ) : null}
                {detail && state !== 'ok' ? (
                  <span className={classes(type.tiny, type.faint, styles.detail)}>{t('gateways.checkDetail', { detail })}</span>
                ) : null}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
};

/** Facts of the company's protocol that its documents leave open, and which of them a live callback has shown. */
export const GatewayFacts = ({ card }: { card: GatewayCard }) => {
  const t = useText();
  const format = useFormat();
  if (card.facts.length === 0) return null;
  return (
    <details className={styles.more}>
      <summary>{t('gateways.facts')}</summary>
      <p className={classes(type.small, type.quiet)}>{t('gateways.factsText')}</p>
      <ul className={styles.checks}>
        {card.facts.map(({ name, confirmedAt }) => {
          const Icon = confirmedAt ? IconCircleCheck : IconCircleDashed;
          return (
            <li key={name} className={classes(styles.check, confirmedAt ? styles.ok : styles.untested)}>
              <Icon size={18} stroke={1.75} aria-hidden="true" />
              <span>
                {t(textKeyOf(`gateways.fact.${name}`))}
                <span className={classes(type.tiny, type.faint, styles.detail)}>
                  {confirmedAt ? t('gateways.seen', { date: format.date(confirmedAt, 'dayTime') }) : t('gateways.notSeen')}
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </details>
  );
};
