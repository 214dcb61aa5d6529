import { instant, line, optional, withoutContent } from '@jaanch/contracts/http/fields'
import { forAdmins, route } from '@jaanch/contracts/http/route'
import { z } from 'zod'

/** A notice that operators show to everybody who uses the client. */
const maintenanceNotice = z.object({
  id: z.int().positive(),
  text: z.string(),
  /** Null: at once */
  from: instant.nullable(),
  /** Null: until it is cleared */
  until: instant.nullable(),
})
export type MaintenanceNotice = z.output<typeof maintenanceNotice>

const maintenanceView = z.object({
  /** The one that is shown now or later; null if there is none, or it has ended */
  notice: maintenanceNotice.nullable(),
})
export type MaintenanceView = z.output<typeof maintenanceView>

const noticeInput = z
  .object({ text: line(200), from: optional(instant), until: optional(instant) })
  .refine(({ from, until }) => !from || !until || from < until, {
    path: ['until'],
    message: 'It must end after it begins',
  })

export const maintenanceCalls = {
  getMaintenance: route({
    method: 'GET',
    path: '/api/maintenance',
    access: 'public',
    summary: 'What operators tell everybody, for example when Jaanch will not be reachable',
    response: maintenanceView,
  }),
  setMaintenance: route({
    method: 'POST',
    path: '/api/operations/maintenance',
    ...forAdmins('operator'),
    confirmed: true,
    summary: 'Tells everybody something, in place of what was told before',
    body: noticeInput,
    response: maintenanceView,
  }),
  clearMaintenance: route({
    method: 'POST',
    path: '/api/operations/maintenance/clear',
    ...forAdmins('operator'),
    summary: 'Ends what everybody is told',
    /** The one that the operator saw: one that was set meanwhile stays */
    body: z.object({ id: z.int().positive() }),
    ...withoutContent,
  }),
}
