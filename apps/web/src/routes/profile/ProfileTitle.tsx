import { profilePicturePath } from '@stagedoor/contract/link-pictures.values';
import { PageTitle } from '../../app/PageTitle.tsx';
import type { Profile as ProfileView } from '../../features/performers/profile.ts';
import { useText } from '../../ui/text.ts';

/** The title of the page, and its preview where it is linked. */
export const ProfileTitle = ({ profile }: { profile: ProfileView }) => {
  const t = useText();
  const { name, craft, city } = profile;
  const description = profile.bio || (craft && city ? t('profile.description', { name, craft, city }) : undefined);
  const image = profilePicturePath(profile._id);
  return <PageTitle title={name} description={description} image={image} imageAlt={name} kind="profile" path={`/${profile.username}`} />;
};
