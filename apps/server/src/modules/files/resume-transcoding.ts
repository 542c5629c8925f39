import type { Platform } from '../../platform/platform.ts';
import { discardRenditions, failFile } from './fail-file.ts';
import type { FilePurpose } from './purposes.ts';
import { enqueueTranscoding, folderOf, transcodingKeyOf } from './store-file.ts';

/**
 * Finds videos in work that no job will finish: their job is missing, or was killed in each of its attempts. They get a job once more; a
 * second time they fail, so that their owner isn't left waiting for ever.
 * @returns how many were found
 */
export const resumeTranscoding = async (platform: Platform): Promise<number> => {
  const { database, jobs, log } = platform;
  const files = await database
    .selectFrom('files')
    .select(['id', 'purpose'])
    .where('state', '=', 'processing')
    .where(({ not, exists, selectFrom }) =>
      // Encoded, and held until an admin has looked at them.
      not(exists(selectFrom('copy_matches as m').select('m.id').whereRef('m.file_id', '=', 'files.id').where('m.state', '=', 'open'))),
    )
    .execute();
  const states = await jobs.find(
    database,
    files.map(({ id }) => transcodingKeyOf(id)),
  );
  const byKey = new Map(states.map((state) => [state.key, state]));
  let found = 0;
  for (const { id, purpose } of files) {
    const job = byKey.get(transcodingKeyOf(id));
    if (job && !job.isExhausted) continue;
    const isRepeated = job?.payload['isRepeated'] === true;
    log.warn({ fileId: id, isRepeated }, 'a video in work had no job');
    if (job && isRepeated) {
      await failFile(platform, id, 'FILE_NOT_MADE');
      await discardRenditions(platform, String(job.payload['folder']));
    } else
      await enqueueTranscoding(platform, database, {
        fileId: id,
        folder: job ? String(job.payload['folder']) : folderOf(purpose as FilePurpose, id),
        isRepeated: true,
      });
    found += 1;
  }
  return found;
};
