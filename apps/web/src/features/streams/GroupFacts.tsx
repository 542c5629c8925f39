import type { LiveState } from '@stagedoor/contract/live-state';
import { IconUsersGroup } from '@tabler/icons-react';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { useStageWords } from '../../ui/stage-words.ts';
import type from '../../ui/type.module.css';

/** On the picture of a group show: how many seats are free. */
export const GroupChip = ({ live }: { live: LiveState }) => {
  const { seats } = useStageWords()(live);
  return seats ? (
    <Chip tone="glass" icon={<IconUsersGroup size={14} stroke={1.75} aria-hidden="true" />}>
      {seats}
    </Chip>
  ) : null;
};

/** Under the title of a group show: what a minute costs. */
export const GroupRate = ({ live }: { live: LiveState }) => {
  const { rate } = useStageWords()(live);
  return rate ? <span className={classes(type.small, type.strong)}>{rate}</span> : null;
};
