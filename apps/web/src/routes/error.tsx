import { data } from 'react-router';

/** A specified address of an error page; it answers with the real status. */
export const loader = () => {
  throw data(null, { status: 500 });
};

const Nothing = () => null;

export default Nothing;
