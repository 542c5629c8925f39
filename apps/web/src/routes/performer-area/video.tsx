import { useParams } from 'react-router';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { useCurrentUser } from '../../app/session.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { VideoComposer } from '../../features/videos/VideoComposer.tsx';
import lists from '../../features/lists/lists.module.css';
import { VerifyEmailPrompt } from '../../features/performer-area/account/VerifyEmailPrompt.tsx';
import { classes } from '../../ui/classes.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** `/model/videos/new` creates a video, `/model/videos/{id}` edits one. */
const Video = () => {
  const t = useText();
  const { id = 'new' } = useParams();
  const isNew = id === 'new';
  const user = useCurrentUser();
  const own = useData('GET /performer/performer-assets/videos/{id}/view', { params: { id } }, { enabled: !isNew });
  const video = own.data;
  const title = t(isNew ? 'videos.new' : 'videos.edit');
  return (
    <Page>
      <PageTitle title={title} />
      <header className={lists.head}>
        <h1 className={classes(type.display, type.s46)}>
          <bdi>{title}</bdi>
        </h1>
      </header>
      {user.emailVerified ? null : <VerifyEmailPrompt />}
      {isNew ? (
        <VideoComposer />
      ) : video ? (
        <VideoComposer key={video._id} video={video} />
      ) : (
        <Pending of={own} isPage>
          <RowsSkeleton rows={3} square />
        </Pending>
      )}
    </Page>
  );
};

export default Video;
