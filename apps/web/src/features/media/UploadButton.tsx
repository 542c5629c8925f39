import { IconUpload } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useCurrentUser } from '../../app/session.tsx';
import { FilePickerButton } from '../../ui/FilePickerButton.tsx';
import { useText } from '../../ui/text.ts';

/** Picks pictures and films to upload; not before the email address is verified. */
export const UploadButton = ({ onPick }: Pick<ComponentProps<typeof FilePickerButton>, 'onPick'>) => {
  const t = useText();
  const user = useCurrentUser();
  return (
    <FilePickerButton
      label={t('media.upload')}
      icon={<IconUpload size={20} stroke={1.75} />}
      accept="image/*,video/*"
      multiple
      disabled={!user.emailVerified}
      onPick={onPick}
    />
  );
};
