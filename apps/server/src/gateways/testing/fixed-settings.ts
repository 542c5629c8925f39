import { GATEWAY_FIELDS, type GatewayFact, type GatewayName } from '@stagedoor/contract/gateways.values';
import { type GatewaySettings, type GatewayValues, valuesOf } from '../gateway-settings.ts';

/** Settings of one company in memory: entered values, and the others' defaults. They may be changed any time. */
export const fixedSettings = <N extends GatewayName>(entered: Partial<GatewayValues<N>>) => {
  const confirmed: GatewayFact[] = [];
  const settings: Pick<GatewaySettings, 'values' | 'isComplete' | 'confirm'> = {
    values: (name) => valuesOf(name, entered),
    isComplete(name) {
      const values: Readonly<Record<string, string>> = settings.values(name);
      return GATEWAY_FIELDS[name].every((field) => !field.isRequired || values[field.name] !== '');
    },
    async confirm(_name, facts) {
      confirmed.push(...facts);
    },
  };
  return { settings, entered, confirmed };
};
