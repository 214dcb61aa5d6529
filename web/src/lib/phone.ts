/**
 * A quick look at a phone number while it is typed: 7 to 15 digits with the usual separators. The API decides, and
 * normalises it; its library (30 kB gzip) stays out of the browser.
 */
export function looksLikePhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return /^\+?[\d\s().-]+$/.test(text.trim()) && digits >= 7 && digits <= 15
}

export const phoneProblem = 'Please enter a valid phone number'
