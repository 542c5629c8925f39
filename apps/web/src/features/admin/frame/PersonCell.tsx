import { Avatar } from '../../../ui/Avatar.tsx';
import { classes } from '../../../ui/classes.ts';
import type from '../../../ui/type.module.css';
import styles from '../../../ui/admin/list-and-pane.module.css';

interface PersonCellProps {
  person: { name: string; username?: string; avatar: string; isOnline?: boolean };
  /** Replaces the username. */
  line?: string;
}

/** A person in a table: picture, name, username. */
export const PersonCell = ({ person, line }: PersonCellProps) => (
  <span className={styles.person}>
    <Avatar src={person.avatar} size={36} online={person.isOnline ?? false} />
    <span className={styles.personWords}>
      <span className={classes(type.strong, styles.cut)}>
        <bdi>{person.name}</bdi>
      </span>
      <span className={classes(type.tiny, type.faint, styles.cut)}>{line ?? <bdi>@{person.username}</bdi>}</span>
    </span>
  </span>
);
