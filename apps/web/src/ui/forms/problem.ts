/** Why a form was refused: a sentence for the form as a whole, and one for each field that it concerns. */
export interface FormProblem {
  message: string;
  fields: Readonly<Record<string, string>>;
}
