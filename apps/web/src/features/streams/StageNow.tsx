import type { LiveState } from '@stagedoor/contract/live-state';
import { isOnAir, showPageOf } from '@stagedoor/contract/live-state.values';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { useStageWords } from '../../ui/stage-words.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** After a show: the way to what its performer has on stage now, or why there is nothing. */
export const StageNow = ({ performer: { name, live } }: { performer: { name: string; live: LiveState } }) => {
  const t = useText();
  const { rate, seats, away } = useStageWords()(live);
  const page = showPageOf(live);
  if (!isOnAir(live) || !page || !('title' in live))
    return away ? (
      <p className={type.quiet} role="status">
        {away}
      </p>
    ) : null;
  return (
    <>
      <p className={classes(type.small, type.quiet)} role="status">
        <bdi>{t('stage.now', { name, title: live.title })}</bdi>
        {rate ? ` · ${[rate, seats].filter(Boolean).join(' · ')}` : null}
      </p>
      <Button kind="gold" to={page}>
        {t(live.state === 'group' ? 'stage.join' : 'live.watch')}
      </Button>
    </>
  );
};
