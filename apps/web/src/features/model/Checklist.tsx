import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useData } from '../../app/data.ts';
import { Card, CardHead } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import styles from './model.module.css';

/** Outstanding steps of the profile; hidden once all are done. */
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
          <li key={task.task} className={classes(styles.check, task.done && styles.done)}>
            {task.done ? <IconCircleCheckFilled size={20} aria-hidden="true" /> : <IconCircle size={20} stroke={1.75} aria-hidden="true" />}
            <span>{t(`model.task.${task.task}`)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
};
