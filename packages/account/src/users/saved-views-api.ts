import { idParams, line, withoutContent } from '@jaanch/contracts/http/fields'
import { route } from '@jaanch/contracts/http/route'
import { labRoles, staffRoles } from '@jaanch/contracts/staff-roles'
import { z } from 'zod'

/** The lists whose views can be saved. */
export const viewPages = ['lab-bookings', 'admin-bookings'] as const

/** What a member of staff has chosen in a list, under a name. */
const savedView = z.object({
  id: z.uuid(),
  page: z.enum(viewPages),
  name: z.string(),
  /** The query of the list's address, without `?` */
  query: z.string(),
})
export type SavedView = z.output<typeof savedView>

/** Without the searched text: it may name a patient, whose erasure would not reach the view */
const savedQuery = z
  .string()
  .max(500)
  .refine((query) => !new URLSearchParams(query).has('q'), 'A search is not saved')

/** A person has at most so many views. */
export const mostViews = 30

const staff = ['lab-partner', 'admin'] as const

export const savedViewCalls = {
  listViews: route({
    method: 'GET',
    path: '/api/users/me/views',
    access: staff,
    admins: staffRoles,
    labs: labRoles,
    summary: "The caller's saved views, by name",
    response: z.array(savedView),
  }),
  saveView: route({
    method: 'PUT',
    path: '/api/users/me/views',
    access: staff,
    admins: staffRoles,
    labs: labRoles,
    summary: 'Save what a list shows under a name; a view of the same name is replaced',
    body: savedView.omit({ id: true }).extend({ name: line(40), query: savedQuery }),
    response: savedView,
  }),
  useView: route({
    method: 'PUT',
    path: '/api/users/me/views/:id/use',
    access: staff,
    admins: staffRoles,
    labs: labRoles,
    summary: 'Say that a saved view is used: one that nobody used for a year is deleted',
    params: idParams,
    ...withoutContent,
  }),
  removeView: route({
    method: 'DELETE',
    path: '/api/users/me/views/:id',
    access: staff,
    admins: staffRoles,
    labs: labRoles,
    summary: 'Remove a saved view',
    params: idParams,
    ...withoutContent,
  }),
}
