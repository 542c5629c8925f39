import type { MessageFile } from '@stagedoor/contract/conversations';
import { IconFileTypePdf, IconVideoOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormat } from '../../ui/format.tsx';
import { Lightbox } from '../../ui/Lightbox.tsx';
import { MovingPicture } from '../../ui/MovingPicture.tsx';
import { Picture, sourceFor } from '../../ui/Picture.tsx';
import { classes } from '../../ui/classes.ts';
import { useText } from '../../ui/text.ts';
import type from '../../ui/type.module.css';
import { VideoPlayer } from '../../ui/VideoPlayer.tsx';
import { VoiceNote } from '../../ui/VoiceNote.tsx';
import styles from './message.module.css';

type OfKind<K extends MessageFile['kind']> = Extract<MessageFile, { kind: K }>;

/** The pictures of a message; a press shows them at full size. */
const Pictures = ({ files, name }: { files: readonly OfKind<'image'>[]; name: string }) => {
  const t = useText();
  const [opened, setOpened] = useState<number | null>(null);
  const altOf = (index: number) => t('messages.pictureOf', { name, index: index + 1 });
  return (
    <div className={classes(styles.pictures, files.length === 1 && styles.single)}>
      {files.map(({ _id, picture }, index) =>
        picture.animation ? (
          <MovingPicture
            key={_id}
            picture={picture}
            animation={picture.animation}
            name={altOf(index)}
            sizes={files.length === 1 ? '320px' : '160px'}
            className={styles.picture}
          />
        ) : (
          <button key={_id} type="button" className={styles.picture} aria-label={altOf(index)} onClick={() => setOpened(index)}>
            <Picture picture={picture} alt="" sizes={files.length === 1 ? '320px' : '160px'} />
          </button>
        ),
      )}
      <Lightbox
        index={opened}
        onClose={() => setOpened(null)}
        slides={files.map(({ picture }, index) => ({
          src: sourceFor(picture, 1920) ?? '',
          alt: altOf(index),
          width: picture.width,
          height: picture.height,
        }))}
      />
    </div>
  );
};

const Video = ({ file: { video, state }, name }: { file: OfKind<'video'>; name: string }) => {
  const t = useText();
  if (!video)
    return (
      <p className={styles.preparing}>
        {state === 'failed' ? <IconVideoOff size={20} stroke={1.75} aria-hidden="true" /> : null}
        {t(state === 'failed' ? 'messages.videoFailed' : 'messages.videoPrepared')}
      </p>
    );
  const poster = video.poster ? sourceFor(video.poster, 640) : undefined;
  return (
    <div className={styles.video}>
      <VideoPlayer
        title={t('messages.videoOf', { name })}
        hls={video.hls}
        mp4={video.mp4}
        previews={video.previews}
        captions={video.captions}
        durationSeconds={video.durationSeconds}
        ratio={video.width && video.height ? `${video.width} / ${video.height}` : '16 / 9'}
        {...(poster ? { poster } : {})}
      />
    </div>
  );
};

/** What a message holds besides its words. @param name whose it is */
export const MessageFiles = ({ files, name }: { files: readonly MessageFile[]; name: string }) => {
  const t = useText();
  const format = useFormat();
  const pictures = files.filter((file) => file.kind === 'image');
  return (
    <>
      {pictures.length > 0 ? <Pictures files={pictures} name={name} /> : null}
      {files.map((file) => {
        switch (file.kind) {
          case 'video':
            return <Video key={file._id} file={file} name={name} />;
          case 'audio':
            return (
              <VoiceNote
                key={file._id}
                url={file.url}
                seconds={file.seconds}
                peaks={file.peaks}
                label={t('messages.voiceOf', { name, length: format.clock(file.seconds) })}
              />
            );
          case 'document':
            return (
              <a key={file._id} className={styles.document} href={file.url} download={file.name || 'document.pdf'}>
                <IconFileTypePdf size={26} stroke={1.5} aria-hidden="true" />
                <span className={type.clip}>{file.name || t('messages.document')}</span>
                <span className={classes(type.tiny, type.quiet)}>{format.bytes(file.bytes)}</span>
              </a>
            );
          default:
            return null;
        }
      })}
    </>
  );
};
