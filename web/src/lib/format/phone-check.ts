import { hasPhoneNotation } from '@jaanch/contracts/phone-notation'
import { plainPhone } from '@jaanch/contracts/typed-numbers'

/**
 * A quick check of a phone number in a form: 7 to 15 digits with the usual separators. The API validates and normalises it; its
 * library (30 kB gzip) is not sent to the browser.
 */
export function looksLikePhone(text: string): boolean {
  const typed = plainPhone(text)
  const digits = typed.replace(/\D/g, '').length
  return hasPhoneNotation(typed) && digits >= 7 && digits <= 15
}

export const phoneProblem = 'Please enter a valid phone number'
