import { IconLibraryPhoto, IconPhoto, IconVideo } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { IMAGES, VIDEOS } from '../../../ui/accepted-files.ts';
import { Button } from '../../../ui/Button.tsx';
import { FilePickerButton } from '../../../ui/FilePickerButton.tsx';
import { useText } from '../../../ui/text.ts';
import styles from './composer.module.css';
import type { ItemFiles } from './use-item-files.ts';

const LibraryPicker = lazy(async () => ({ default: (await import('../../media/LibraryPicker.tsx')).LibraryPicker }));

interface AddFilesProps {
  files: ItemFiles;
  /** Number of files an item may have. */
  most: number;
  /** A kind made of photos alone, or of one film. */
  only?: 'image' | 'video';
  /** More to add: a poll. */
  children?: ReactNode;
}

/** Buttons that add files: from the device, or from the library. A video stands alone. */
export const AddFiles = ({ files, most, only, children }: AddFilesProps) => {
  const t = useText();
  const [isPicking, setIsPicking] = useState(false);
  const hasVideo = files.files.some((file) => file.kind === 'video');
  const hasPhotos = files.files.some((file) => file.kind === 'image');
  const left = most - files.files.length;
  return (
    <>
      <div className={styles.add}>
        {hasVideo || only === 'video' ? null : (
          <FilePickerButton
            label={t('model.addPhotos')}
            icon={<IconPhoto size={20} stroke={1.75} />}
            accept={IMAGES}
            multiple
            disabled={left <= 0}
            onPick={(picked) => files.add(only ? picked.slice(0, left) : picked, 'image')}
          />
        )}
        {only === 'image' || hasVideo || hasPhotos ? null : (
          <FilePickerButton
            label={t('model.addVideo')}
            icon={<IconVideo size={20} stroke={1.75} />}
            accept={VIDEOS}
            onPick={(picked) => files.add(picked.slice(0, 1), 'video')}
          />
        )}
        {hasVideo ? null : (
          <Button kind="lift" disabled={left <= 0} icon={<IconLibraryPhoto size={20} stroke={1.75} />} onClick={() => setIsPicking(true)}>
            {t('media.fromLibrary')}
          </Button>
        )}
        {children}
      </div>
      {isPicking ? (
        <Suspense>
          <LibraryPicker
            kind={only ?? (hasPhotos ? 'image' : undefined)}
            most={left}
            onClose={() => setIsPicking(false)}
            onPick={(items) => files.take(items)}
          />
        </Suspense>
      ) : null}
    </>
  );
};
