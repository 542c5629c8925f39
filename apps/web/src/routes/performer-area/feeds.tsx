import { OwnListPage } from '../../features/lists/OwnListPage.tsx';
import { OwnFeedRow } from '../../features/feeds/OwnFeedRow.tsx';
import { FEED_STATES, useOwnFeeds } from '../../features/feeds/use-own-feeds.ts';
import { Button } from '../../ui/Button.tsx';
import { useText } from '../../ui/text.ts';

/** A performer's posts: found by words, days and state; type, audience, earnings. */
const Feeds = () => {
  const t = useText();
  const { own, isDrafts, isNarrow, refetch } = useOwnFeeds();
  return (
    <OwnListPage
      title={t('model.posts')}
      search={t('model.searchPosts')}
      create={
        <Button kind="gold" to="/model/feeds/new">
          {t('model.newPost')}
        </Button>
      }
      states={FEED_STATES}
      list={own}
      isNarrow={isNarrow}
      none={{
        found: t('model.noPostsFound'),
        own: t(isDrafts ? 'model.noDrafts' : 'model.noPosts'),
        ownText: t(isDrafts ? 'model.noDraftsText' : 'model.noPostsText'),
      }}
    >
      {(feed) => <OwnFeedRow key={feed._id} feed={feed} onChange={refetch} />}
    </OwnListPage>
  );
};

export default Feeds;
