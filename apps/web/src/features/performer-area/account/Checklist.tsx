import type { OwnPerformer } from '@stagedoor/contract/performers';
import { IconChevronRight, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useData } from '../../../app/data.ts';
import { useCurrentUser } from '../../../app/session.tsx';
import { Card, CardHead } from '../../../ui/Card.tsx';
import { classes } from '../../../ui/classes.ts';
import { useText } from '../../../ui/text.ts';
import type from '../../../ui/type.module.css';
import styles from './account.module.css';
import { SendVerificationAgain } from './SendVerificationAgain.tsx';

type Task = OwnPerformer['checklist'][number]['task'];

/** Where each step is done. The address is confirmed from the mail, and an admin approves. */
const PLACES: Partial<Record<Task, string>> = {
  documents: '/model/account?tab=documents',
  avatar: '/model/account#pictures',
  cover: '/model/account#pictures',
  bio: '/model/account#about',
  price: '/model/account?tab=prices',
  firstPost: '/model/feeds/new',
};

/** Outstanding steps of the profile, each a link to where it is done; hidden once all are done. */
export const Checklist = () => {
  const t = useText();
  const { data } = useData('GET /performers/me', {});
  const tasks = data?.checklist ?? [];
  const done = tasks.filter((task) => task.done).length;
  if (tasks.length === 0 || done === tasks.length) return null;
  return (
    <Card pad="lg">
      <CardHead title={t('model.checklist')}>
        <span className={classes(type.small, type.faint)}>{t('model.checklistDone', { done, count: tasks.length })}</span>
      </CardHead>
      <ul className={styles.checks}>
        {tasks.map((task) => (
          <li key={task.task}>
            <Step {...task} />
          </li>
        ))}
      </ul>
    </Card>
  );
};

const Step = ({ task, done }: OwnPerformer['checklist'][number]) => {
  const t = useText();
  const user = useCurrentUser();
  const words = (
    <>
      {done ? <IconCircleCheckFilled size={20} aria-hidden="true" /> : <IconCircle size={20} stroke={1.75} aria-hidden="true" />}
      <span className={styles.checkText}>{t(`model.task.${task}`)}</span>
    </>
  );
  if (done)
    return (
      <span className={classes(styles.check, styles.done)}>
        {words}
        <span className={type.hidden}>{t('model.taskDone')}</span>
      </span>
    );
  const waits = task === 'approval' || (task === 'firstPost' && user.isLiteAccount) ? task : null;
  if (waits)
    return (
      <span className={styles.check}>
        {words}
        <span className={classes(type.tiny, type.faint)}>{t(`model.taskWaits.${waits}`)}</span>
      </span>
    );
  if (task === 'verifyEmail')
    return (
      <span className={styles.check}>
        {words}
        <SendVerificationAgain />
      </span>
    );
  return (
    <Link className={classes(styles.check, styles.checkLink)} to={PLACES[task] ?? '/model/account'}>
      {words}
      <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
    </Link>
  );
};
