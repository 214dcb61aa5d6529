import { type Parameter, takesAnyText } from '@jaanch/catalogue/parameters/parameter'
import { readForeign, readValue } from '@jaanch/catalogue/parameters/reading'
import { contradictingUnits, convert, unitOf } from '@jaanch/catalogue/parameters/units'
import { flagOf, type MessageValue, offScale } from '../fhir/lab-message.ts'
import { type Expected, findParameter, isContradicted, type ReportedValue } from '../results/values.ts'
import { joinedText, meaningOf, wordOfCode } from '../results/words.ts'
import type { Reader } from './fields.ts'
import { quoted, type Segment } from './segments.ts'

/** Our own codes in OBX-3: HL7's name for a local code system, or the address that FHIR messages use */
const ownSystems = new Set(['99JAANCH', 'https://jaanch.example/fhir/CodeSystem/parameter'])
const loincSystem = 'LN'

/** A result, one that the laboratory could not measure, or one that it takes back. */
export type Observed =
  | { parameter: Parameter; kind: 'value'; value: MessageValue }
  | { parameter: Parameter; kind: 'missing' | 'withdrawn' }

/**
 * Reads one OBX. Everything that is wrong in it is added to the problems.
 * @returns undefined: there is a problem
 */
export function readObservation(segment: Segment, reader: Reader, expected: Expected): Observed | undefined {
  const parameter = parameterOf(segment, reader, expected)
  // after the parameter's code, so that sentences name the result
  const name = parameter?.code ?? reader.text(segment, 3)
  const flags = flagsOf(segment, reader)
  const status = reader.text(segment, 11)
  if (status === 'X' && reader.raw(segment, 5) !== '')
    reader.refuse(segment, 5, `${name} has a value, but OBX-11 says that there is no result.`)
  if (status === 'X') return parameter && { parameter, kind: 'missing' }
  // the value of a result that is taken back says nothing
  if (status === 'D' || status === 'W') return parameter && { parameter, kind: 'withdrawn' }
  if (status !== 'F' && status !== 'C') reader.refuse(segment, 11, sentenceOfStatus(status, name))
  const type = reader.text(segment, 2)
  if (!knownTypes.has(type)) {
    const what = type === '' ? 'is missing' : `${quoted(type)} is not understood`
    return reader.refuse(segment, 2, `The type ${what}. Send NM, SN, ST or CWE.`)
  }
  if (!parameter) return undefined
  const value = readNumberOrWord(segment, parameter, { type, flags }, reader)
  const marks = { isCorrection: status === 'C', flag: flagOf(flags) }
  return value && { parameter, kind: 'value', value: { ...value, ...marks } }
}

/** @param status OBX-11 that is neither F (final) nor C (corrected) */
function sentenceOfStatus(status: string, name: string): string {
  if (status === '')
    return `The status of ${name} is missing: the segment may be cut off. Send F, C, X, D or W.`
  return ['P', 'R', 'S', 'I', 'O'].includes(status)
    ? `${name} is not final (${status}). Send the message when all its results are final.`
    : `The status ${quoted(status)} of ${name} can't be taken. Send F, C, X, D or W.`
}

/**
 * OBX-8: codes of HL7 table 0078, with or without the marks of instruments (`H*`, `**`, `!`, `+`).
 * @returns the codes without the marks
 */
function flagsOf(segment: Segment, reader: Reader): string[] {
  return reader.repetitions(segment, 8).flatMap(([flag = '']) => {
    const [, code] = /^([A-Z]{0,4}|SYN-[RS]|[<>])[*!+-]*$/.exec(flag) ?? []
    if (code === undefined)
      reader.refuse(segment, 8, `${quoted(flag)} is no abnormal flag. Send such as H, L, HH, LL, N or A.`)
    return code || []
  })
}

/** The parameter of OBX-3: `718-7^Haemoglobin^LN`, `HGB^Haemoglobin^99JAANCH`, or both. */
function parameterOf(segment: Segment, reader: Reader, expected: Expected): Parameter | undefined {
  const refuse = (text: string) => reader.refuse(segment, 3, text)
  const [code = '', , system = '', otherCode = '', , otherSystem = ''] = reader.components(segment, 3)
  const codings = [
    [code, system],
    [otherCode, otherSystem],
  ] as const
  const own = codings.find(([one, name]) => one !== '' && ownSystems.has(name))?.[0]
  const loincs = codings.flatMap(([one, name]) => (one !== '' && name === loincSystem ? one : []))
  if (own === undefined && loincs.length === 0)
    return refuse(
      code === ''
        ? 'The code of the result is missing.'
        : `${quoted(code)} has the code system ${system === '' ? '(none)' : quoted(system)}. Send a LOINC code with LN, or the parameter's code with 99JAANCH.`,
    )
  const found = findParameter({ own, loincs }, expected)
  if ('several' in found) {
    const named = own ?? `LOINC ${loincs.join(', ')}`
    const codes = found.several.map((each) => each.code).join(' or ')
    return refuse(
      codes === ''
        ? `${named} is not in the catalogue.`
        : `${named} can be ${codes}. Say which with the parameter's code and 99JAANCH.`,
    )
  }
  if (isContradicted(found, own, loincs))
    return refuse(`${own} has the LOINC code ${found.loinc}, not ${loincs.join(', ')}. Correct one of them.`)
  const { ordered } = expected
  if (ordered.size > 0 && !ordered.has(found.code)) refuse(`${found.code} (${found.name}) was not ordered.`)
  return found
}

/** OBX-2, OBX-5 as repetitions of components, and OBX-8. @property refuse adds a problem of a field that names the result */
type Obx = {
  parameter: Parameter
  type: string
  repetitions: readonly (readonly string[])[]
  flags: readonly string[]
  refuse: (field: number, text: string) => undefined
}

type Value = number | string | undefined

function readNumberOrWord(
  segment: Segment,
  parameter: Parameter,
  { type, flags }: Pick<Obx, 'type' | 'flags'>,
  reader: Reader,
): ReportedValue | undefined {
  const { code, decimals } = parameter
  const refuse = (field: number, text: string) => reader.refuse(segment, field, `${code}: ${text}`)
  if (decimals !== null && reader.raw(segment, 5).includes(reader.delimiters.escaping))
    return refuse(5, 'a number has no escape sequences. Send digits.')
  const obx = { parameter, type, flags, refuse, repetitions: reader.repetitions(segment, 5) }
  const value = decimals === null ? wordOf(obx) : numberOf(obx)
  if (value === undefined) return undefined
  const [methodCode = '', methodText = ''] = reader.repetitions(segment, 17)[0] ?? []
  const method = (methodText || methodCode).slice(0, 100)
  const common = { code, value, ...(method && { method }) }
  if (decimals === null) return common
  const unit = readUnit(reader.components(segment, 6), value, obx)
  return unit === undefined ? undefined : { ...common, ...(unit && { unit }) }
}

/**
 * OBX-6: the unit in UCUM or as laboratories write it. A unit that exists and can't be converted is kept as it is: the result has no
 * flag then. @returns '' for none; undefined if there is a problem
 */
function readUnit(
  [code = '', text = '', , otherCode = '', otherText = '']: readonly string[],
  value: number | string,
  { parameter, refuse }: Obx,
): string | undefined {
  const ucum = parameter.ucum ?? '1'
  const said = [code, text, otherCode, otherText].filter((one) => one !== '')
  const [unit = ''] = said
  const contradiction = contradictingUnits(parameter, said)
  if (contradiction) {
    const [one, other] = contradiction.map(quoted)
    return refuse(6, `code and text of the unit contradict each other: ${one} and ${other}. Send one.`)
  }
  const converted = convert(parameter, value, unit === '' ? undefined : unit)
  if ('refused' in converted) {
    if (unit === '') return refuse(6, `the unit is missing. Send ${ucum}.`)
    if (unitOf(unit) === undefined || unit.length > 40)
      return refuse(6, `the unit ${quoted(unit)} is not understood. Send ${ucum}.`)
  }
  const read = 'refused' in converted ? readForeign(parameter, value) : readValue(parameter, converted.value)
  return 'refused' in read ? refuse(5, `${read.refused}.`) : unit
}

/** OBX-2: what the types are for */
const numberTypes = ['NM', 'SN', 'ST']
const wordTypes = ['ST', 'TX', 'FT', 'CE', 'CWE', 'CNE', 'IS']
const knownTypes: ReadonlySet<string> = new Set([...numberTypes, ...wordTypes])

const digits = /^\d{1,10}(?:\.\d{1,10})?$/
/** A double keeps so many digits exactly */
const mostDigits = 15

/** A number is taken as its digits stand in the message: whatever is not exactly a number is refused. */
function numberOf(obx: Obx): Value {
  const value = digitsIn(obx)
  if (value === undefined) return undefined
  const bounded = offScale(value, obx.flags)
  return 'refused' in bounded ? obx.refuse(8, `${bounded.refused}.`) : bounded.value
}

function digitsIn(obx: Obx): Value {
  const { type, repetitions, parameter, refuse } = obx
  if (!numberTypes.includes(type))
    return refuse(2, `a number is sent as NM, or as SN if it is a bound or a range, not as ${type}.`)
  const [components = [], another] = repetitions
  if (another) return refuse(5, 'there are several values. Send one, in an OBX of its own.')
  if (type === 'SN') return structuredNumber(components, obx)
  const [text = '', ...more] = components
  const isOne = more.every((part) => part === '')
  // a text such as <0.01 or 2-4; everything else that is no number is refused
  const isBound = type === 'ST' && /^(?:[<>]=?|\d[\d.]*\s*-)\s*\d/.test(text)
  if (isOne && (digits.test(text) || isBound)) return checked(text, obx)
  return refuse(5, `${quoted(isOne ? text : components.join('^'))} is not a number. ${advice(parameter)}`)
}

/** SN: comparator^number^separator^number, such as `<^5` and `^2^-^4`. */
function structuredNumber(components: readonly string[], obx: Obx): Value {
  const [comparator = '', first = '', separator = '', second = '', ...more] = components
  const isRange = separator === '-' && digits.test(first) && digits.test(second)
  const refuse = (why: string) => obx.refuse(5, `${quoted(components.join('^'))} ${why}`)
  if (more.some((part) => part !== '')) return refuse('has too many parts. Send <^5 or ^2^-^4.')
  if (!['', '=', '<', '>', '<=', '>='].includes(comparator))
    return refuse('begins with no comparator. Send <, >, <=, >= or =.')
  if (!digits.test(first)) return refuse(`has no number in its second part. ${advice(obx.parameter)}`)
  if (isRange && comparator === '') return checked(`${first}-${second}`, obx)
  if (separator !== '' || second !== '') return refuse('is no range. Send ^2^-^4.')
  return checked(comparator === '=' ? first : `${comparator}${first}`, obx)
}

function checked(text: string, { parameter, refuse }: Obx): Value {
  if ((text.match(/\d+(?:\.\d+)?/g) ?? []).some((number) => number.replace('.', '').length > mostDigits))
    return refuse(5, `${quoted(text)} has too many digits: at most ${mostDigits}.`)
  const read = readValue({ ...parameter, decimals: 10 }, text)
  if ('refused' in read) return refuse(5, `${read.refused}.`)
  return digits.test(text) ? Number(text) : text
}

function advice({ male, decimals }: Parameter): string {
  const example = male?.low || male?.high || 1
  return `Send digits, such as ${example.toFixed(decimals ?? 0)}.`
}

/** A free text keeps all its repetitions; an option of a list has one. */
function wordOf(obx: Obx): Value {
  const { type, repetitions, parameter, flags, refuse } = obx
  const { options } = parameter
  const isAny = options === null || takesAnyText(parameter)
  const expected = isAny ? 'a text' : `one of: ${options.join(', ')}`
  if (!wordTypes.includes(type))
    return refuse(2, `the result is ${expected}. Send it as ST or CWE, not as ${type}.`)
  const isCoded = type === 'CE' || type === 'CWE' || type === 'CNE'
  const saidIn = (components: readonly string[]) =>
    isCoded ? wordsOfCode(components) : [components.filter(Boolean).join(' ')]
  if (isAny) return freeText(repetitions.map((one) => joinedText(saidIn(one))).join(' '), obx)
  const [components = [], another] = repetitions
  if (another) return refuse(5, 'there are several values. Send one.')
  const [code = ''] = components
  const meaning = meaningOf(saidIn(components), options, isCoded ? [code, ...flags] : flags)
  if (meaning === 'none') return refuse(5, `${quoted(components.join('^'))} is not ${expected}.`)
  if ('contradiction' in meaning)
    return refuse(5, `the code and the text contradict each other: ${meaning.contradiction.join(' and ')}.`)
  if ('unknown' in meaning)
    return refuse(5, `the result says ${quoted(meaning.unknown)} too, which is not ${expected}.`)
  return meaning.word
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

function freeText(text: string, { parameter, refuse }: Obx): Value {
  if (text.length > longestText) return refuse(5, `the text is too long: at most ${longestText} characters.`)
  const read = readValue(parameter, text)
  return 'refused' in read ? refuse(5, `${read.refused}.`) : read.reading.text
}
