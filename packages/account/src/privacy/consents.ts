/**
 * What a person can agree to that the service does not need. A text that changes gets the next version: agreement to an older one
 * does not count for it.
 */
export const consentTexts = {
  'offers-by-email': {
    version: 1,
    text: 'Offers and health tips by e-mail. Jaanch sends none at present, and never without your consent.',
  },
  'offers-by-sms': {
    version: 1,
    text: 'Offers and health tips by SMS. Jaanch sends none at present, and never without your consent.',
  },
} as const satisfies Record<string, { version: number; text: string }>

export type ConsentPurpose = keyof typeof consentTexts
export const consentPurposes = Object.keys(consentTexts) as [ConsentPurpose, ...ConsentPurpose[]]
