/** How people and their programs write phone numbers and PIN codes. Apart from the schemas, for forms that check without them. */
import { oneLine } from './visible-text.ts'

/** A PIN code in its plain form */
export const pincodePattern = /^[1-9]\d{5}$/

/** @returns the text with 0 to 9 in place of the decimal digits of other scripts: Devanagari, Tamil, Arabic, full width … */
export function westernDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => String(decimalValueOf(digit)))
}

/** Unicode encodes the digits of a script from 0 to 9 in a row, and some rows follow one another (UAX #44, property Nd). */
function decimalValueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return (code - first) % 10
}

/** @returns a PIN code in western digits and without the usual separator in its middle (380 001), and any other text as one line */
export function plainPincode(typed: string): string {
  return westernDigits(oneLine(typed)).replace(/^(\d{3})[ -](\d{3})$/, '$1$2')
}

/**
 * @returns a phone number in western digits, with hyphens for all dashes, and without the decimals that a spreadsheet put behind it
 * (9876543210.0). Its other separators stay
 */
export function plainPhone(typed: string): string {
  const plain = westernDigits(oneLine(typed))
    .replace(/\p{Pd}/gu, '-')
    .replace('＋', '+')
  const { whole, decimals } = decimalOf(plain) ?? { whole: '', decimals: '' }
  const isComplete = decimals === '' || digitsOf(whole).length >= 10
  return whole !== '' && isComplete && /^0*$/.test(decimals) ? whole : plain
}

/** @returns the parts of a decimal; undefined if the point is a separator of groups, as in 98765.43210 */
export function decimalOf(plain: string): { whole: string; decimals: string } | undefined {
  const [, whole = '', decimals = ''] = /^([^.]+)\.(\d*)$/.exec(plain) ?? []
  const before = digitsOf(whole).length
  return before >= 10 || (before >= 7 && decimals.length <= 3) ? { whole, decimals } : undefined
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}
