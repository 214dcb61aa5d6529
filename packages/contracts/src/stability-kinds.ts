/** The containers, and ways of transport, for which the stability of a specimen is known: packages/domain/src/custody/container-kind.ts. */
export const stabilityKinds = [
  'edta',
  'serum',
  'citrate',
  'fluoride',
  'heparin',
  'urine',
  'stool',
  'swab',
  'culture',
  'on ice',
] as const
