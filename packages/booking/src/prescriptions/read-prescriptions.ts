import type { Audit } from '@jaanch/account/audit/audit'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { headers } from '@jaanch/contracts/http/headers'
import { type ReceivedFile, toDataUrl } from '@jaanch/platform/files/receive-file'
import { sendFile } from '@jaanch/platform/files/send-file'
import { serveCall, serveRead } from '@jaanch/platform/http/served'
import { decodeCursor, linkIfFull } from '@jaanch/platform/reads/paging'
import { passBarrier, type Reads } from '@jaanch/platform/reads/read-tables'
import type { ReadQueries } from '@jaanch/platform/reads/replicas'
import type { FastifyReply, FastifyRequest } from 'fastify'
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
} from './table.ts'

export const listOwnPrescriptions = serveRead(
  prescriptionCalls.listOwnPrescriptions,
  ({ query: { limit, cursor }, caller, request, reply }, { barrier, replicas, audit }) =>
    list({ barrier, replicas, audit }, { request, reply }, { caller, status: undefined, limit, cursor }),
)

export const listAllPrescriptions = serveRead(
  prescriptionCalls.listAllPrescriptions,
  ({ query: { status, limit, cursor }, caller, request, reply }, { barrier, replicas, audit }) =>
    list({ barrier, replicas, audit }, { request, reply }, { caller, status, limit, cursor }),
)

async function list(
  { barrier, replicas, audit }: Reads & { audit: Audit },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { cursor, ...filter }: Omit<PrescriptionFilter, 'after'> & { cursor: string | undefined },
): Promise<PrescriptionView[]> {
  const after = decodeCursor(cursor)
  const view = await passBarrier({ barrier, replicas }, reply)
  const rows = await view.reads.any(sql.type(prescriptionRow)`${selectPage(view, { ...filter, after })}`)
  reply.header(headers.logPosition, String(rows[0]?.logPosition ?? view.position))
  linkIfFull({ request, reply, limit: filter.limit }, rows, (last) => ({
    at: last.data.createdAt,
    id: last.data.prescriptionId,
  }))
  await audit.recordListed(filter.caller, rows.length)
  return recordNotes(audit, filter.caller, rows.map(presentPrescription))
}

export const getPrescription = serveRead(
  prescriptionCalls.getPrescription,
  async ({ params, caller, reply }, { barrier, replicas, audit }) => {
    const view = await passBarrier({ barrier, replicas }, reply)
    const row = await view.reads.maybeOne(sql.type(prescriptionRow)`${selectOne(view, caller, params.id)}`)
    if (!row) throw new AppError('not-found')
    reply.header(headers.logPosition, String(row.logPosition))
    const file = await readPrescriptionFile(view.reads, params.id)
    await recordOpened(audit, row.data, caller)
    return { ...presentPrescription(row), fileUrl: toDataUrl(file) }
  },
)

export const openPrescriptionFile = serveCall(
  prescriptionCalls.openPrescriptionFile,
  async (call, { logDb, db, audit, downloads }) => {
    const { params, caller } = call
    const prescription = await prescriptions.load(logDb, params.id)
    if (!prescription || !maySeePrescription(caller, prescription)) throw new AppError('not-found')
    const file = await readPrescriptionFile(db, params.id)
    await recordOpened(audit, prescription, caller)
    return sendFile(downloads, call, { ...file, kind: 'inline' })
  },
)

function recordOpened(
  audit: Audit,
  { prescriptionId, customerId }: { prescriptionId: string; customerId: string },
  caller: Caller,
): Promise<void> {
  const [actor, object] = [actorOf(caller), `prescription:${prescriptionId}`]
  return audit.record({ action: 'prescription-opened', actor, userId: customerId, object })
}

const fileRow = z.object({
  contentType: z.enum(prescriptionFileTypes),
  bytes: z.custom<Buffer<ArrayBuffer>>(),
  originalFileName: z.string(),
})

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
