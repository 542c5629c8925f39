/** To be written. */
export default () => null;
