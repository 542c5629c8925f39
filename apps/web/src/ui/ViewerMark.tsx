import styles from './ViewerMark.module.css';

/** The viewer's name over what they look at: seen when it is passed on, hardly while it is watched. Nothing that can be pressed. */
export const ViewerMark = ({ name }: { name: string }) => (
  <span className={styles.mark} aria-hidden="true">
    {name}
  </span>
);
