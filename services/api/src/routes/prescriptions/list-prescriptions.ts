import { headers } from '@jaanch/contracts/http/headers'
import { type PrescriptionView, prescriptionRoutes } from '@jaanch/contracts/http/prescriptions'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'slonik'
import type { Context } from '../../context.ts'
import { serve } from '../../http/serve.ts'
import {
  type PrescriptionFilter,
  prescriptionRow,
  presentPrescription,
  selectPage,
} from '../../read-models/prescriptions.ts'
import { decodeCursor, linkNext } from '../../reads/paging.ts'
import { passBarrier } from '../../reads/read-tables.ts'
import { recordNotes } from './record-notes.ts'

export function registerListPrescriptions(app: FastifyInstance, context: Context): void {
  async function list(
    request: FastifyRequest,
    reply: FastifyReply,
    { cursor, ...filter }: Omit<PrescriptionFilter, 'after'> & { cursor: string | undefined },
  ): Promise<PrescriptionView[]> {
    const after = decodeCursor(cursor)
    const view = await passBarrier(context, reply)
    const rows = await view.reads.any(sql.type(prescriptionRow)`${selectPage(view, { ...filter, after })}`)
    reply.header(headers.logPosition, String(rows[0]?.logPosition ?? view.position))
    const last = rows.at(-1)
    if (last && rows.length === filter.limit) {
      linkNext(request, reply, { at: last.data.createdAt, id: last.data.prescriptionId })
    }
    return recordNotes(context, filter.caller, rows.map(presentPrescription))
  }

  serve(app, context, prescriptionRoutes.listOwnPrescriptions, ({ query, caller, request, reply }) =>
    list(request, reply, { caller, status: undefined, limit: query.limit, cursor: query.cursor }),
  )

  serve(app, context, prescriptionRoutes.listAllPrescriptions, ({ query, caller, request, reply }) =>
    list(request, reply, { caller, status: query.status, limit: query.limit, cursor: query.cursor }),
  )
}
