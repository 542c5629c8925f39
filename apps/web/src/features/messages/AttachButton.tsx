import { IconDeviceMobile, IconLibraryPhoto, IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import type { MediaItem } from '@stagedoor/contract/media';
import { IconButton } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { useText } from '../../ui/text.ts';
import styles from './compose.module.css';
import { MESSAGE_ACCEPT } from './use-message-files.ts';

const LibraryPicker = lazy(async () => ({ default: (await import('../media/LibraryPicker.tsx')).LibraryPicker }));

interface AttachButtonProps {
  onAdd: (files: readonly File[]) => void;
  /** Of performers, who have a media library. */
  library: { fanId: string; room: number; onPick: (items: readonly MediaItem[]) => void } | null;
}

/** Adds files to a message: from the device, and of a performer from the media library too. */
export const AttachButton = ({ onAdd, library }: AttachButtonProps) => {
  const t = useText();
  const [isPicking, setPicking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const field = (
    <input
      ref={input}
      type="file"
      multiple
      accept={MESSAGE_ACCEPT}
      aria-label={t('messages.attach')}
      onChange={(event) => {
        onAdd([...(event.target.files ?? [])]);
        event.target.value = '';
      }}
    />
  );
  if (!library)
    return (
      <label className={styles.attach} title={t('messages.attach')}>
        <IconPlus size={22} stroke={1.75} aria-hidden="true" />
        {field}
      </label>
    );
  return (
    <>
      <Menu
        position="top-start"
        groups={[
          {
            items: [
              {
                key: 'device',
                text: t('messages.fromDevice'),
                icon: <IconDeviceMobile size={20} stroke={1.75} />,
                onSelect: () => input.current?.click(),
              },
              {
                key: 'library',
                text: t('media.fromLibrary'),
                icon: <IconLibraryPhoto size={20} stroke={1.75} />,
                onSelect: () => setPicking(true),
              },
            ],
          },
        ]}
        target={<IconButton className={styles.add} label={t('messages.attach')} icon={<IconPlus size={22} stroke={1.75} />} />}
      />
      <span hidden>{field}</span>
      {isPicking ? (
        <Suspense>
          <LibraryPicker mixed most={library.room} fanId={library.fanId} onClose={() => setPicking(false)} onPick={library.onPick} />
        </Suspense>
      ) : null}
    </>
  );
};
