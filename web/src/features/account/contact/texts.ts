import { pleaseTryAgain } from '@/components/texts'

/** The word for the address of a channel within a sentence. */
export const contactNames = { email: 'email', sms: 'phone' } as const

export const proof = { verified: 'Verified', verify: 'Verify' }

export const contactCode = {
  title: { email: 'Verify Your Email', sms: 'Verify Your Phone' },
  send: 'Send Code',
  verify: 'Verify',
  before: [
    'We send a code of six digits to ',
    '. Messages about bookings go there once you have typed it here.',
  ],
  after: ['We sent a code of six digits to ', '. It is valid for 10 minutes.'],
  code: 'Code',
  again: 'Send another code',
  againIn: (seconds: number) => `Send another code in ${seconds} s`,
  notSent: { failed: 'The code could not be sent', fallback: pleaseTryAgain },
  refused: 'That did not work. Please try again.',
  verified: (name: string) => `Your ${name} is verified`,
}
