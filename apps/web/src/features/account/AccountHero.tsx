import { IconCamera, IconKey, IconLock, IconLockOpen, IconMail } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useAction } from '../../app/data.ts';
import { useCurrentUser, useSessionStore } from '../../app/session.tsx';
import { SHOWN_IMAGES } from '../../ui/accepted-files.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { AVATAR_SHAPE, CropSheet } from '../../ui/CropSheet.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import { toast } from '../../ui/toast.tsx';
import type from '../../ui/type.module.css';
import styles from './account.module.css';

const small = { size: 14, stroke: 1.75, 'aria-hidden': true } as const;

/** The account's picture, which can be changed here, its name, and its security status. */
export const AccountHero = () => {
  const t = useText();
  const format = useFormat();
  const user = useCurrentUser();
  const store = useSessionStore();
  const upload = useAction('POST /users/avatar/upload');
  const [picked, setPicked] = useState<File | null>(null);
  const onCrop = async (file: File) => {
    setPicked(null);
    const changed = await upload.run({ files: { avatar: file } });
    if (changed) store.set(changed);
  };
  const { error, reset } = upload;
  useEffect(() => {
    if (!error) return;
    toast(error.message, { tone: 'bad', stays: 5000 });
    reset();
  }, [error, reset]);
  return (
    <Card pad="none" beam="cone" className={styles.hero}>
      <span className={styles.face}>
        <Avatar src={user.avatar} size={96} alt="" />
        <span className={classes(styles.pick, upload.busy && styles.sending)}>
          <span className={styles.pickFace} aria-hidden="true">
            <IconCamera size={18} stroke={1.75} />
          </span>
          <input
            type="file"
            accept={SHOWN_IMAGES}
            aria-label={t('account.changePicture')}
            title={t('account.changePicture')}
            disabled={upload.busy}
            onChange={(event) => {
              setPicked(event.target.files?.[0] ?? null);
              event.target.value = '';
            }}
          />
        </span>
      </span>
      <div className={styles.heroWords}>
        <div className={classes(type.display, type.s34, styles.heroName)}>
          <bdi>{user.name}</bdi>
        </div>
        <div className={classes(type.small, type.quiet)}>
          <bdi>@{user.username}</bdi> · {t(`account.role.${user.role}`)} ·{' '}
          {t('account.since', { date: format.periodDay(user.createdAt, 'monthYear') })}
        </div>
        <div className={styles.facts}>
          <Chip tone={user.emailVerified ? 'ok' : 'warn'} icon={<IconMail {...small} />}>
            {t(user.emailVerified ? 'account.fact.confirmed' : 'account.fact.unconfirmed')}
          </Chip>
          {user.hasPasskey ? (
            <Chip tone="ok" icon={<IconKey {...small} />}>
              {t('account.fact.passkey')}
            </Chip>
          ) : null}
          <Chip tone={user.hasTwoFactor ? 'ok' : 'plain'} icon={user.hasTwoFactor ? <IconLock {...small} /> : <IconLockOpen {...small} />}>
            {t(user.hasTwoFactor ? 'account.fact.twoSteps' : 'account.fact.oneStep')}
          </Chip>
        </div>
      </div>
      <CropSheet
        file={picked}
        shape={AVATAR_SHAPE}
        title={t('account.changePicture')}
        onCrop={(file) => void onCrop(file)}
        onClose={() => setPicked(null)}
      />
    </Card>
  );
};
