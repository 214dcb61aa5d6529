/**
 * Purposes that the service does not need, to which a person can agree. A text that changes gets the next version: agreement to an older one
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

/**
 * The notices that a person is shown before data is processed. Each is recorded among the consents, with the version that was shown, under the name
 * `notice-…`. A text that changes gets the next version.
 */
export const notices = {
  registration: {
    version: 1,
    text:
      'By creating an account you agree that Jaanch processes your details, your family, addresses, bookings, prescriptions and reports ' +
      'to carry out lab tests. The lab of a booking gets what it needs for it; mail and SMS services carry our messages. You withdraw by ' +
      'deleting the account in your profile.',
  },
  'lab-registration': {
    version: 1,
    text:
      'By applying you agree that Jaanch processes these details to check the application and to work with you. Customers see the name ' +
      'of your lab; mail and SMS services carry our messages. To withdraw, write to our support.',
  },
  booking: {
    version: 1,
    text:
      'For this booking we process the name, age, sex, address and phone of the patients, and their results. The lab that we assign ' +
      'gets them to collect the samples and to report. You can cancel once the booking is confirmed, and delete your account in your ' +
      'profile.',
  },
} as const satisfies Record<string, { version: number; text: string }>

export type NoticeName = keyof typeof notices

/** From this age on a person can have an account: below it, the Digital Personal Data Protection Act 2023 asks for a parent's consent. */
export const adultAge = 18
