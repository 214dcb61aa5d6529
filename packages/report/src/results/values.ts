import type { Parameter } from '@jaanch/catalogue/parameters/parameter'
import { type Reading, readForeign, readValue } from '@jaanch/catalogue/parameters/reading'
import { convert } from '@jaanch/catalogue/parameters/units'
import { AppError } from '@jaanch/contracts/errors'

/**
 * A result from a laboratory: the parameter's code in the catalogue, and a number or a text.
 * @property unit of the number, as the lab writes it; missing: that of the parameter
 * @property method how it was measured, as the lab names it; missing: not told
 */
export type ReportedValue = {
  code: string
  value: number | string
  unit?: string | null
  method?: string | null
}

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

/**
 * A parsed result.
 * @property stored the value that is stored: in the parameter's unit, unless the unit is foreign
 * @property sent value and unit as the lab sent them, if the value was converted
 * @property foreignUnit the unit as the lab wrote it, if it can't be converted: the numbers are in it
 */
export type Result = {
  parameter: Parameter
  reading: Reading
  method: string | null
  stored: number | string
  sent: { value: number | string; unit: string } | null
  foreignUnit: string | null
}

/** Parses all values of a report. @throws AppError invalid, with one sentence about the first invalid value */
export function readValues(values: readonly ReportedValue[], { parameters, ordered }: Expected): Result[] {
  const seen = new Set<string>()
  return values.map((reported, index) => {
    const refuse = (text: string): never => {
      throw new AppError('invalid', `values[${index}].${text}.`)
    }
    const { code } = reported
    const parameter = parameters.get(code) ?? refuse(`code: no parameter is called ${code}`)
    if (ordered.size > 0 && !ordered.has(code)) refuse(`code: ${code} (${parameter.name}) was not ordered`)
    if (seen.has(code)) refuse(`code: ${code} comes twice`)
    seen.add(code)
    return readReported(parameter, reported, refuse)
  })
}

/** @param refuse with the end of a sentence that begins with the property: `value: HGB must be a number` */
function readReported(
  parameter: Parameter,
  { value, unit, method = null }: ReportedValue,
  refuse: (text: string) => never,
): Result {
  const written = unit?.trim() || null
  if (written !== null && parameter.decimals === null)
    refuse(`unit: ${parameter.code} is a text and has no unit`)
  const converted = written === null ? { value } : convert(parameter, value, written)
  const isForeign = 'refused' in converted
  const read = isForeign ? readForeign(parameter, value) : readValue(parameter, converted.value)
  if ('refused' in read) return refuse(`value: ${read.refused}`)
  const { reading } = read
  if (isForeign) return { parameter, reading, method, stored: value, sent: null, foreignUnit: written }
  const isConverted = written !== null && converted.value !== value
  return {
    parameter,
    reading,
    method,
    stored: storedValue(converted.value, reading),
    sent: isConverted ? { value, unit: written } : null,
    foreignUnit: null,
  }
}

/** Numbers are stored with the digits that were sent, texts, bounds and ranges in the spelling that is shown. */
function storedValue(value: number | string, reading: Reading): number | string {
  if (typeof value === 'number') return value
  return reading.kind === 'number' && reading.from === reading.to && !/^[<>≤≥]/.test(reading.text)
    ? value.trim()
    : reading.text
}

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
