/** File names in a show's subfolder of the recordings' directory. */

/** A part as it was recorded, named by the millisecond it began. */
export const RECORDING_PART = /^(\d{10,16})\.mp4$/;
/** The finished file and its metadata. The file is complete once the metadata exists. */
export const RECORDING_FILE = 'recording.mp4';
export const RECORDING_METADATA = 'recording.json';
