/** @param phone in E.164 @returns '+91 98765 43210'; a number of another country is returned unchanged */
export function phoneText(phone: string): string {
  const [, first, rest] = phone.match(/^\+91(\d{5})(\d{5})$/) ?? []
  return first ? `+91 ${first} ${rest}` : phone
}
