import type { Parameter } from './parameter.ts'
import type { Expected } from './values.ts'

/** @property several parameters that the codes can mean; [] if none */
export type NotFound = { several: readonly Parameter[] }

/**
 * The parameter that a result measures: by our own code, otherwise by the LOINC code. If several parameters share the code, the ordered
 * one is meant; if several of them were ordered, our own code is required. Nothing is guessed.
 * @param own the catalogue's code; undefined if it is not given
 */
export function findParameter(
  { own, loincs }: { own: string | undefined; loincs: readonly string[] },
  { parameters, ordered }: Expected,
): Parameter | NotFound {
  if (own !== undefined) return parameters.get(own) ?? { several: [] }
  const known = [...parameters.values()].filter(({ loinc }) => loinc !== null && loincs.includes(loinc))
  const meant = known.filter(({ code }) => ordered.has(code))
  const [parameter, another] = meant.length > 0 ? meant : known
  return parameter && !another ? parameter : { several: known }
}

/** Whether codes contradict each other: a result that is sent with our own code and another test's LOINC code is refused. */
export function isContradicted(
  { loinc }: Parameter,
  own: string | undefined,
  loincs: readonly string[],
): boolean {
  return own !== undefined && loinc !== null && loincs.some((one) => one !== loinc)
}
