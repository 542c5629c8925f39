import type { MediaServerCheck } from '@stagedoor/contract/admin-media-server';
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './media-server.module.css';

const ICONS = { ok: IconCircleCheck, failed: IconCircleX, untested: IconCircleDashed } as const;

interface ChecksProps {
  /** Null before the first test. */
  checks: readonly MediaServerCheck[] | null;
  /** The entries have changed since. */
  isStale: boolean;
  isBusy: boolean;
}

/** The result of a test, line by line, with what to do where something failed. */
export const MediaServerChecks = ({ checks, isStale, isBusy }: ChecksProps) => {
  const t = useText();
  const failed = (checks ?? []).filter(({ state }) => state === 'failed').length;
  const summary = isBusy
    ? t('mediaServer.testing')
    : checks === null
      ? t('mediaServer.notTested')
      : isStale
        ? t('mediaServer.stale')
        : failed === 0
          ? t('mediaServer.passes')
          : t('mediaServer.fails', { count: failed });
  return (
    <section className={styles.results}>
      <h3 className={type.strong}>{t('mediaServer.results')}</h3>
      <p className={classes(type.small, type.quiet)} role="status">
        {summary}
      </p>
      {checks === null || isStale || isBusy ? null : (
        <ul className={styles.checks}>
          {checks.map(({ subject, state, problem, found }) => {
            const Icon = ICONS[state];
            return (
              <li key={subject} className={classes(styles.check, styles[state])}>
                <Icon size={18} stroke={1.75} aria-hidden="true" />
                <span>
                  {t(`mediaServer.check.${subject}`)}: {t(`mediaServer.checkState.${state}`)}
                  {state === 'ok' && found !== '' ? ` (${found})` : null}
                  {problem === null ? null : (
                    <span className={classes(type.small, type.quiet, styles.detail)}>{t(`validation.${problem}`, { found })}</span>
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
};
