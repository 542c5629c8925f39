export const serverOptions: () => string[];
