import { type FhirObservation, loincSystem, parameterSystem } from '@jaanch/contracts/http/fhir'
import type { Parameter } from './parameter.ts'
import type { Expected } from './values.ts'

/**
 * The parameter that an observation measures: by our own coding, otherwise by the LOINC code. If several parameters share the
 * code, the ordered one is meant; if several of them were ordered, our own coding is required. Nothing is guessed.
 */
export function parameterOf(
  { code }: FhirObservation,
  { parameters, ordered }: Expected,
): Parameter | { refused: string } {
  const codings = code.coding ?? []
  const own = codings.find(({ system }) => system === parameterSystem)?.code
  if (own !== undefined) {
    return parameters.get(own) ?? { refused: `code.coding: no parameter is called ${own}.` }
  }
  const loincs = codings.flatMap((coding) =>
    coding.system === loincSystem && coding.code ? coding.code : [],
  )
  if (loincs.length === 0) return { refused: `code.coding must have a code of the system ${loincSystem}.` }

  const known = [...parameters.values()].filter(({ loinc }) => loinc !== null && loincs.includes(loinc))
  const meant = known.filter((parameter) => ordered.has(parameter.code))
  const [parameter, another] = meant.length > 0 ? meant : known
  if (!parameter) return { refused: `code.coding: LOINC ${loincs.join(', ')} is not in the catalogue.` }
  if (another) {
    const codes = known.map((each) => each.code).join(' or ')
    return {
      refused: `code.coding: LOINC ${loincs.join(', ')} can be ${codes}: say which with the system ${parameterSystem}.`,
    }
  }
  return parameter
}
