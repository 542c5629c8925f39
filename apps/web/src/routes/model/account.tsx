import { useQueryClient } from '@tanstack/react-query';
import { useData } from '../../app/data.ts';
import { PageTitle } from '../../app/PageTitle.tsx';
import { Pending } from '../../app/Pending.tsx';
import { Page } from '../../app/shell/Columns.tsx';
import { DocumentsCard } from '../../features/model/DocumentsCard.tsx';
import styles from '../../features/model/model.module.css';
import { PasswordCard } from '../../features/model/PasswordCard.tsx';
import { PicturesCard } from '../../features/model/PicturesCard.tsx';
import { PricesCard, ProfileCard } from '../../features/model/ProfileCards.tsx';
import { VerifyFirst } from '../../features/model/VerifyFirst.tsx';
import { useCurrentUser } from '../../app/session.tsx';
import { classes } from '../../ui/classes.ts';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';

/** The performer's own page about themselves: pictures, profile, prices, documents, password. */
const Account = () => {
  const say = useText();
  const client = useQueryClient();
  const user = useCurrentUser();
  const own = useData('GET /performers/me', {});
  const performer = own.data;
  const onChange = () => void client.invalidateQueries({ queryKey: ['GET /performers/me'] });
  return (
    <Page>
      <PageTitle title={say('model.account')} />
      <header className={styles.head}>
        <h1 className={classes(type.display, type.s46)}>{say('model.account')}</h1>
      </header>
      {performer ? (
        <div className={styles.stack}>
          {user.emailVerified ? null : <VerifyFirst />}
          {performer.applicationState === 'approved' ? null : <DocumentsCard performer={performer} onChange={onChange} />}
          <PicturesCard performer={performer} onChange={onChange} />
          <ProfileCard key={`profile ${performer._id}`} performer={performer} onChange={onChange} />
          <PricesCard key={`prices ${performer._id}`} performer={performer} onChange={onChange} />
          {performer.applicationState === 'approved' ? <DocumentsCard performer={performer} onChange={onChange} /> : null}
          <PasswordCard />
        </div>
      ) : (
        <Pending of={own}>
          <RowsSkeleton rows={6} square />
        </Pending>
      )}
    </Page>
  );
};

export default Account;
