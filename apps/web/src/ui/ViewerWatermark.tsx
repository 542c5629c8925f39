import { classes } from './classes.ts';
import styles from './ViewerWatermark.module.css';

/** Without this attribute the player hides the overlay together with its controls. */
const STAYS = { noautohide: '' };

/** The viewer's name over media: visible in copies, unobtrusive while watching. Not interactive. */
export const ViewerWatermark = ({
  name,
  central = false,
}: {
  name: string /** What is looked at doesn't fill the box: keep to its middle. */;
  central?: boolean;
}) => (
  <span className={classes(styles.mark, central && styles.central)} aria-hidden="true" {...STAYS}>
    <bdi>{name}</bdi>
  </span>
);
