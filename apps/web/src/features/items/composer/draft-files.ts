import type { FileRole, Uploaded } from './uploads.ts';

/** A file of the item being edited: uploading, or uploaded. */
export interface DraftFile {
  key: string;
  kind: 'image' | 'video';
  /** URL of the local file, shown until the server has a picture of it. */
  local: string | null;
  /** The file to send again after a failure. */
  source: { file: File; role: FileRole } | null;
  /** Upload progress, 0 to 1; null once uploaded. */
  sent: number | null;
  /** The connection is lost; it resumes automatically. */
  waiting?: boolean;
  uploaded: Uploaded | null;
  error: string | null;
}

/** A file that the server has already. */
export const uploadedFile = (uploaded: Uploaded): DraftFile => ({
  key: uploaded._id,
  kind: uploaded.kind === 'video' ? 'video' : 'image',
  local: null,
  source: null,
  sent: null,
  uploaded,
  error: null,
});

/** A picked file, before it is sent. */
export const pickedFile = (key: string, file: File, role: FileRole): DraftFile => ({
  key,
  kind: role === 'image' ? 'image' : 'video',
  local: URL.createObjectURL(file),
  source: { file, role },
  sent: 0,
  uploaded: null,
  error: null,
});

/** Moves a file to an index; the others make room. */
export const movedTo = (files: readonly DraftFile[], key: string, to: number): readonly DraftFile[] => {
  const moved = files.find((file) => file.key === key);
  return moved ? files.filter((file) => file !== moved).toSpliced(to, 0, moved) : files;
};
