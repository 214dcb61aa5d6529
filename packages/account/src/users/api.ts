import { date, idParams, line, optional, reason, withoutContent } from '@jaanch/contracts/http/fields'
import { phone } from '@jaanch/contracts/http/phone'
import { confirm } from '@jaanch/contracts/http/questions'
import { forAdmins, route } from '@jaanch/contracts/http/route'
import { staffRoles } from '@jaanch/contracts/staff-roles'
import { genders, roles } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import { forStaff, userView } from '../sessions/api.ts'

const standing = {
  method: 'POST',
  access: ['admin'],
  params: idParams,
  body: reason,
  response: userView,
} as const

export const userCalls = {
  disableUser: route({
    ...standing,
    path: '/api/users/:id/disable',
    confirmed: true,
    summary: 'Disable an account and sign it out everywhere; repeating it changes nothing',
  }),
  enableUser: route({
    ...standing,
    path: '/api/users/:id/enable',
    summary: 'Enable a disabled account; repeating it changes nothing',
  }),
  changeStaffRole: route({
    method: 'PUT',
    path: '/api/users/:id/staff-role',
    access: ['admin'],
    confirmed: true,
    summary: 'Give an admin another role, and sign them out everywhere; repeating it changes nothing',
    params: idParams,
    body: z.object({ staffRole: z.enum(staffRoles) }),
    response: userView,
  }),
  countUsers: route({
    method: 'GET',
    path: '/api/users/counts',
    ...forAdmins('support'),
    summary: 'The number of users of each role',
    response: z.record(z.enum(roles), z.int().nonnegative()),
  }),
  changeMe: route({
    method: 'PUT',
    path: '/api/users/me',
    access: 'signed-in',
    summary: "Change the caller's name, phone, date of birth or gender; missing fields do not change",
    body: z.object({
      name: line(100).optional(),
      phone: optional(phone).optional(),
      dateOfBirth: optional(date).optional(),
      gender: optional(z.enum(genders)).optional(),
      confirm,
    }),
    response: userView,
  }),
}

/** The lists whose views can be saved. */
const viewPages = ['lab-bookings', 'admin-bookings'] as const

/** The choices of a member of staff in a list, under a name. */
export const savedView = z.object({
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

export const savedViewCalls = {
  listViews: route({
    method: 'GET',
    path: '/api/users/me/views',
    ...forStaff,
    summary: "The caller's saved views, by name",
    response: z.array(savedView),
  }),
  saveView: route({
    method: 'PUT',
    path: '/api/users/me/views',
    ...forStaff,
    summary: 'Save what a list shows under a name; a view of the same name is replaced',
    body: savedView.pick({ page: true }).extend({ name: line(40), query: savedQuery }),
    response: savedView,
  }),
  useView: route({
    method: 'PUT',
    path: '/api/users/me/views/:id/use',
    ...forStaff,
    summary: 'Say that a saved view is used: one that nobody used for a year is deleted',
    params: idParams,
    ...withoutContent,
  }),
  removeView: route({
    method: 'DELETE',
    path: '/api/users/me/views/:id',
    ...forStaff,
    summary: 'Remove a saved view',
    params: idParams,
    ...withoutContent,
  }),
}
