/** Which plain phone numbers are taken. Apart from `typed-numbers`, for pages that search for numbers and have no form with one. */
import { decimalOf } from './typed-numbers.ts'

/** An Indian mobile number in full and, behind a separator, a few digits more: those of an extension */
const mobileWithExtension = /^(?:(?:\+|00)?91[ -]*|0)?[6-9]\d{4}[ .-]?\d{5}[ ().-]+\d{1,6}\)?$/
/** More digits than an Indian number has behind its 0 or +91: ten (National Numbering Plan 2003; ITU-T E.164, annex of country codes) */
const tooLongForIndia = /^(?:0[1-9]\d{10}|\+910?[1-9]\d{10})/

/**
 * Whether a plain phone number has nothing but digits and separators, no decimals and no extension: those would become digits of it.
 */
export function hasPhoneNotation(plain: string): boolean {
  if (!/^\+?[\d ().-]+$/.test(plain) || decimalOf(plain)) return false
  return !mobileWithExtension.test(plain) && !tooLongForIndia.test(plain.replace(/[^\d+]/g, ''))
}
