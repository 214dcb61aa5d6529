/** How people and their programs write phone numbers and PIN codes. Apart from the schemas, for forms that check without them. */
import { oneLine } from './visible-text.ts'

/** A PIN code in its plain form */
export const pincodePattern = /^[1-9]\d{5}$/

/** @returns a PIN code without the usual separator in its middle (380 001), and any other text as one line */
export function plainPincode(typed: string): string {
  return oneLine(typed).replace(/^(\d{3})[ -](\d{3})$/, '$1$2')
}

/**
 * @returns a phone number with hyphens for all dashes, and without the decimals that a spreadsheet put behind it (9876543210.0). Its
 * other separators stay
 */
export function plainPhone(typed: string): string {
  return oneLine(typed)
    .replace(/\p{Pd}/gu, '-')
    .replace(/(\d{7})\.0{1,2}$/, '$1')
}

/** Whether a plain phone number has nothing but digits and separators, and no decimals: those would become digits of it. */
export function hasPhoneNotation(plain: string): boolean {
  return /^\+?[\d ().-]+$/.test(plain) && !/\d{7}\.\d{1,2}$/.test(plain)
}
