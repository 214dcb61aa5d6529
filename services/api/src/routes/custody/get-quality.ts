import { AppError } from '@jaanch/contracts/errors'
import { qualityRoutes } from '@jaanch/contracts/http/quality'
import type { FastifyInstance } from 'fastify'
import { readQuality } from '../../read-models/quality.ts'
import { passBarrier, type Reads } from '../../reads/read-tables.ts'

export function registerGetQuality(app: FastifyInstance, parts: Reads): void {
  app.serveUnplaced(qualityRoutes.getQuality, async ({ query: { days, lab }, caller, reply }) => {
    if (lab && caller.role !== 'admin')
      throw new AppError('malformed', 'Only an admin can ask for the quality of a lab.')
    const view = await passBarrier(parts, reply)
    const labPartnerId = caller.role === 'admin' ? (lab ?? null) : caller.labPartnerId
    // an account of a lab without a lab sees nothing
    if (labPartnerId === null && caller.role !== 'admin') throw new AppError('not-found')
    return readQuality(view.reads, view, { labPartnerId, days })
  })
}
