import { IconPhoto } from '@tabler/icons-react';
import { call } from '../../app/browser-call.ts';
import { useAction } from '../../app/data.ts';
import { useSessionStore } from '../../app/session.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Card, CardHead } from '../../ui/Card.tsx';
import { useText } from '../../ui/text.ts';
import { Problem } from '../auth/Problem.tsx';
import styles from './model.module.css';
import type { PerformerCardProps } from './own-performer.ts';
import { PickFile } from './PickFile.tsx';
import { Sending } from './Sending.tsx';

const IMAGES = 'image/jpeg,image/png,image/webp,image/avif';

/** Avatar and cover, changed at once when one is picked. */
export const PicturesCard = ({ performer, onChange }: PerformerCardProps) => {
  const say = useText();
  const store = useSessionStore();
  const avatar = useAction('POST /performers/avatar/upload');
  const cover = useAction('POST /performers/cover/upload');
  const onAvatar = async (files: File[]) => {
    if (!files[0] || !(await avatar.run({ files: { avatar: files[0] } }))) return;
    store.set(await call('GET /users/me'));
    onChange();
  };
  const onCover = async (files: File[]) => {
    if (files[0] && (await cover.run({ files: { cover: files[0] } }))) onChange();
  };
  const icon = <IconPhoto size={20} stroke={1.75} />;
  return (
    <>
      <Card pad="lg" className={styles.stack}>
        <CardHead title={say('model.avatar')} />
        <div className={styles.portrait}>
          <Avatar src={performer.avatar} size={92} alt={performer.name} />
          <PickFile
            label={`${say('model.change')}: ${say('model.avatar')}`}
            text={say('model.change')}
            icon={icon}
            accept={IMAGES}
            disabled={avatar.busy}
            onPick={(files) => void onAvatar(files)}
          />
        </div>
        <Sending progress={avatar.progress} onStop={avatar.abort} />
        <Problem error={avatar.error} fields={[]} />
      </Card>
      <Card pad="lg" className={styles.stack}>
        <CardHead title={say('model.cover')} />
        {performer.cover ? (
          <div className={styles.coverBox}>
            <img src={performer.cover} alt="" />
          </div>
        ) : null}
        <div>
          <PickFile
            label={`${say('model.change')}: ${say('model.cover')}`}
            text={say('model.change')}
            icon={icon}
            accept={IMAGES}
            disabled={cover.busy}
            onPick={(files) => void onCover(files)}
          />
        </div>
        <Sending progress={cover.progress} onStop={cover.abort} />
        <Problem error={cover.error} fields={[]} />
      </Card>
    </>
  );
};
