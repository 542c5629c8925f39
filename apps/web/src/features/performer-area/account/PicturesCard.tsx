import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../../app/browser-call.ts';
import { useAction } from '../../../app/data.ts';
import { useSessionStore } from '../../../app/session.tsx';
import { SHOWN_IMAGES } from '../../../ui/accepted-files.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Card, CardHead } from '../../../ui/Card.tsx';
import { AVATAR_SHAPE, COVER_SHAPE, CropSheet } from '../../../ui/CropSheet.tsx';
import { useText } from '../../../ui/text.ts';
import { FormError } from '../../../ui/forms/FormError.tsx';
import styles from './account.module.css';
import type { PerformerCardProps } from './own-performer.ts';
import { FilePickerButton } from '../../../ui/FilePickerButton.tsx';
import { UploadProgress } from './UploadProgress.tsx';

/** Avatar and cover, saved as soon as their part of a picture is chosen. */
export const PicturesCard = ({ performer, onChange }: PerformerCardProps) => {
  const t = useText();
  const store = useSessionStore();
  const avatar = useAction('POST /performers/avatar/upload');
  const cover = useAction('POST /performers/cover/upload');
  const [newAvatar, setNewAvatar] = useState<File | null>(null);
  const [newCover, setNewCover] = useState<File | null>(null);
  const onAvatar = async (file: File) => {
    setNewAvatar(null);
    if (!(await avatar.run({ files: { avatar: file } }))) return;
    await store.refresh(() => call('GET /users/me'));
    onChange();
  };
  const onCover = async (file: File) => {
    setNewCover(null);
    if (await cover.run({ files: { cover: file } })) onChange();
  };
  const icon = <IconPhoto size={20} stroke={1.75} />;
  return (
    <>
      <Card pad="lg" className={styles.stack}>
        <CardHead title={t('model.avatar')} />
        <div className={styles.portrait}>
          <Avatar src={performer.avatar} size={92} alt={performer.name} />
          <FilePickerButton
            label={`${t('model.change')}: ${t('model.avatar')}`}
            text={t('model.change')}
            icon={icon}
            accept={SHOWN_IMAGES}
            disabled={avatar.busy}
            onPick={(files) => setNewAvatar(files[0] ?? null)}
          />
        </div>
        <UploadProgress progress={avatar.progress} onStop={avatar.abort} />
        <FormError error={avatar.error} fields={[]} />
        <CropSheet
          file={newAvatar}
          shape={AVATAR_SHAPE}
          title={t('model.avatar')}
          onCrop={(file) => void onAvatar(file)}
          onClose={() => setNewAvatar(null)}
        />
      </Card>
      <Card pad="lg" className={styles.stack}>
        <CardHead title={t('model.cover')} />
        {performer.cover ? (
          <div className={styles.coverBox}>
            <img src={performer.cover} alt="" />
          </div>
        ) : null}
        <div>
          <FilePickerButton
            label={`${t('model.change')}: ${t('model.cover')}`}
            text={t('model.change')}
            icon={icon}
            accept={SHOWN_IMAGES}
            disabled={cover.busy}
            onPick={(files) => setNewCover(files[0] ?? null)}
          />
        </div>
        <UploadProgress progress={cover.progress} onStop={cover.abort} />
        <FormError error={cover.error} fields={[]} />
        <CropSheet
          file={newCover}
          shape={COVER_SHAPE}
          title={t('model.cover')}
          onCrop={(file) => void onCover(file)}
          onClose={() => setNewCover(null)}
        />
      </Card>
    </>
  );
};
