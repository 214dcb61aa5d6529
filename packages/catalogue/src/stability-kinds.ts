/**
 * The containers for which the stability of a specimen is known: packages/collection/src/custody/containers.ts. A specimen that is taken on
 * ice travels in a container of its own, whatever its kind.
 */
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
export type StabilityKind = (typeof stabilityKinds)[number]
