import { useEffect, useState } from 'react';

/** The origin of a show's picture: this browser's camera, or a program such as OBS. */
export type ShowSource = 'camera' | 'encoder';

const KEY = 'studio.source';

const kept = (): ShowSource => {
  try {
    return localStorage.getItem(KEY) === 'encoder' ? 'encoder' : 'camera';
  } catch {
    return 'camera';
  }
};

/** The source that was chosen last on this device; null until it is read, so that no camera is asked for in vain. */
export const useSource = () => {
  const [source, setSource] = useState<ShowSource | null>(null);
  useEffect(() => setSource(kept()), []);
  const choose = (next: ShowSource) => {
    setSource(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Without storage the choice is made again next time.
    }
  };
  return { source, choose };
};
