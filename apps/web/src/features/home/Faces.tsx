import type { ResponseOf, Contract } from '@stagedoor/contract';
import { performerPageOf } from '@stagedoor/contract/live-state.values';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { useData } from '../../app/data.ts';
import styles from './home.module.css';
import { useLiveShows } from '../streams/use-live-shows.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { classes } from '../../ui/classes.ts';
import type from '../../ui/type.module.css';

type Featured = ResponseOf<Contract['GET /ranking-performers']>;

export const FEATURED = { query: { type: 'featured', limit: 12, unmuted: true } } as const;

const importOnStage = async () => ({ default: (await import('./OnStage.tsx')).OnStage });
/** Code of its own, which is loaded while somebody is live; the server renders it at once. */
const OnStage = import.meta.env.SSR ? (await importOnStage()).default : lazy(importOnStage);

/** Live shows that the home page reads. */
const SHOWS = 12;
export const ON_STAGE = { query: { limit: SHOWS, unmuted: true } } as const;
type Live = ResponseOf<Contract['GET /streaming/live']>;

/** Live performers first, with a ring that links to their shows; then featured ones. On wide screens their shows instead, if there are any. */
export const Faces = ({ initial, live: initialLive }: { initial: Featured | undefined; live: Live | undefined }) => {
  const { data: live } = useLiveShows({ unmuted: true, limit: SHOWS, initial: initialLive });
  const { data: featured } = useData('GET /ranking-performers', FEATURED, initial ? { initialData: initial } : {});
  if (!featured) return null;
  const onAir = (live?.data ?? []).map(({ performer }) => performer);
  const lit = new Set(onAir.map(({ _id }) => _id));
  const others = featured.data.filter(({ _id }) => !lit.has(_id)).toSorted((one, other) => Number(other.isOnline) - Number(one.isOnline));
  if (onAir.length + others.length === 0) return null;
  return (
    <>
      {onAir.length > 0 ? (
        <Suspense>
          <OnStage cards={live?.data ?? []} total={live?.total ?? 0} />
        </Suspense>
      ) : null}
      <div className={classes(styles.faces, onAir.length > 0 && styles.beside)}>
        {[...onAir, ...others].map((performer) => {
          const isLive = lit.has(performer._id);
          return (
            <Link key={performer._id} to={performerPageOf(performer)} className={styles.face}>
              <Avatar src={performer.avatar} size={62} online={performer.isOnline} live={isLive} badge edge="house" />
              <span className={classes(type.tiny, type.strong, type.clip)}>{performer.name.split(' ')[0]}</span>
            </Link>
          );
        })}
      </div>
    </>
  );
};
