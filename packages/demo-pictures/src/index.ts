/**
 * Pictures (WebP) and films (H.264, silent) of the demo's people. They were drawn by a program of this project's history; none shows a real
 * person, and the documents say that they are specimens.
 *
 * Names: `avatars/<username>`, `covers/<username>`, `promos/<subject>`, `documents/<username>-card` and `-selfie`,
 * `posts/<username>/<subject>-<shape>-<number>`, `films/<subject>` and `films/<subject>-tall`.
 */
import { fileURLToPath } from 'node:url';

const FILES = new URL('../files/', import.meta.url);

/** The folder of all files. */
export const demoFiles = fileURLToPath(FILES);

/** Path of a picture, by its name. */
export const pictureFile = (name: string): string => fileURLToPath(new URL(`${name}.webp`, FILES));

/** Path of a film, by its name. */
export const filmFile = (name: string): string => fileURLToPath(new URL(`${name}.mp4`, FILES));
