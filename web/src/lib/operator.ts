type OperatorText = 'name' | 'address' | 'grievance' | 'support' | 'phone' | 'email' | 'hours'

/** @returns a text that the installation sets (OPERATOR), which the server writes into the page; undefined if it is not set */
export function operatorText(name: OperatorText): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="operator-${name}"]`)?.content || undefined
}

export type Support = { phone: string | undefined; email: string | undefined; hours: string | undefined }

/** @returns how people reach the support; null if the installation has neither phone nor e-mail */
export function readSupport(): Support | null {
  const phone = operatorText('phone')
  const email = operatorText('email')
  return phone || email ? { phone, email, hours: operatorText('hours') } : null
}
