import type { PerformerProfile } from '@stagedoor/contract/performers';
import type { StreamSession } from '@stagedoor/contract/streams';
import { profilePicturePath } from '@stagedoor/contract/link-pictures.values';
import { PageTitle } from '../../app/PageTitle.tsx';
import { useText } from '../../ui/text.ts';

interface RoomTitleProps {
  profile: PerformerProfile;
  /** The open show. */
  session: StreamSession | null;
}

/** The title of a room, and its preview where it is linked. */
export const RoomTitle = ({ profile, session }: RoomTitleProps) => {
  const t = useText();
  return (
    <PageTitle
      title={session ? t('room.title', { name: profile.name }) : profile.name}
      description={
        session ? t('room.description', { name: profile.name, title: session.title }) : t('room.descriptionAway', { name: profile.name })
      }
      image={profilePicturePath(profile._id)}
      imageAlt={profile.name}
      path={`/live/${profile.username}`}
    />
  );
};
