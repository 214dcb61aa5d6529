import { type Parameter, takesAnyText } from './parameter.ts'

/**
 * A parsed result. A number can be known only by bounds: `<0.01` (below the detection limit), `>1000`, or `2-4` (cells
 * counted in several fields). Bounds are in the parameter's unit; Infinity is open.
 * @property text with the parameter's decimals; the numbers are not rounded
 */
export type Reading =
  | { kind: 'number'; from: number; to: number; text: string }
  | { kind: 'word'; text: string }

export type Read = { reading: Reading } | { refused: string }

/** Larger than any result of any parameter: a larger value is a typing error. */
const largest = 1e9
const number = String.raw`\d{1,10}(?:\.\d{1,10})?`
const single = new RegExp(`^(<=|>=|≤|≥|<|>)?\\s*(${number})$`)
const range = new RegExp(`^(${number})\\s*[-–]\\s*(${number})$`)

/** Parses a value from a laboratory. @returns the reading, or the end of an error sentence: `HGB must be a number` */
export function readValue(parameter: Parameter, value: number | string): Read {
  if (parameter.decimals === null) return readWord(parameter, value)
  if (typeof value === 'number') return readNumber(parameter, value)
  const text = value.trim()
  const [, sign = '', digits] = single.exec(text) ?? []
  if (digits !== undefined)
    return sign ? readBound(parameter, sign, digits) : readNumber(parameter, Number(digits))
  const [, from, to] = range.exec(text) ?? []
  if (from !== undefined && to !== undefined && Number(from) <= Number(to) && Number(to) <= largest)
    return within(Number(from), Number(to), `${from}–${to}`)
  return {
    refused: `${parameter.code} must be a number, such as ${example(parameter)} or "<${example(parameter)}"`,
  }
}

/**
 * Parses a number in a unit that is not the parameter's: it is shown as it was sent, with all its digits, because the parameter's decimals are
 * those of another unit.
 * @returns as `readValue`
 */
export function readForeign(parameter: Parameter, value: number | string): Read {
  const read = readValue({ ...parameter, decimals: 10 }, value)
  if ('refused' in read || read.reading.kind === 'word' || read.reading.from !== read.reading.to) return read
  return { reading: { ...read.reading, text: String(value).trim() } }
}

/** Rounds to a number of decimals, half away from zero. */
export function rounded(value: number, decimals: number): number {
  // shifts the decimal point in the number's own digits: 1.005 × 100 would be 100.49999999999999
  const [digits, exponent = '0'] = String(value).split('e')
  const shifted = Math.round(Number(`${digits}e${Number(exponent) + decimals}`))
  const [back, power = '0'] = String(shifted).split('e')
  return Number(`${back}e${Number(power) - decimals}`)
}

/** @returns such as `12.0` for a parameter with one decimal */
export function formatNumber(value: number, decimals: number): string {
  return rounded(value, decimals).toFixed(decimals)
}

/** @returns a result as `formatNumber`; a positive one that would become 0 keeps its digits: `0.004` */
function formatResult(value: number, decimals: number): string {
  const text = formatNumber(value, decimals)
  return value > 0 && Number(text) === 0 ? digitsOf(value) : text
}

/** @returns the digits of a number, without exponent and separators; at most 100 decimals */
export function digitsOf(value: number): string {
  return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 100 })
}

function readNumber({ code, decimals }: Parameter, value: number): Read {
  if (!Number.isFinite(value) || value < 0 || value > largest)
    return { refused: `${code} must be a number from 0 to ${largest}` }
  return within(value, value, formatResult(value, decimals ?? 0))
}

function readBound({ code }: Parameter, sign: string, digits: string): Read {
  const bound = Number(digits)
  if (bound > largest) return { refused: `${code} must be a number from 0 to ${largest}` }
  const written = sign.replace('<=', '≤').replace('>=', '≥')
  const below = written === '<' || written === '≤'
  if (below && bound === 0) return { refused: `${code} can't be less than 0` }
  // just inside the bound, so that <4 differs from 4
  const inside = written === '<' ? bound * (1 - 1e-9) : written === '>' ? bound * (1 + 1e-9) : bound
  return within(below ? 0 : inside, below ? inside : Number.POSITIVE_INFINITY, `${written}${digits}`)
}

function within(from: number, to: number, text: string): Read {
  return { reading: { kind: 'number', from, to, text } }
}

function readWord(parameter: Parameter, value: number | string): Read {
  const { code, options } = parameter
  const text = String(value)
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  if (text === '') return { refused: `${code} must not be empty` }
  if (options === null || takesAnyText(parameter)) return { reading: { kind: 'word', text } }
  const option = options.find((known) => sameWord(known, text))
  if (option === undefined) return { refused: `${code} must be one of: ${options.join(', ')}` }
  return { reading: { kind: 'word', text: option } }
}

/** Non-reactive, NON REACTIVE and Nonreactive are the same text. Signs matter: 1+ is not 1. */
export function sameWord(one: string, other: string): boolean {
  return fold(one) === fold(other)
}

function fold(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}+]/gu, '')
}

function example({ male, decimals }: Parameter): string {
  return formatNumber(male?.high ?? male?.low ?? 1, decimals ?? 0)
}
