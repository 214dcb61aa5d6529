import { headers } from '@jaanch/contracts/http/headers'
import { type PrescriptionView, prescriptionRoutes } from '@jaanch/contracts/http/prescriptions'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'slonik'
import type { Audit } from '../../auth/audit.ts'
import {
  type PrescriptionFilter,
  prescriptionRow,
  presentPrescription,
  selectPage,
} from '../../read-models/prescriptions.ts'
import { decodeCursor, linkNext } from '../../reads/paging.ts'
import { passBarrier, type Reads } from '../../reads/read-tables.ts'
import { recordNotes } from './record-notes.ts'

export function registerListPrescriptions(app: FastifyInstance, parts: Reads & { audit: Audit }): void {
  async function list(
    request: FastifyRequest,
    reply: FastifyReply,
    { cursor, ...filter }: Omit<PrescriptionFilter, 'after'> & { cursor: string | undefined },
  ): Promise<PrescriptionView[]> {
    const after = decodeCursor(cursor)
    const view = await passBarrier(parts, reply)
    const rows = await view.reads.any(sql.type(prescriptionRow)`${selectPage(view, { ...filter, after })}`)
    reply.header(headers.logPosition, String(rows[0]?.logPosition ?? view.position))
    const last = rows.at(-1)
    if (last && rows.length === filter.limit) {
      linkNext(request, reply, { at: last.data.createdAt, id: last.data.prescriptionId })
    }
    await parts.audit.recordListed(filter.caller, rows.length)
    return recordNotes(parts, filter.caller, rows.map(presentPrescription))
  }

  app.serveUnplaced(prescriptionRoutes.listOwnPrescriptions, ({ query, caller, request, reply }) =>
    list(request, reply, { caller, status: undefined, limit: query.limit, cursor: query.cursor }),
  )

  app.serveUnplaced(prescriptionRoutes.listAllPrescriptions, ({ query, caller, request, reply }) =>
    list(request, reply, { caller, status: query.status, limit: query.limit, cursor: query.cursor }),
  )
}
