import { date, filter, instant, page } from '@jaanch/contracts/http/fields'
import { forAdmins, route } from '@jaanch/contracts/http/route'
import { roles } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import { accessActions, auditActions } from './actions.ts'

const id = z.string().regex(/^\d+$/)

const auditView = z.object({
  id,
  at: instant,
  /** One of `auditActions`, or one of a newer release */
  action: z.string(),
  /** null for a stranger. `name` is null for an account that is gone */
  actor: z.object({ kind: z.enum([...roles, 'operator', 'system']), name: z.string().nullable() }).nullable(),
  /** The person concerned: the owner of the account or of the document */
  person: z.object({ id: z.uuid(), name: z.string().nullable() }).nullable(),
  /** `<kind>:<id>` */
  object: z.string().nullable(),
  /** Further ids and counts */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** The reason that an admin gave for a suspension or a disabled account */
  reason: z.string().nullable(),
})
export type AuditView = z.output<typeof auditView>

const accessView = z.object({
  id,
  at: instant,
  action: z.enum(accessActions),
  /** The package of the booking, or the name of the prescription's file; null if it is gone or there is none */
  subject: z.string().nullable(),
  /** The lab's name, or Jaanch; no names of people */
  by: z.string(),
})
export type AccessView = z.output<typeof accessView>

export const auditCalls = {
  listAudit: route({
    method: 'GET',
    path: '/api/audit',
    ...forAdmins('support'),
    summary: 'The audit trail, newest first',
    query: page.extend({
      action: filter(z.enum(auditActions)),
      /** Id of a user: what they did, and what concerns them */
      person: filter(z.uuid()),
      /** In Asia/Kolkata */
      day: filter(date),
    }),
    response: z.array(auditView),
  }),
  listAccess: route({
    method: 'GET',
    path: '/api/users/me/access',
    access: 'signed-in',
    summary:
      "Who opened the caller's reports, prescriptions, collection details and messages, newest first; without the caller's own reads",
    query: page,
    response: z.array(accessView),
  }),
}
