import { data } from 'react-router';

/** Whatever no page answers to. */
const nothingHere = () => {
  throw data(null, { status: 404 });
};

export const loader = nothingHere;
export const clientLoader = nothingHere;

const AnythingElse = () => null;

export default AnythingElse;
