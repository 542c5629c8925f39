import type { AdminPermission } from '@stagedoor/contract/admin-roles';
import type { CardSchemeDuty } from '@stagedoor/contract/duties';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useCurrentUser } from '../../../app/session.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classes } from '../../../ui/classes.ts';
import { type TextKey, useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './duties.module.css';

/** The page on which each duty is done; the report is below the list. */
const PAGES: Readonly<Record<CardSchemeDuty, { to: string; text: TextKey; needs: AdminPermission } | null>> = {
  consent: { to: '/admin/applications', text: 'shell.applications', needs: 'applications' },
  identity: { to: '/admin/performers', text: 'shell.performers', needs: 'users' },
  review: { to: '/admin/content', text: 'shell.content', needs: 'content' },
  liveModeration: { to: '/admin/live', text: 'shell.liveWall', needs: 'moderation' },
  complaints: { to: '/admin/reports', text: 'shell.reports', needs: 'content' },
  appeals: { to: '/admin/appeals', text: 'shell.appeals', needs: 'content' },
  copies: { to: '/admin/content?queue=copies', text: 'shell.content', needs: 'content' },
  repeated: { to: '/admin/settings?group=people', text: 'shell.settings', needs: 'settings' },
  records: { to: '/admin/settings?group=people', text: 'shell.settings', needs: 'settings' },
  report: null,
};

export interface DutyState {
  duty: CardSchemeDuty;
  isMet: boolean;
  open: number;
}

/** Each duty with its state, what is open, and the page on which it is done. */
export const DutyList = ({ duties }: { duties: readonly DutyState[] }) => {
  const t = useText();
  const { permissions } = useCurrentUser();
  return (
    <Card pad="none">
      <ul className={styles.duties} aria-label={t('shell.duties')}>
        {duties.map(({ duty, isMet, open }) => {
          const Icon = isMet ? IconCircleCheck : IconAlertTriangle;
          const page = PAGES[duty];
          return (
            <li key={duty} className={styles.duty}>
              <Icon size={22} stroke={1.75} className={isMet ? styles.met : styles.unmet} aria-hidden="true" />
              <div>
                <p className={type.strong}>
                  {t(`gateways.duty.${duty}.title`)}
                  <span className={type.hidden}>: {t(isMet ? 'duties.met' : 'duties.unmet')}</span>
                </p>
                <p className={classes(type.small, type.quiet)}>{t(`gateways.duty.${duty}.text`)}</p>
              </div>
              <span className={styles.end}>
                {open > 0 ? <Chip tone={isMet ? 'plain' : 'bad'}>{t('gateways.dutyOpen', { count: open })}</Chip> : null}
                {page && permissions.includes(page.needs) ? (
                  <Link className={styles.link} to={page.to}>
                    {t(page.text)}
                  </Link>
                ) : null}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
};
