import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Failure } from '../terminal.mjs';

/**
 * Packs a folder so that the same content gives the same bytes: names in order, one time, no owner, no name or time in gzip's header.
 *
 * @param options.parent the folder that holds `name`
 * @param options.epoch the time of all files, in seconds
 * @throws Failure when tar fails.
 */
export const pack = async ({ parent, name, archive, epoch }) => {
  const tar = spawn(
    'tar',
    [
      '--create',
      '--format=gnu',
      '--sort=name',
      `--mtime=@${epoch}`,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=u+rwX,go+rX,go-w',
      '--hard-dereference',
      '--directory',
      parent,
      name,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, LC_ALL: 'C' } },
  );
  const ended = new Promise((resolve, reject) => tar.once('error', reject).once('close', resolve));
  await pipeline(tar.stdout, createGzip({ level: 9 }), createWriteStream(archive));
  const code = await ended;
  if (code !== 0) throw new Failure(`tar could not pack the release (code ${code}); GNU tar is needed.`);
};

/** @returns the SHA-256 of a file, as 64 hexadecimal digits */
export const sha256Of = async (path) => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};
