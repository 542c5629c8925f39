import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs ffmpeg to its end. @returns what it has said of its input and its work */
export const ffmpegOutput = async (ffmpeg: string, args: readonly string[]): Promise<string> => {
  const child = spawn(ffmpeg, ['-hide_banner', ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(child, 'close');
  return said;
};
