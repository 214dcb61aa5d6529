import type { FileCheck } from '@jaanch/account/uploads/check-file'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { headers } from '@jaanch/contracts/http/headers'
import type { EventLog } from '@jaanch/eventlog/event-log'
import { type ReceivedFile, toDataUrl } from '@jaanch/platform/files/receive-file'
import { type Downloads, sendFile } from '@jaanch/platform/files/send-file'
import type { Limits } from '@jaanch/platform/limits/limits'
import { decodeCursor, linkIfFull } from '@jaanch/platform/reads/paging'
import { passBarrier, type Reads } from '@jaanch/platform/reads/read-tables'
import type { ReadQueries } from '@jaanch/platform/reads/replica'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'slonik'
import { z } from 'zod'
import { maySeePrescription } from '../policies.ts'
import { type PrescriptionView, prescriptionCalls, prescriptionFileTypes } from './api.ts'
import { prescriptions, recordNotes } from './command-prescription.ts'
import {
  type PrescriptionFilter,
  prescriptionRow,
  presentPrescription,
  selectOne,
  selectPage,
} from './prescription-rows.ts'
import { registerReviewPrescription } from './review-prescription.ts'
import { registerUploadPrescription } from './upload-prescription.ts'

type Parts = FileCheck & Downloads & Reads & EventLog & { limits: Limits; now: () => Date }

export function registerPrescriptionRoutes(app: FastifyInstance, parts: Parts): void {
  registerUploadPrescription(app, parts)
  registerListPrescriptions(app, parts)
  registerGetPrescription(app, parts)
  registerReviewPrescription(app, parts)
}

function registerListPrescriptions(app: FastifyInstance, parts: Parts): void {
  async function list(
    request: FastifyRequest,
    reply: FastifyReply,
    { cursor, ...filter }: Omit<PrescriptionFilter, 'after'> & { cursor: string | undefined },
  ): Promise<PrescriptionView[]> {
    const after = decodeCursor(cursor)
    const view = await passBarrier(parts, reply)
    const rows = await view.reads.any(sql.type(prescriptionRow)`${selectPage(view, { ...filter, after })}`)
    reply.header(headers.logPosition, String(rows[0]?.logPosition ?? view.position))
    linkIfFull({ request, reply, limit: filter.limit }, rows, (last) => ({
      at: last.data.createdAt,
      id: last.data.prescriptionId,
    }))
    await parts.audit.recordListed(filter.caller, rows.length)
    return recordNotes(parts, filter.caller, rows.map(presentPrescription))
  }

  app.serveUnplaced(prescriptionCalls.listOwnPrescriptions, ({ query, caller, request, reply }) =>
    list(request, reply, { caller, status: undefined, limit: query.limit, cursor: query.cursor }),
  )

  app.serveUnplaced(prescriptionCalls.listAllPrescriptions, ({ query, caller, request, reply }) =>
    list(request, reply, { caller, status: query.status, limit: query.limit, cursor: query.cursor }),
  )
}

const fileRow = z.object({
  contentType: z.enum(prescriptionFileTypes),
  bytes: z.custom<Buffer<ArrayBuffer>>(),
  originalFileName: z.string(),
})

function registerGetPrescription(app: FastifyInstance, parts: Parts): void {
  const { db, logDb, audit } = parts

  function recordRead(prescriptionId: string, customerId: string, caller: Caller): Promise<void> {
    const [actor, object] = [actorOf(caller), `prescription:${prescriptionId}`]
    return audit.record({ action: 'prescription-opened', actor, userId: customerId, object })
  }

  app.serveUnplaced(prescriptionCalls.getPrescription, async ({ params, caller, reply }) => {
    const view = await passBarrier(parts, reply)
    const row = await view.reads.maybeOne(sql.type(prescriptionRow)`${selectOne(view, caller, params.id)}`)
    if (!row) throw new AppError('not-found')
    reply.header(headers.logPosition, String(row.logPosition))
    const file = await readPrescriptionFile(view.reads, params.id)
    await recordRead(params.id, row.data.customerId, caller)
    return { ...presentPrescription(row), fileUrl: toDataUrl(file) }
  })

  app.serve(prescriptionCalls.openPrescriptionFile, async (call) => {
    const { params, caller } = call
    const prescription = await prescriptions.load(logDb, params.id)
    if (!prescription || !maySeePrescription(caller, prescription)) throw new AppError('not-found')
    const file = await readPrescriptionFile(db, params.id)
    await recordRead(params.id, prescription.customerId, caller)
    return sendFile(parts, call, { ...file, kind: 'inline' })
  })
}

/**
 * @returns the file with the name that the customer gave it
 * @throws AppError not-found if it was erased with its account
 */
async function readPrescriptionFile(
  db: ReadQueries,
  prescriptionId: string,
): Promise<ReceivedFile & { name: string }> {
  const row = await db.maybeOne(sql.type(fileRow)`
    select f.content_type, f.bytes, p.original_file_name
      from prescription_files f join prescriptions p on p.id = f.prescription_id
     where f.prescription_id = ${prescriptionId}`)
  if (!row) throw new AppError('not-found', 'This prescription was deleted with its account.')
  return { contentType: row.contentType, bytes: row.bytes, name: row.originalFileName }
}
