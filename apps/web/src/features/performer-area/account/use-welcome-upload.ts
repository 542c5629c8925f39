import { useRef, useState } from 'react';
import { ApiError } from '../../../app/api.ts';
import { useAction } from '../../../app/data.ts';
import { prepareUpload } from '../../../app/resumable-upload.ts';
import { useText } from '../../../ui/text.ts';
import { toast } from '../../../ui/toast.tsx';

/** Uploads a welcome video. @param onSent runs when all of it arrived */
export const useWelcomeUpload = (onSent: () => void) => {
  const t = useText();
  const upload = useAction('POST /performers/welcome-video/upload');
  const [file, setFile] = useState<File | null>(null);
  /** A large one is uploaded in chunks before the call. */
  const [sent, setSent] = useState<number | null>(null);
  const [waiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const uploading = useRef<AbortController | null>(null);
  const stop = () => {
    uploading.current?.abort();
    upload.abort();
  };
  const send = async () => {
    if (!file || uploading.current) return;
    uploading.current = new AbortController();
    upload.reset();
    setProblem(null);
    setSent(0);
    try {
      const { done, ...brought } = await prepareUpload(file, 'welcomeVideo', {
        signal: uploading.current.signal,
        onProgress: setSent,
        onWaiting: setWaiting,
      });
      if (!(await upload.run(brought))) return;
      await done();
      setFile(null);
      toast(t('profiles.videoSent'), { tone: 'ok', stays: 5000 });
      onSent();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 'ABORTED') setProblem(error);
    } finally {
      uploading.current = null;
      setWaiting(false);
      setSent(null);
    }
  };
  return {
    file,
    setFile,
    progress: upload.progress ?? sent,
    isSending: sent !== null,
    waiting,
    error: problem ?? upload.error,
    send,
    stop,
  };
};
