import { PageTitle } from '../app/PageTitle.tsx';
import { Columns } from '../app/shell/Columns.tsx';
import { FeedList } from '../features/feeds/FeedList.tsx';
import styles from '../features/feeds/feeds.module.css';
import { Suggestions } from '../features/performers/Suggestions.tsx';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { Empty } from '../ui/Empty.tsx';
import { useText } from '../ui/text.ts';
import type from '../ui/type.module.css';

/** The posts that somebody saved, the last one first. */
const Bookmarks = () => {
  const say = useText();
  return (
    <Columns aside={<Suggestions />}>
      <PageTitle title={say('bookmarks.title')} />
      <h1 className={classes(type.display, type.s46, styles.title)}>{say('bookmarks.title')}</h1>
      <FeedList
        source={{ list: 'saved' }}
        empty={
          <Empty
            title={say('bookmarks.emptyTitle')}
            text={say('bookmarks.emptyText')}
            action={
              <Button kind="lift" to="/?tab=discover">
                {say('home.lookAround')}
              </Button>
            }
          />
        }
      />
    </Columns>
  );
};

export default Bookmarks;
