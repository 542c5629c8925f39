import { useParams } from 'react-router';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { useCurrentUser } from '../../app/session.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { FeedComposer } from '../../features/feeds/FeedComposer.tsx';
import styles from '../../features/performer-area/account/account.module.css';
import { VerifyEmailPrompt } from '../../features/performer-area/account/VerifyEmailPrompt.tsx';
import { classes } from '../../ui/classes.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** `/model/feeds/new` creates a post, `/model/feeds/{id}` edits one. */
const Feed = () => {
  const t = useText();
  const { id = 'new' } = useParams();
  const isNew = id === 'new';
  const user = useCurrentUser();
  const own = useData('GET /performer/feeds/{id}', { params: { id } }, { enabled: !isNew });
  const feed = own.data;
  const title = t(isNew ? 'model.newPost' : 'model.editPost');
  return (
    <Page>
      <PageTitle title={title} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>
          <bdi>{title}</bdi>
        </h1>
      </header>
      <div className={styles.stack}>
        {user.emailVerified ? null : <VerifyEmailPrompt />}
        {isNew ? (
          <FeedComposer />
        ) : feed ? (
          <FeedComposer key={feed._id} feed={feed} />
        ) : (
          <Pending of={own} isPage>
            <RowsSkeleton rows={3} square />
          </Pending>
        )}
      </div>
    </Page>
  );
};

export default Feed;
