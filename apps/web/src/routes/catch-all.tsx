import { data } from 'react-router';

/** Every address without a page. */
const nothingHere = () => {
  throw data(null, { status: 404 });
};

export const loader = nothingHere;
export const clientLoader = nothingHere;

const CatchAll = () => null;

export default CatchAll;
