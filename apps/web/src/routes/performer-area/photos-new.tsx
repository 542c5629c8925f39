import { PageTitle } from '../../app/PageTitle.tsx';
import { useCurrentUser } from '../../app/session.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import lists from '../../features/lists/lists.module.css';
import { VerifyEmailPrompt } from '../../features/performer-area/account/VerifyEmailPrompt.tsx';
import { PhotoComposer } from '../../features/photos/PhotoComposer.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** Publishes photos. */
const NewPhotos = () => {
  const t = useText();
  const user = useCurrentUser();
  return (
    <Page>
      <PageTitle title={t('photos.new')} />
      <header className={lists.head}>
        <h1 className={classes(type.display, type.s46)}>{t('photos.new')}</h1>
      </header>
      {user.emailVerified ? null : <VerifyEmailPrompt />}
      <PhotoComposer />
    </Page>
  );
};

export default NewPhotos;
