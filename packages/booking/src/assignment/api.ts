import { idParams, instant, line } from '@jaanch/contracts/http/fields'
import { forAdmins, route } from '@jaanch/contracts/http/route'
import { z } from 'zod'
import { bookingView } from '../booking-view.ts'

/** At most so many bookings are suggested labs in one call. */
export const mostSuggested = 50

const suggestion = z.object({
  labPartnerId: z.uuid(),
  labName: z.string(),
  /** 0 to 100; below 0: the lab has no free visit at that time */
  score: z.number(),
  /** Texts, see ranking-texts.ts */
  reasons: z.array(z.string()),
})
export type Suggestion = z.output<typeof suggestion>

const preview = z.object({
  booking: bookingView,
  /** null: no lab serves the area and has a free visit at that time */
  suggestion: suggestion.nullable(),
})
export type SuggestionPreview = z.output<typeof preview>

const automaticAssignment = z.object({
  /** The city of the address's PIN code, as the PIN codes spell it */
  city: z.string(),
  isOn: z.boolean(),
  /** When it was last switched; null if never */
  changedAt: instant.nullable(),
})
export type AutomaticAssignment = z.output<typeof automaticAssignment>

export const assignmentCalls = {
  listSuggestions: route({
    method: 'GET',
    path: '/api/admin/bookings/:id/suggestions',
    ...forAdmins('manager', 'support'),
    summary: 'Labs for a booking, best first, with the reasons',
    params: idParams,
    response: z.array(suggestion),
  }),
  previewSuggestions: route({
    method: 'POST',
    path: '/api/admin/bookings/suggestions',
    ...forAdmins('manager'),
    summary: 'The best lab for each of several bookings; nothing is assigned',
    body: z.object({
      /** Default: the next unassigned ones, in the order of the list */
      bookingIds: z.array(z.uuid()).max(mostSuggested).optional(),
    }),
    response: z.array(preview),
  }),
  listAutomaticAssignment: route({
    method: 'GET',
    path: '/api/admin/automatic-assignment',
    ...forAdmins('manager', 'support'),
    summary: 'The cities, and in which of them labs are assigned automatically',
    response: z.array(automaticAssignment),
  }),
  setAutomaticAssignment: route({
    method: 'PUT',
    path: '/api/admin/automatic-assignment',
    ...forAdmins('manager'),
    summary: 'Switch automatic assignment on or off in a city',
    body: z.object({ city: line(60), isOn: z.boolean() }),
    response: z.array(automaticAssignment),
  }),
}
