import type { ResponseOf, Contract } from '@stagedoor/contract';
import { Link } from 'react-router';
import { useData } from '../../app/data.ts';
import styles from './home.module.css';
import { useLiveShows } from '../streams/use-live-shows.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { classes } from '../../ui/classes.ts';
import type from '../../ui/type.module.css';

type Featured = ResponseOf<Contract['GET /ranking-performers']>;

export const FEATURED = { query: { type: 'featured', limit: 12, unmuted: true } } as const;

/** Live performers first, with a ring that links to their rooms; then featured ones. */
export const Faces = ({ initial }: { initial: Featured | undefined }) => {
  const { data: live } = useLiveShows({ unmuted: true });
  const { data: featured } = useData('GET /ranking-performers', FEATURED, initial ? { initialData: initial } : {});
  if (!featured) return null;
  const onAir = (live?.data ?? []).map(({ performer }) => performer);
  const lit = new Set(onAir.map(({ _id }) => _id));
  const others = featured.data.filter(({ _id }) => !lit.has(_id)).toSorted((one, other) => Number(other.isOnline) - Number(one.isOnline));
  if (onAir.length + others.length === 0) return null;
  return (
    <div className={styles.faces}>
      {[...onAir, ...others].map((performer) => {
        const isLive = lit.has(performer._id);
        return (
          <Link key={performer._id} to={isLive ? `/live/${performer.username}` : `/${performer.username}`} className={styles.face}>
            <Avatar src={performer.avatar} size={62} online={performer.isOnline} live={isLive} badge edge="house" />
            <span className={classes(type.tiny, type.strong, type.clip)}>{performer.name.split(' ')[0]}</span>
          </Link>
        );
      })}
    </div>
  );
};
