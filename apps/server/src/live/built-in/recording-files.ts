/** The names of what lies in a show's folder of the recordings' directory. */

/** A stretch as it was written down, by the millisecond it began. */
export const PIECE_NAME = /^(\d{10,16})\.mp4$/;
/** The plain file, and what is known of it: it is whole once the facts are there. */
export const RECORDING_FILE = 'recording.mp4';
export const RECORDING_FACTS = 'recording.json';
