import type { Gender } from '@jaanch/contracts/vocabulary'
import type { CatalogueParameter } from '../api.ts'

/** A parameter of the catalogue that a laboratory measures. */
export type Parameter = Omit<CatalogueParameter, 'synonyms' | 'method' | 'stability'>

export type Sex = Gender | null

/** Whether any text is allowed, such as the description of a smear */
export function takesAnyText({ options }: Pick<Parameter, 'options'>): boolean {
  return options?.length === 1 && options[0] === 'text'
}

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
