import { hasPhoneNotation, plainPhone } from '@jaanch/contracts/typed-numbers'

/** @param phone in E.164 @returns '+91 98765 43210'; a number of another country is returned unchanged */
export function phoneText(phone: string): string {
  const [, first, rest] = phone.match(/^\+91(\d{5})(\d{5})$/) ?? []
  return first ? `+91 ${first} ${rest}` : phone
}

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
