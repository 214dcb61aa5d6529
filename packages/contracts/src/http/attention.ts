/**
 * Why a booking needs an admin's attention. `unassigned`: without a lab for over an hour; `instant-late`: an instant
 * collection past its four hours; `slot-missed`: the slot has passed without collection; `report-late`: past its promise;
 * `not-confirmed`: no lab confirmed it in the time that automatic assignment gives.
 */
export const attentions = [
  'unassigned',
  'instant-late',
  'slot-missed',
  'report-late',
  'not-confirmed',
] as const
export type Attention = (typeof attentions)[number]

/** Counting stops here, so that a count costs the same however many bookings are late. */
export const maxAttentionCount = 1_000
