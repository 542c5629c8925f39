import { Link } from 'react-router';
import found from '../../features/search/search.module.css';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { COUNTS, type Tab, type Totals } from './kinds.ts';

/** Says what the words were taken for, where nothing has them as they were typed. */
export const Meant = ({
  total,
  tab,
  q,
  search,
  onChoose,
}: {
  total: Totals;
  tab: Tab;
  q: string;
  search: URLSearchParams;
  onChoose: (words: string) => void;
}) => {
  const t = useText();
  const isCorrected = tab === 'top' ? total.corrected.length > 0 : total.corrected.includes(COUNTS[tab]);
  if (!isCorrected && !total.didYouMean) return null;
  const next = new URLSearchParams(search);
  if (total.didYouMean) next.set('q', total.didYouMean);
  return (
    <p className={classes(found.meant, type.quiet)}>
      {isCorrected ? `${t('search.alike', { q })} ` : null}
      {total.didYouMean ? (
        <>
          {t('search.didYouMean')}{' '}
          <Link to={`/search?${next.toString()}`} replace className={type.link} onClick={() => onChoose(total.didYouMean!)}>
            {total.didYouMean}
          </Link>
          ?
        </>
      ) : null}
    </p>
  );
};
