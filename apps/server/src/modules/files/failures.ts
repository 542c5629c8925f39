/**
 * Why a file could not be made ready, by the code whose sentence its owner reads: it can't be read and never will be, or something of ours
 * failed until no attempt was left, and the same file sent again may do.
 */
export type FileFailure = 'FILE_UNREADABLE' | 'FILE_NOT_MADE';

export const failureOf = (failure: string | null): FileFailure => (failure === 'FILE_NOT_MADE' ? failure : 'FILE_UNREADABLE');
