/** @returns enough of an e-mail address to recognise it: `a***@gmail.com` */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '***' : `${email.slice(0, 1)}***${email.slice(at)}`
}

/** @returns the last two digits of a phone number: `********10` */
export function maskPhone(phone: string): string {
  return phone.length < 6 ? '***' : `********${phone.slice(-2)}`
}
