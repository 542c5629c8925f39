/** `/model/{username}`: the specification's second address of a profile, the one a lite performer is restricted to. */
export { clientLoader, default, loader } from '../profile.tsx';
