import { flagOf, type MessageValue } from '../fhir/lab-message.ts'
import type { Parameter } from '../results/parameter.ts'
import { findParameter, isContradicted } from '../results/parameter-of.ts'
import { readForeign, readValue } from '../results/reading.ts'
import type { Expected, ReportedValue } from '../results/values.ts'
import { contradictingUnits, convert, unitOf } from '../units/units.ts'
import type { Reader } from './fields.ts'
import { type Problems, quoted } from './problem.ts'
import type { Delimiters, Segment } from './segments.ts'
import { knownTypes, valueOfObx } from './value.ts'

/** Our own codes in OBX-3: HL7's name for a local code system, or the address that FHIR messages use */
const ownSystems = new Set(['99JAANCH', 'https://jaanch.example/fhir/CodeSystem/parameter'])
const loincSystem = 'LN'

/** A result, one that the laboratory could not measure, or one that it takes back. */
export type Observed =
  | { parameter: Parameter; kind: 'value'; value: MessageValue }
  | { parameter: Parameter; kind: 'missing' | 'withdrawn' }

type Parts = { reader: Reader; delimiters: Delimiters; problems: Problems; expected: Expected }

/**
 * Reads one OBX. Everything that is wrong in it is added to the problems.
 * @returns undefined: there is a problem
 */
export function readObservation(segment: Segment, parts: Parts): Observed | undefined {
  const { reader, problems } = parts
  const parameter = parameterOf(segment, parts)
  // after the parameter's code, so that sentences name the result
  const name = parameter?.code ?? reader.text(segment, 3)
  const add = (field: string, text: string) => problems.add(segment.number, field, text)
  const flags = flagsOf(segment, reader, add)
  const status = reader.text(segment, 11)
  if (status === 'X' && reader.raw(segment, 5) !== '')
    add('OBX-5', `${name} has a value, but OBX-11 says that there is no result.`)
  if (status === 'X') return parameter && { parameter, kind: 'missing' }
  // the value of a result that is taken back says nothing
  if (status === 'D' || status === 'W') return parameter && { parameter, kind: 'withdrawn' }
  checkStatus(status, name, add)
  const type = reader.text(segment, 2)
  if (!knownTypes.has(type)) {
    add(
      'OBX-2',
      `The type ${type === '' ? 'is missing' : `${quoted(type)} is not understood`}. Send NM, SN, ST or CWE.`,
    )
    return undefined
  }
  if (!parameter) return undefined
  const value = readNumberOrWord(segment, parameter, type, flags, parts)
  if (value === undefined) return undefined
  const marks = { isCorrection: status === 'C', flag: flagOf(flags) }
  return { parameter, kind: 'value', value: { ...value, ...marks } }
}

/** OBX-11 of a result: F (final) or C (corrected) */
function checkStatus(status: string, name: string, add: (field: string, text: string) => void): void {
  if (status === 'F' || status === 'C') return
  const isPreliminary = ['P', 'R', 'S', 'I', 'O'].includes(status)
  if (status === '')
    add('OBX-11', `The status of ${name} is missing: the segment may be cut off. Send F, C, X, D or W.`)
  else if (isPreliminary)
    add('OBX-11', `${name} is not final (${status}). Send the message when all its results are final.`)
  else add('OBX-11', `The status ${quoted(status)} of ${name} can't be taken. Send F, C, X, D or W.`)
}

/**
 * OBX-8: codes of HL7 table 0078, with or without the marks of instruments (`H*`, `**`, `!`, `+`).
 * @returns the codes without the marks
 */
function flagsOf(segment: Segment, reader: Reader, add: (field: string, text: string) => void): string[] {
  return reader.repetitions(segment, 8).flatMap(([flag = '']) => {
    const [, code] = /^([A-Z]{0,4}|SYN-[RS]|[<>])[*!+-]*$/.exec(flag) ?? []
    if (code === undefined)
      add('OBX-8', `${quoted(flag)} is no abnormal flag. Send such as H, L, HH, LL, N or A.`)
    return code || []
  })
}

/** The parameter of OBX-3: `718-7^Haemoglobin^LN`, `HGB^Haemoglobin^99JAANCH`, or both. */
function parameterOf(segment: Segment, { reader, problems, expected }: Parts): Parameter | undefined {
  const add = (text: string) => problems.add(segment.number, 'OBX-3', text)
  const [code = '', , system = '', otherCode = '', , otherSystem = ''] = reader.components(segment, 3)
  const codings = [
    [code, system],
    [otherCode, otherSystem],
  ] as const
  const own = codings.find(([one, name]) => one !== '' && ownSystems.has(name))?.[0]
  const loincs = codings.flatMap(([one, name]) => (one !== '' && name === loincSystem ? one : []))
  if (own === undefined && loincs.length === 0) {
    add(
      code === ''
        ? 'The code of the result is missing.'
        : `${quoted(code)} has the code system ${system === '' ? '(none)' : quoted(system)}. Send a LOINC code with LN, or the parameter's code with 99JAANCH.`,
    )
    return undefined
  }
  const found = findParameter({ own, loincs }, expected)
  const named = own ?? `LOINC ${loincs.join(', ')}`
  if ('several' in found) {
    const codes = found.several.map((each) => each.code).join(' or ')
    add(
      codes === ''
        ? `${named} is not in the catalogue.`
        : `${named} can be ${codes}. Say which with the parameter's code and 99JAANCH.`,
    )
    return undefined
  }
  if (isContradicted(found, own, loincs)) {
    add(`${own} has the LOINC code ${found.loinc}, not ${loincs.join(', ')}. Correct one of them.`)
    return undefined
  }
  const { ordered } = expected
  if (ordered.size > 0 && !ordered.has(found.code)) add(`${found.code} (${found.name}) was not ordered.`)
  return found
}

function readNumberOrWord(
  segment: Segment,
  parameter: Parameter,
  type: string,
  flags: readonly string[],
  { reader, delimiters, problems }: Parts,
): ReportedValue | undefined {
  const { code } = parameter
  const add = (field: string, text: string) => problems.add(segment.number, field, `${code}: ${text}`)
  if (parameter.decimals !== null && reader.raw(segment, 5).includes(delimiters.escaping)) {
    add('OBX-5', 'a number has no escape sequences. Send digits.')
    return undefined
  }
  const read = valueOfObx(type, reader.repetitions(segment, 5), parameter, flags)
  if ('refused' in read) {
    add(read.field, read.refused)
    return undefined
  }
  const [methodCode = '', methodText = ''] = reader.repetitions(segment, 17)[0] ?? []
  const method = (methodText || methodCode).slice(0, 100)
  const common = { code, value: read.value, ...(method && { method }) }
  if (parameter.decimals === null) return common
  const unit = readUnit(segment, parameter, read.value, reader, add)
  if (unit === undefined) return undefined
  return unit === '' ? common : { ...common, unit }
}

/**
 * OBX-6: the unit in UCUM or as laboratories write it. A unit that exists and can't be converted is kept as it is: the result has no
 * flag then. @returns '' for none; undefined if there is a problem
 */
function readUnit(
  segment: Segment,
  parameter: Parameter,
  value: number | string,
  reader: Reader,
  add: (field: string, text: string) => void,
): string | undefined {
  const { ucum } = parameter
  const [code = '', text = '', , otherCode = '', otherText = ''] = reader.components(segment, 6)
  const said = [code, text, otherCode, otherText].filter((one) => one !== '')
  const [unit = ''] = said
  const contradiction = contradictingUnits(parameter, said)
  if (contradiction) {
    const [one, other] = contradiction.map(quoted)
    add('OBX-6', `code and text of the unit contradict each other: ${one} and ${other}. Send one.`)
    return undefined
  }
  const converted = convert(parameter, value, unit === '' ? undefined : unit)
  if (!('refused' in converted)) {
    const read = readValue(parameter, converted.value)
    if (!('refused' in read)) return unit
    add('OBX-5', `${read.refused}.`)
    return undefined
  }
  if (unit === '') {
    add('OBX-6', `the unit is missing. Send ${ucum ?? '1'}.`)
    return undefined
  }
  if (unitOf(unit) === undefined || unit.length > 40) {
    add('OBX-6', `the unit ${quoted(unit)} is not understood. Send ${ucum ?? '1'}.`)
    return undefined
  }
  const foreign = readForeign(parameter, value)
  if (!('refused' in foreign)) return unit
  add('OBX-5', `${foreign.refused}.`)
  return undefined
}
