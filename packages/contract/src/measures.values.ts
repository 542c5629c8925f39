const CM_PER_INCH = 2.54;
const POUNDS_PER_KG = 2.20462;
const INCHES_PER_FOOT = 12;

/** A height in centimetres, as the text `reference.height` names it in both systems. */
export const heightParts = (cm: string): { cm: string; feet: number; inches: number } => {
  const inches = Math.round(Number(cm) / CM_PER_INCH);
  return { cm, feet: Math.floor(inches / INCHES_PER_FOOT), inches: inches % INCHES_PER_FOOT };
};

/** A weight in kilograms, as the text `reference.weight` names it in both systems. */
export const weightParts = (kg: string): { kg: string; pounds: number } => ({ kg, pounds: Math.round(Number(kg) * POUNDS_PER_KG) });
