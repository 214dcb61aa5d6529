import { offScale } from '../fhir/lab-message.ts'
import { type Parameter, takesAnyText } from '../results/parameter.ts'
import { readValue } from '../results/reading.ts'
import { joinedText, meaningOf, wordOfCode } from '../units/words.ts'
import { quoted } from './problem.ts'

type Value = { value: number | string } | { field: string; refused: string }

/** OBX-2: what the types are for */
const numberTypes = ['NM', 'SN', 'ST']
const wordTypes = ['ST', 'TX', 'FT', 'CE', 'CWE', 'CNE', 'IS']
export const knownTypes: ReadonlySet<string> = new Set([...numberTypes, ...wordTypes])

const digits = /^\d{1,10}(?:\.\d{1,10})?$/
/** A double keeps so many digits exactly */
const mostDigits = 15

/**
 * The value of an OBX. A number is taken as its digits stand in the message: whatever is not exactly a number is refused.
 * @param type OBX-2 @param repetitions OBX-5, as components @param flags OBX-8
 */
export function valueOfObx(
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
