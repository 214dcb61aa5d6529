import { email, idParams, instant, line, withoutContent } from '@jaanch/contracts/http/fields'
import { creation, route } from '@jaanch/contracts/http/route'
import { labStaffRoles } from '@jaanch/contracts/staff-roles'
import { z } from 'zod'
import { sessionView } from '../sessions/api.ts'

/** invited: has set no password yet. disabled: by an admin, or with the lab. ended: by the lab */
const labPersonStatuses = ['invited', 'active', 'disabled', 'ended'] as const

export const labPersonView = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  labRole: z.enum(labStaffRoles),
  status: z.enum(labPersonStatuses),
  createdAt: instant,
  endedAt: instant.nullable(),
  /** Exact to ten minutes; null: never, or not for a year */
  lastSeenAt: instant.nullable(),
  /** Where the person is signed in, the one last seen first. The owner is not told from which network */
  sessions: z.array(
    sessionView.pick({ id: true, device: true, createdAt: true, lastSeenAt: true, endsAt: true }),
  ),
})
export type LabPersonView = z.output<typeof labPersonView>

const labRole = z.enum(labStaffRoles)

/** Calls of a lab's owner about the people who work there. */
export const labStaffCalls = {
  listLabStaff: route({
    method: 'GET',
    path: '/api/lab/staff',
    access: ['lab-partner'],
    summary: 'The people who work for the lab, those whose access has ended last',
    response: z.array(labPersonView),
  }),
  inviteLabPerson: route({
    method: 'POST',
    path: '/api/lab/staff',
    access: ['lab-partner'],
    confirmed: true,
    summary: 'Invite a person to work for the lab: an e-mail has a link that sets their password',
    body: z.object({ name: line(100), email, labRole }),
    ...creation,
    response: labPersonView,
  }),
  inviteLabPersonAgain: route({
    method: 'POST',
    path: '/api/lab/staff/:id/invitation',
    access: ['lab-partner'],
    summary: 'Send the invitation again, with a new link; the one before ends',
    params: idParams,
    response: labPersonView,
  }),
  changeLabPerson: route({
    method: 'PUT',
    path: '/api/lab/staff/:id',
    access: ['lab-partner'],
    confirmed: true,
    summary:
      "Change a person's role, end their access or give it again; each signs them out everywhere. Missing fields do not change",
    params: idParams,
    body: z.object({
      labRole: labRole.optional(),
      isEnded: z.boolean().optional(),
      /** The user who takes the open visits of a person who makes none any more; null: nobody yet. Required if there are such visits */
      visitsTo: z.uuid().nullable().optional(),
    }),
    response: labPersonView,
  }),
  endLabPersonSession: route({
    method: 'DELETE',
    path: '/api/lab/staff/sessions/:id',
    access: ['lab-partner'],
    summary: 'End a session of a person who works for the lab, for example on a lost phone',
    params: idParams,
    ...withoutContent,
  }),
}
