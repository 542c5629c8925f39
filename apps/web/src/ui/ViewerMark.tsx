import { classes } from './classes.ts';
import styles from './ViewerMark.module.css';

/** Of the player: what lies over the film goes when its controls do, unless it says so. */
const STAYS = { noautohide: '' };

/** The viewer's name over what they look at: seen when it is passed on, hardly while it is watched. Nothing that can be pressed. */
export const ViewerMark = ({
  name,
  central = false,
}: {
  name: string /** What is looked at doesn't fill the box: keep to its middle. */;
  central?: boolean;
}) => (
  <span className={classes(styles.mark, central && styles.central)} aria-hidden="true" {...STAYS}>
    {name}
  </span>
);
