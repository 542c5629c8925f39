import type { WallShow } from '@stagedoor/contract/admin-live';
import { useListData } from '../../../app/data.ts';
import { Button } from '../../../ui/Button.tsx';
import { Sheet } from '../../../ui/Sheet.tsx';
import { useText } from '../../../ui/text.ts';
import { MatchPair } from '../copies/CopyReview.tsx';
import { ShowStills } from './ShowStills.tsx';
import styles from './stills.module.css';

/** Files of a show that wait as copies, at most: one for each thing that it looks like. */
const LIMIT = 20;

/** The last thirty stills of a show, and beside each other what looks like something that was taken down. */
export const StillsSheet = ({ show, onClose }: { show: WallShow; onClose: () => void }) => {
  const t = useText();
  return (
    <Sheet opened onClose={onClose} title={t('wall.stillsOf', { name: show.performer.name })} width={720}>
      <ShowStills showId={show._id} name={show.performer.name} />
      {show.isAlike ? <Pairs showId={show._id} /> : null}
    </Sheet>
  );
};

const Pairs = ({ showId }: { showId: string }) => {
  const t = useText();
  const { data } = useListData('GET /admin/copies', { query: { limit: LIMIT, showId } });
  if (!data || data.data.length === 0) return null;
  return (
    <div className={styles.pairs}>
      {data.data.flatMap((row) => row.matches.map((match) => <MatchPair key={match._id} row={row} match={match} />))}
      <Button kind="lift" size="sm" to="/admin/content?queue=copies">
        {t('wall.toCopies')}
      </Button>
    </div>
  );
};
