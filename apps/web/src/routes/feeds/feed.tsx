import { itemPicturePath } from '@stagedoor/contract/link-pictures.values';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Call } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { callOf } from '../../app/context.server.ts';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { orErrorPage } from '../../app/route-data.ts';
import { Columns } from '../../app/shell/Columns.tsx';
import { PageTop } from '../../app/shell/PhoneBars.tsx';
import { Comments } from '../../features/comments/Comments.tsx';
import { FeedCard } from '../../features/feeds/FeedCard.tsx';
import { FirstMedia } from '../../features/items/first-media.ts';
import { Topics } from '../../features/items/Topics.tsx';
import { useItemShortcuts } from '../../features/items/use-item-shortcuts.ts';
import { useIsUnlocked } from '../../features/items/use-unlock.ts';
import { Suggestions } from '../../features/performers/Suggestions.tsx';
import { firstWords } from '../../ui/first-words.ts';
import { classes } from '../../ui/classes.ts';
import layout from '../../ui/layout.module.css';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import type { Route } from './+types/feed.ts';
import { MorePosts } from './MorePosts.tsx';

const load = (by: Call, id: string) => orErrorPage(by('GET /feeds/{id}', { params: { id } }));

export const loader = ({ context, params }: Route.LoaderArgs) => load(callOf(context), params.id);
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(call, params.id);

/** One post on its own page. */
const Feed = ({ loaderData, params }: Route.ComponentProps) => {
  const t = useText();
  const client = useQueryClient();
  const { data: feed = loaderData } = useData('GET /feeds/{id}', { params: { id: params.id } }, { initialData: loaderData });
  const card = useRef<HTMLDivElement>(null);
  useItemShortcuts(card);
  const isUnlocked = useIsUnlocked(feed._id);
  // Of a post whose text is locked there is none here.
  const title = feed.title || firstWords(feed.text) || t('feed.title', { name: feed.performer.name });
  return (
    <>
      <PageTop title={t('feed.page')} back={`/${feed.performer.username}`} />
      <Columns below aside={<Suggestions />}>
        <PageTitle
          title={title}
          description={feed.text}
          image={itemPicturePath(feed)}
          imageAlt={title}
          path={`/feeds/${feed._id}`}
          kind="article"
        />
        <h1 className={classes(type.hidden, layout.desk)}>{title}</h1>
        <div ref={card}>
          <FirstMedia value>
            <FeedCard
              key={String(feed.access.allowed)}
              item={feed}
              onChange={() => void client.invalidateQueries({ queryKey: ['GET /feeds/{id}'] })}
            />
          </FirstMedia>
        </div>
        {feed.categories.length + feed.tags.length > 0 ? (
          <div className={layout.topics}>
            <Topics item={feed} list="/search" />
          </div>
        ) : null}
        <Comments
          object={{ objectType: 'feed', objectId: feed._id }}
          isLocked={!feed.access.allowed && !isUnlocked}
          count={feed.counts.comments}
        />
        <MorePosts feed={feed} />
      </Columns>
    </>
  );
};

export default Feed;
