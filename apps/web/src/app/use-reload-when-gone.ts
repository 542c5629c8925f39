import { useEffect } from 'react';
import type { ApiError } from './api.ts';

/** Reloads the page when what it shows is hidden from the viewer meanwhile, by a block or a suspension: the loaded page says so. */
export const useReloadWhenGone = (error: ApiError | null): void => {
  const isGone = error?.code === 'NOT_FOUND';
  useEffect(() => {
    if (isGone) location.reload();
  }, [isGone]);
};
