import { AppError } from '@jaanch/contracts/errors'
import { headers } from '@jaanch/contracts/http/headers'
import { type PrescriptionView, prescriptionRoutes } from '@jaanch/contracts/http/prescriptions'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'slonik'
import type { Context } from '../../context.ts'
import { toDataUrl } from '../../files/receive-file.ts'
import { sendFile } from '../../files/send-file.ts'
import { serve } from '../../http/serve.ts'
import { prescriptionRow, presentPrescription } from '../../read-models/prescriptions.ts'
import { decodeCursor, linkNext } from '../../reads/paging.ts'
import { passBarrier } from '../../reads/read-tables.ts'
import { findPrescription } from './commanding.ts'
import { loadPrescriptionFile } from './files.ts'
import { type Listing, selectListing, selectOne } from './listing.ts'

export function servePrescriptionReads(app: FastifyInstance, context: Context): void {
  const { db } = context

  async function list(
    request: FastifyRequest,
    reply: FastifyReply,
    { cursor, ...asked }: Omit<Listing, 'after'> & { cursor: string | undefined },
  ): Promise<PrescriptionView[]> {
    const after = decodeCursor(cursor)
    const view = await passBarrier(context, reply)
    const rows = await db.any(sql.type(prescriptionRow)`${selectListing(view, { ...asked, after })}`)
    reply.header(headers.logPosition, String(rows[0]?.log_position ?? view.position))
    const last = rows.at(-1)
    if (last && rows.length === asked.limit) {
      linkNext(request, reply, { at: last.data.createdAt, id: last.data.prescriptionId })
    }
    return rows.map(presentPrescription)
  }

  serve(app, context, prescriptionRoutes.listOwnPrescriptions, ({ query, caller, request, reply }) =>
    list(request, reply, { caller, status: undefined, limit: query.limit, cursor: query.cursor }),
  )

  serve(app, context, prescriptionRoutes.listAllPrescriptions, ({ query, caller, request, reply }) =>
    list(request, reply, { caller, status: query.status, limit: query.limit, cursor: query.cursor }),
  )

  serve(app, context, prescriptionRoutes.getPrescription, async ({ params, caller, reply }) => {
    const view = await passBarrier(context, reply)
    const row = await db.maybeOne(sql.type(prescriptionRow)`${selectOne(view, caller, params.id)}`)
    if (!row) throw new AppError('not-found')
    reply.header(headers.logPosition, String(row.log_position))
    const file = await loadPrescriptionFile(db, params.id)
    return { ...presentPrescription(row), fileUrl: toDataUrl(file) }
  })

  serve(app, context, prescriptionRoutes.openPrescriptionFile, async ({ params, caller, reply }) => {
    await findPrescription(context, params.id, caller)
    return sendFile(reply, { ...(await loadPrescriptionFile(db, params.id)), kind: 'inline' })
  })
}
