import { toast } from '../../ui/toast.tsx';

interface Shared {
  title: string;
  /** Path of the page within the site. */
  path: string;
  /** What is said once the address was copied. */
  copied: string;
}

/** Shares the address of a page by the device's own sheet on phones; elsewhere it is copied. */
export const share = async ({ title, path, copied }: Shared): Promise<void> => {
  const url = location.origin + path;
  if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
    // Closing the device's sheet isn't a failure.
    await navigator.share({ title, url }).catch(() => undefined);
    return;
  }
  await navigator.clipboard.writeText(url);
  toast(copied, { tone: 'ok' });
};
