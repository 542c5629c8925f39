import { type ReactNode, useState } from 'react';
import { downloadFile } from './download-file.ts';
import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/toast.tsx';

interface DownloadButtonProps {
  /** Starts with `/api/`. */
  path: string;
  /** The file's name on the device. */
  name: string;
  icon?: ReactNode;
  children: ReactNode;
}

/** Saves a file that may need the owner's confirmation first. */
export const DownloadButton = ({ path, name, icon, children }: DownloadButtonProps) => {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      await downloadFile(path, name);
    } catch (error) {
      toast(error instanceof Error ? error.message : '', { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button kind="outline" wide busy={busy} icon={icon} onClick={() => void download()}>
      {children}
    </Button>
  );
};
