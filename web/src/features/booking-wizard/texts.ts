export const wizard = {
  step: (step: number) => `Step ${step} of 7`,
  refused: 'Failed to create booking. Please try again.',
  failed: 'An error occurred. Please try again.',
  placedBefore: [
    'Your booking was placed before',
    'Its answer had been lost. What you changed since is not part of it.',
  ],
} as const

export const mayBeBooked =
  'It may have been placed before. Please look at your bookings before you confirm again.'

export const instructions = {
  label: 'Special Instructions',
  placeholder: 'Anything the collector should know',
}

export const addTests = {
  failed: (test: string) => `${test} could not be added`,
  gone: 'It is not on offer at present.',
}
