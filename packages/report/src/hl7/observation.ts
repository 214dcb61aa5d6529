import { type Parameter, takesAnyText } from '@jaanch/catalogue/parameters/parameter'
import { readForeign, readValue } from '@jaanch/catalogue/parameters/reading'
import { contradictingUnits, convert, unitOf } from '@jaanch/catalogue/parameters/units'
import { flagOf, type MessageValue, offScale } from '../fhir/lab-message.ts'
import { type Expected, findParameter, isContradicted, type ReportedValue } from '../results/values.ts'
import { joinedText, meaningOf, wordOfCode } from '../results/words.ts'
import type { Reader } from './fields.ts'
import { type Delimiters, type Problems, quoted, type Segment } from './segments.ts'

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

type Value = { value: number | string } | { field: string; refused: string }

/** OBX-2: what the types are for */
const numberTypes = ['NM', 'SN', 'ST']
const wordTypes = ['ST', 'TX', 'FT', 'CE', 'CWE', 'CNE', 'IS']
const knownTypes: ReadonlySet<string> = new Set([...numberTypes, ...wordTypes])

const digits = /^\d{1,10}(?:\.\d{1,10})?$/
/** A double keeps so many digits exactly */
const mostDigits = 15

/**
 * The value of an OBX. A number is taken as its digits stand in the message: whatever is not exactly a number is refused.
 * @param type OBX-2 @param repetitions OBX-5, as components @param flags OBX-8
 */
function valueOfObx(
  type: string,
  repetitions: readonly (readonly string[])[],
  parameter: Parameter,
  flags: readonly string[],
): Value {
  if (parameter.decimals === null) return wordOf(type, repetitions, parameter, flags)
  const read = numberOf(type, repetitions, parameter)
  if ('refused' in read) return read
  const bounded = offScale(read.value, flags)
  return 'refused' in bounded ? { field: 'OBX-8', refused: `${bounded.refused}.` } : bounded
}

function numberOf(type: string, repetitions: readonly (readonly string[])[], parameter: Parameter): Value {
  if (!numberTypes.includes(type))
    return {
      field: 'OBX-2',
      refused: `a number is sent as NM, or as SN if it is a bound or a range, not as ${type}.`,
    }
  const [components = [], another] = repetitions
  if (another) return { field: 'OBX-5', refused: 'there are several values. Send one, in an OBX of its own.' }
  if (type === 'SN') return structuredNumber(components, parameter)
  const [text = '', ...more] = components
  if (more.some((part) => part !== ''))
    return {
      field: 'OBX-5',
      refused: `${quoted(components.join('^'))} is not a number. ${advice(parameter)}`,
    }
  if (digits.test(text)) return checked(parameter, text)
  // a text such as <0.01 or 2-4; everything else that is no number is refused
  if (type === 'ST' && /^(?:[<>]=?|\d[\d.]*\s*-)\s*\d/.test(text)) return checked(parameter, text)
  return { field: 'OBX-5', refused: `${quoted(text)} is not a number. ${advice(parameter)}` }
}

/** SN: comparator^number^separator^number, such as `<^5` and `^2^-^4`. */
function structuredNumber(components: readonly string[], parameter: Parameter): Value {
  const [comparator = '', first = '', separator = '', second = '', ...more] = components
  const shown = quoted(components.join('^'))
  const isRange = separator === '-' && digits.test(first) && digits.test(second)
  const refused = (why: string): Value => ({ field: 'OBX-5', refused: `${shown} ${why}` })
  if (more.some((part) => part !== '')) return refused('has too many parts. Send <^5 or ^2^-^4.')
  if (!['', '=', '<', '>', '<=', '>='].includes(comparator))
    return refused('begins with no comparator. Send <, >, <=, >= or =.')
  if (!digits.test(first)) return refused(`has no number in its second part. ${advice(parameter)}`)
  if (isRange && comparator === '') return checked(parameter, `${first}-${second}`)
  if (separator !== '' || second !== '') return refused('is no range. Send ^2^-^4.')
  return checked(parameter, comparator === '=' ? first : `${comparator}${first}`)
}

function checked(parameter: Parameter, text: string): Value {
  if ((text.match(/\d+(?:\.\d+)?/g) ?? []).some((number) => number.replace('.', '').length > mostDigits))
    return { field: 'OBX-5', refused: `${quoted(text)} has too many digits: at most ${mostDigits}.` }
  const read = readValue({ ...parameter, decimals: 10 }, text)
  if ('refused' in read) return { field: 'OBX-5', refused: `${read.refused}.` }
  return { value: digits.test(text) ? Number(text) : text }
}

function advice({ male, decimals }: Parameter): string {
  const example = male?.low || male?.high || 1
  return `Send digits, such as ${example.toFixed(decimals ?? 0)}.`
}

/** A free text keeps all its repetitions; an option of a list has one. */
function wordOf(
  type: string,
  repetitions: readonly (readonly string[])[],
  parameter: Parameter,
  flags: readonly string[],
): Value {
  const { options } = parameter
  const isAny = options === null || takesAnyText(parameter)
  const expected = isAny ? 'a text' : `one of: ${options.join(', ')}`
  if (!wordTypes.includes(type))
    return { field: 'OBX-2', refused: `the result is ${expected}. Send it as ST or CWE, not as ${type}.` }
  const isCoded = type === 'CE' || type === 'CWE' || type === 'CNE'
  const saidIn = (components: readonly string[]) =>
    isCoded ? wordsOfCode(components) : [components.filter(Boolean).join(' ')]
  if (isAny) return checkedText(parameter, repetitions.map((one) => joinedText(saidIn(one))).join(' '))
  const [components = [], another] = repetitions
  if (another) return { field: 'OBX-5', refused: 'there are several values. Send one.' }
  const [code = ''] = components
  const meaning = meaningOf(saidIn(components), options, isCoded ? [code, ...flags] : flags)
  const refused = (text: string): Value => ({ field: 'OBX-5', refused: text })
  if (meaning === 'none') return refused(`${quoted(components.join('^'))} is not ${expected}.`)
  if ('contradiction' in meaning)
    return refused(`the code and the text contradict each other: ${meaning.contradiction.join(' and ')}.`)
  if ('unknown' in meaning)
    return refused(`the result says ${quoted(meaning.unknown)} too, which is not ${expected}.`)
  return { value: meaning.word }
}

/** HL7 table 0396 */
const codeSystems: Readonly<Record<string, 'snomed' | 'loinc'>> = {
  SCT: 'snomed',
  'SNOMED-CT': 'snomed',
  LN: 'loinc',
}

/** The texts of a coded value: its text, the alternate one, the original one, and the words of its codes. */
function wordsOfCode(components: readonly string[]): string[] {
  const [code = '', text = '', system = '', otherCode = '', otherText = '', otherSystem = '', , , original] =
    components
  const ofCode = (one: string, name: string) => {
    const known = codeSystems[name]
    return known && wordOfCode(known, one)
  }
  const texts = [text, otherText, original, ofCode(code, system), ofCode(otherCode, otherSystem)]
  const said = texts.filter((word): word is string => Boolean(word))
  return said.length > 0 ? said : [code]
}

/** The length that is stored */
const longestText = 500

function checkedText(parameter: Parameter, text: string): Value {
  if (text.length > longestText)
    return { field: 'OBX-5', refused: `the text is too long: at most ${longestText} characters.` }
  const read = readValue(parameter, text)
  if ('refused' in read) return { field: 'OBX-5', refused: `${read.refused}.` }
  return { value: read.reading.text }
}
