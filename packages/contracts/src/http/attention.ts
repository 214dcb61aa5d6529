/**
 * Why a booking needs an admin's attention. `unassigned`: without a lab for over an hour; `instant-late`: an instant
 * collection past its four hours; `slot-missed`: the slot has passed without collection; `report-late`: past its promise.
 */
export const attentions = ['unassigned', 'instant-late', 'slot-missed', 'report-late'] as const
export type Attention = (typeof attentions)[number]

/** Counting stops here: whoever has a thousand late bookings need not know how many more. */
export const mostAttention = 1_000
