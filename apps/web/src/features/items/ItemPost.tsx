import { IconLock, IconPinnedFilled, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { itemPage } from '../../app/item-page.ts';
import { useSession } from '../../app/session.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Post, PostHead } from '../../ui/Post.tsx';
import { useFormat } from '../../ui/format.tsx';
import { TimeAgo } from '../../ui/TimeAgo.tsx';
import { useText } from '../../ui/text.ts';
import { ReportMenu } from '../reports/ReportMenu.tsx';
import { ItemActs } from './ItemActs.tsx';
import type { ItemRef } from './item-calls.ts';
import { itemElementId } from './item-element.ts';
import styles from './items.module.css';

/** The audience of an item, unless it is everyone. */
const AudienceChip = ({ item }: { item: ItemRef }) => {
  const t = useText();
  if (item.isPinned && item.audience === 'everyone') return <Chip icon={<IconPinnedFilled size={14} />}>{t('feed.pinned')}</Chip>;
  // Who bought it has paid what it cost extra.
  if (item.audience === 'everyone' || (item.audience === 'buyers' && item.access.reason === 'buyer')) return null;
  if (item.audience === 'buyers') {
    return (
      <Chip tone="spot" icon={<IconLock size={14} stroke={1.75} />}>
        {t('feed.audience.buyers')}
      </Chip>
    );
  }
  return <Chip icon={<IconUsers size={14} stroke={1.75} />}>{t(`feed.audience.${item.audience}`)}</Chip>;
};

/** The frame of an item in a list or on its page: performer, time and audience above, what can be done with it below. */
export const ItemPost = ({ item, label, children }: { item: ItemRef; label: string; children: ReactNode }) => {
  const t = useText();
  const format = useFormat();
  const user = useSession();
  const { performer } = item;
  const isOwn = user?._id === performer._id;
  const place = [performer.craft, performer.city].filter(Boolean).join(', ');
  const time = <TimeAgo instant={item.publishedAt} />;
  const path = itemPage(item.kind, item._id);
  return (
    <Post id={itemElementId(item._id)} label={label}>
      <PostHead
        avatar={performer.avatar}
        name={performer.name}
        to={`/${performer.username}`}
        online={performer.isOnline}
        live={performer.isLive}
        // Posts of unapproved performers are visible only to themselves and admins.
        verified={!isOwn}
        meta={
          <>
            {path ? (
              <Link to={path} className={styles.when}>
                {time}
              </Link>
            ) : (
              time
            )}
            {place ? ` · ${place}` : ''}
            {item.expiresAt ? ` · ${t('feed.until', { date: format.date(item.expiresAt, 'dayTime') })}` : ''}
          </>
        }
        audience={<AudienceChip item={item} />}
        menu={
          <ReportMenu
            size="sm"
            objectType={item.kind}
            objectId={item._id}
            ownerId={performer._id}
            name={item.title || performer.name}
            performer={performer}
          />
        }
      />
      {children}
      <ItemActs item={item} />
    </Post>
  );
};
