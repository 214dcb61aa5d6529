import type { Parameter } from './parameter.ts'
import { type Reading, readValue } from './reading.ts'

/**
 * A result from a laboratory: the parameter's code in the catalogue, and a number in its unit or a text.
 * @property method how it was measured, as the lab names it; missing: not told
 */
export type ReportedValue = { code: string; value: number | string; method?: string | null }

/** The parameters that a report may contain. */
export type Expected = {
  /** The whole catalogue, by code */
  parameters: ReadonlyMap<string, Parameter>
  /**
   * Codes that the booking's tests measure. Other parameters must not be reported: the patient has not agreed to them.
   * Empty if the tests list no parameters (a package created by an admin): then any parameter is allowed.
   */
  ordered: ReadonlySet<string>
}

export type Result = { parameter: Parameter; reading: Reading; method: string | null }

/** Parses all values of a report. @returns the results, or one sentence about the first invalid value */
export function readValues(
  values: readonly ReportedValue[],
  { parameters, ordered }: Expected,
): { results: Result[] } | { refused: string } {
  const results: Result[] = []
  const seen = new Set<string>()
  for (const [index, { code, value, method = null }] of values.entries()) {
    const parameter = parameters.get(code)
    if (!parameter) return { refused: `values[${index}].code: no parameter is called ${code}.` }
    if (ordered.size > 0 && !ordered.has(code))
      return { refused: `values[${index}].code: ${code} (${parameter.name}) was not ordered.` }
    if (seen.has(code)) return { refused: `values[${index}].code: ${code} comes twice.` }
    seen.add(code)
    const read = readValue(parameter, value)
    if ('refused' in read) return { refused: `values[${index}].value: ${read.refused}.` }
    results.push({ parameter, reading: read.reading, method })
  }
  return { results }
}
