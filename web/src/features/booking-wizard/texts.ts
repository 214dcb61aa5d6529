import type { BookingRequest } from '@/lib/resources/bookings'

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

/** What the customer may write for the booking as a whole, by the field of the request. Another one needs only its line here. */
export const bookingTexts = {
  specialInstructions: { label: 'Special Instructions', placeholder: 'Anything the collector should know' },
} satisfies Partial<Record<keyof BookingRequest, { label: string; placeholder: string }>>

export const addTests = {
  failed: (test: string) => `${test} could not be added`,
  gone: 'It is not on offer at present.',
}
