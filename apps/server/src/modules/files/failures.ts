/**
 * Why the processing of a file failed, as the error code shown to its owner: the file is unreadable, or processing failed internally until
 * the last attempt, and uploading the same file again may succeed.
 */
export type FileFailure = 'FILE_UNREADABLE' | 'FILE_NOT_MADE';

export const failureOf = (failure: string | null): FileFailure => (failure === 'FILE_NOT_MADE' ? failure : 'FILE_UNREADABLE');
