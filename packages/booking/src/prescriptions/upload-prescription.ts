import { countRefused } from '@jaanch/account/uploads/check-file'
import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { onceOnly } from '@jaanch/eventlog/idempotency'
import { digestOf, type ReceivedFile, receiveFile } from '@jaanch/platform/files/receive-file'
import { takePlace } from '@jaanch/platform/http/request-gates'
import { serveRead } from '@jaanch/platform/http/served'
import { refuseBeyond } from '@jaanch/platform/limits/limits'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { Limits } from '../limits.ts'
import {
  prescriptionCalls,
  prescriptionFileLimit,
  prescriptionFileTexts,
  prescriptionFileTypes,
} from './api.ts'
import { decidePrescription, prescriptions, viewHandled, viewPrescription } from './command-prescription.ts'
import { prescriptionDecider } from './prescription.ts'

type Upload = Pick<BodyOf<typeof prescriptionCalls.uploadPrescription>, 'originalFileName' | 'notes'> & {
  id: string
  customerId: string
  requestHash: string
  file: ReceivedFile
}

const dayMs = 24 * 60 * 60 * 1_000
const rules = { types: prescriptionFileTypes, limit: prescriptionFileLimit, texts: prescriptionFileTexts }
const uploadsRow = z.object({ ofDay: z.number(), bytesOfDay: z.number(), bytes: z.number() })
const hashRow = z.object({ requestHash: z.string().nullable() })

/**
 * Uploads a prescription: first the file, under the prescription's id, then the event. If the process dies in between, nobody
 * sees the file; a repeated request completes the upload.
 */
export const uploadPrescription = serveRead(
  prescriptionCalls.uploadPrescription,
  async (call, { appender, db, logDb, limits, checkFile, now }) => {
    const { body, caller, idempotencyKey, request } = call
    const file = await receiveFile(body.fileUrl, rules)
    const { originalFileName, notes } = body
    const customerId = caller.userId
    const content = [file.contentType, await digestOf(file.bytes), originalFileName, notes]
    const once = onceOnly({ kind: 'prescription', userId: customerId, idempotencyKey, content })
    const { id, requestHash, appendId } = once

    async function find() {
      const stored = await findUpload(db, id)
      if (!stored) return undefined
      const view = async () => {
        const prescription = await prescriptions.load(logDb, id)
        return prescription && viewPrescription(db, prescription)
      }
      return { ...stored, view }
    }

    const earlier = await once.earlier(find)
    if (earlier) return earlier
    refuseTooMany(limits, await measureUploads(db, caller, id, now()), file.bytes.length)
    await checkFile(caller, file)
    await takePlace(request)
    const handled = await decidePrescription(
      { appender, logDb },
      {
        prescriptionId: id,
        appendId,
        caller,
        requestId: request.id,
        async beforeAppend() {
          const upload = { id, customerId, originalFileName, notes, requestHash, file }
          if ((await storeUpload(db, upload)) !== requestHash) throw new AppError('key-reused')
        },
      },
      (state) => prescriptionDecider.decide(state, { type: 'upload', prescriptionId: id, customerId }, now()),
    )
    return handled.refused === 'already-exists' ? once.created(find) : viewHandled(db, handled)
  },
)

type Uploads = z.output<typeof uploadsRow>

/**
 * The uploads of a customer: those of the last 24 hours, with the refused ones, and the bytes of all that are stored. Postgres knows a length
 * without reading the file.
 * @param id of an upload that is not counted, because an earlier attempt of the same request may have stored it
 */
async function measureUploads(
  db: CommonQueryMethods,
  caller: Caller,
  id: string,
  now: Date,
): Promise<Uploads> {
  const since = new Date(now.getTime() - dayMs).toISOString()
  const stored = await db.one(sql.type(uploadsRow)`
    select count(*) filter (where p.created_at > ${since}) as of_day,
           coalesce(sum(octet_length(f.bytes)) filter (where p.created_at > ${since}), 0) as bytes_of_day,
           coalesce(sum(octet_length(f.bytes)), 0) as bytes
      from prescriptions p left join prescription_files f on f.prescription_id = p.id
     where p.customer_id = ${caller.userId} and p.id <> ${id}`)
  const refused = await countRefused(db, caller, since)
  return {
    ...stored,
    ofDay: stored.ofDay + refused.files,
    bytesOfDay: stored.bytesOfDay + refused.bytes,
  }
}

/** @throws TooManyError */
function refuseTooMany(
  { uploads, uploadedBytes, storedBytes }: Limits,
  { ofDay, bytesOfDay, bytes }: Uploads,
  size: number,
): void {
  refuseBeyond(uploads, ofDay)
  refuseBeyond(uploadedBytes, bytesOfDay + size - 1)
  refuseBeyond(storedBytes, bytes + size - 1)
}

function findUpload(db: CommonQueryMethods, id: string): Promise<{ requestHash: string | null } | null> {
  return db.maybeOne(sql.type(hashRow)`select request_hash from prescriptions where id = ${id}`)
}

/**
 * Stores a file. That of the same request becomes new again: files without an event are collected after a day, and the event
 * follows now.
 * @returns the hash of the request whose file is stored under this id: the first one's
 */
function storeUpload(db: DatabasePool, upload: Upload): Promise<string | null | undefined> {
  const { id, customerId, originalFileName, notes, requestHash, file } = upload
  return db.transaction(async (tx) => {
    const { rowCount } = await tx.query(sql.unsafe`
      insert into prescriptions (id, customer_id, original_file_name, notes, request_hash)
      values (${id}, ${customerId}, ${originalFileName}, ${notes}, ${requestHash})
      on conflict (id) do update set created_at = excluded.created_at
        where prescriptions.request_hash = excluded.request_hash`)
    if (rowCount === 0) return (await findUpload(tx, id))?.requestHash
    await tx.query(sql.unsafe`
      insert into prescription_files (prescription_id, content_type, bytes)
      values (${id}, ${file.contentType}, ${sql.binary(file.bytes)})
      on conflict (prescription_id) do nothing`)
    return requestHash
  })
}
