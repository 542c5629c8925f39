import type { InsideFact } from '@stagedoor/contract/inside.values';
import { IconFileDownload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { prepareUpload } from '../../app/resumable-upload.ts';
import { AUDIO, DOCUMENTS, IMAGES, VIDEOS } from '../../ui/accepted-files.ts';
import { FieldError } from '../../ui/Field.tsx';
import { FilePickerButton } from '../../ui/FilePickerButton.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';
import { classes } from '../../ui/classes.ts';
import type from '../../ui/type.module.css';
import { InsideNotice } from '../items/InsideNotice.tsx';
import styles from './products.module.css';

const ACCEPT = [DOCUMENTS, 'application/zip', '.zip', 'application/epub+zip', '.epub', AUDIO, IMAGES, VIDEOS].join(',');

interface DownloadFieldProps {
  fileId: string | null;
  /** What buyers save it as, once the product is saved. */
  name: string | undefined;
  onChange: (fileId: string) => void;
  onBusy: (busy: boolean) => void;
}

/** What buyers of a digital product download; large files are sent in pieces and go on after a break. */
export const DownloadField = ({ fileId, name, onChange, onBusy }: DownloadFieldProps) => {
  const t = useText();
  const format = useFormat();
  const [sent, setSent] = useState<number | null>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const [inside, setInside] = useState<readonly InsideFact[]>([]);
  const [error, setError] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  const send = async (file: File) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setError(null);
    setSent(0);
    onBusy(true);
    try {
      const way = { signal: controller.signal, onProgress: setSent };
      const { done, files, ...brought } = await prepareUpload(file, 'productFile', way);
      const stored = await call('POST /performer/performer-assets/products/file', {
        ...brought,
        files: files.file ? { file: files.file } : {},
        ...way,
        idempotencyKey: crypto.randomUUID(),
      });
      await done();
      setPicked(file.name);
      setInside(stored.inside ?? []);
      onChange(stored._id);
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      if (!controller.signal.aborted) setError(thrown.message);
    } finally {
      if (running.current === controller) {
        setSent(null);
        onBusy(false);
      }
    }
  };
  const has = fileId !== null;
  return (
    <div className={styles.group} role="group" aria-label={t('products.file')}>
      <span className={classes(type.small, type.strong)}>{t('products.file')}</span>
      <div className={styles.file}>
        <FilePickerButton
          label={t(has ? 'products.changeFile' : 'products.addFile')}
          icon={<IconFileDownload size={20} stroke={1.75} />}
          accept={ACCEPT}
          disabled={sent !== null}
          onPick={([file]) => file && void send(file)}
        />
        <span className={classes(type.small, type.quiet)} aria-live="polite">
          {sent !== null
            ? t('products.sending', { percent: format.percent(Math.round(sent * 100)) })
            : has
              ? (picked ?? name ?? t('products.fileThere'))
              : ''}
        </span>
      </div>
      <span className={classes(type.tiny, type.faint)}>{t('products.fileHint')}</span>
      {picked !== null && inside.length > 0 && sent === null ? <InsideNotice name={picked} facts={inside} /> : null}
      {error ? <FieldError>{error}</FieldError> : null}
    </div>
  );
};
