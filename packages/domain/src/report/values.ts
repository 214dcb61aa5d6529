import type { Parameter } from './parameter.ts'
import { type Reading, readValue } from './reading.ts'

/** A result as a laboratory sends it: the catalogue's code of the parameter, and a number in its unit or a word. */
export type ReportedValue = { code: string; value: number | string }

/** What a report may be about. */
export type Expected = {
  /** The whole catalogue, by code */
  parameters: ReadonlyMap<string, Parameter>
  /**
   * Codes that the booking's tests measure. What was not ordered must not be reported: the patient has not agreed to it.
   * Empty when the tests don't say what they measure (an admin's own package): then any parameter may come.
   */
  ordered: ReadonlySet<string>
}

export type Result = { parameter: Parameter; reading: Reading }

/** Reads all values of a report, or says in one sentence what is wrong with the first that can't be. */
export function readValues(
  values: readonly ReportedValue[],
  { parameters, ordered }: Expected,
): { results: Result[] } | { refused: string } {
  const results: Result[] = []
  const seen = new Set<string>()
  for (const [index, { code, value }] of values.entries()) {
    const parameter = parameters.get(code)
    if (!parameter) return { refused: `values[${index}].code: no parameter is called ${code}.` }
    if (ordered.size > 0 && !ordered.has(code))
      return { refused: `values[${index}].code: ${code} (${parameter.name}) was not ordered.` }
    if (seen.has(code)) return { refused: `values[${index}].code: ${code} comes twice.` }
    seen.add(code)
    const read = readValue(parameter, value)
    if ('refused' in read) return { refused: `values[${index}].value: ${read.refused}.` }
    results.push({ parameter, reading: read.reading })
  }
  return { results }
}
