/** With the metadata of mobile numbers only: a landline is not valid. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'

/**
 * Whether SMS are sent to a number: to mobile numbers of India only. A country whose numbers cost much is a way to make money with them.
 * @param phone in E.164
 */
export function acceptsSms(phone: string): boolean {
  const parsed = parsePhoneNumberFromString(phone)
  return parsed?.country === 'IN' && parsed.isValid()
}
