import { createHash } from 'node:crypto';
import { z } from 'zod';

// PostgreSQL's list of the files of a base backup: https://www.postgresql.org/docs/18/backup-manifest-format.html

const fileSchema = z.object({
  Path: z.string().optional(),
  'Encoded-Path': z.string().optional(),
  Size: z.number(),
  'Checksum-Algorithm': z.literal('SHA256').optional(),
  Checksum: z.string().optional(),
});
const manifestSchema = z.object({
  'PostgreSQL-Backup-Manifest-Version': z.literal(2),
  Files: z.array(fileSchema),
  'Manifest-Checksum': z.string(),
});

/** The line that isn't covered by the manifest's own checksum. */
const CHECKSUM_LINE = '"Manifest-Checksum"';

export interface ManifestFile {
  path: string;
  bytes: number;
  sha256: string | undefined;
}

/** @throws Error when it is damaged */
export const readManifest = (content: Buffer): ManifestFile[] => {
  const { Files, 'Manifest-Checksum': checksum } = manifestSchema.parse(JSON.parse(content.toString('utf8')));
  const covered = content.subarray(0, content.lastIndexOf(CHECKSUM_LINE));
  if (createHash('sha256').update(covered).digest('hex') !== checksum) throw new Error('its checksum differs');
  return Files.map((file) => ({
    path: file.Path ?? Buffer.from(file['Encoded-Path'] ?? '', 'hex').toString('utf8'),
    bytes: file.Size,
    sha256: file.Checksum,
  }));
};

/** Files of an unpacked cluster, by their paths in it. */
export type UnpackedFiles = ReadonlyMap<string, { bytes: number; sha256: string }>;

/**
 * Compares the files of a cluster, as they were unpacked, with its manifest.
 * @returns the path of the first that is missing or differs
 */
export const findDamagedFile = (unpacked: UnpackedFiles, files: readonly ManifestFile[]): string | undefined =>
  files.find(({ path, bytes, sha256 }) => {
    const file = unpacked.get(path);
    return !file || file.bytes !== bytes || (sha256 !== undefined && file.sha256 !== sha256);
  })?.path;
