import { idParams, instant, withoutContent } from '@jaanch/contracts/http/fields'
import { forAdmins, route } from '@jaanch/contracts/http/route'
import { z } from 'zod'

const quarantined = z.object({
  id: z.uuid(),
  /** The user who uploaded it */
  userId: z.uuid(),
  /** The name that the scanner gives the malware */
  signature: z.string(),
  contentType: z.string(),
  bytes: z.int().nonnegative(),
  at: instant,
})
export type QuarantinedView = z.output<typeof quarantined>

export const operationsQuarantineCalls = {
  listQuarantine: route({
    method: 'GET',
    path: '/api/operations/quarantine',
    ...forAdmins('support', 'operator'),
    summary: 'The newest hundred uploads in which the scanner found malware',
    response: z.array(quarantined),
  }),
  saveQuarantined: route({
    method: 'GET',
    path: '/api/operations/quarantine/:id/file',
    ...forAdmins('operator'),
    summary: 'An upload with malware, to examine it. Each is in the audit trail',
    params: idParams,
    response: 'file',
  }),
  deleteQuarantined: route({
    method: 'DELETE',
    path: '/api/operations/quarantine/:id',
    ...forAdmins('operator'),
    confirmed: true,
    summary: 'Deletes an upload with malware before its 30 days are over',
    params: idParams,
    ...withoutContent,
  }),
}
