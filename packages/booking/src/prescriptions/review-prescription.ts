import { onOffer } from '@jaanch/catalogue/packages/package-rows'
import { accept } from '@jaanch/contracts/decider'
import { AppError } from '@jaanch/contracts/errors'
import { identifyCommand } from '@jaanch/eventlog/idempotency'
import { serveCall } from '@jaanch/platform/http/served'
import { inTransaction } from '@jaanch/platform/postgres'
import type pg from 'pg'
import { sql } from 'slonik'
import { prescriptionCalls } from './api.ts'
import { decidePrescription, prescriptions, recordNotes, viewHandled } from './command-prescription.ts'
import { decideUpdate, prescriptionDecider } from './prescription.ts'

/** A repeated call changes nothing. */
export const addItem = serveCall(prescriptionCalls.addPrescriptionItem, async (call, services) => {
  const { db, logDb, now } = services
  const { params, body, caller, request } = call
  const { packageId } = body
  const isOnOffer = await db.exists(sql.unsafe`select from packages where id = ${packageId} and ${onOffer}`)
  const { appendId, beforeAppend } = await identifyCommand(logDb, prescriptionCalls.addPrescriptionItem, call)
  const target = { prescriptionId: params.id, appendId, beforeAppend, caller, requestId: request.id }
  const handled = await decidePrescription(services, target, (prescription) => {
    if (prescription.status !== 'none') {
      if (prescription.packageIds.includes(packageId)) return accept()
      if (!isOnOffer) throw new AppError('package-unavailable')
    }
    return prescriptionDecider.decide(prescription, { type: 'addItem', packageId }, now())
  })
  return recordNotes(services, caller, await viewHandled(services, handled))
})

/** A repeated call changes nothing. */
export const changePrescription = serveCall(prescriptionCalls.changePrescription, async (call, services) => {
  const { logDb, now } = services
  const { params, body, caller, request } = call
  const { appendId, beforeAppend, isSettled, settle } = await identifyCommand(
    logDb,
    prescriptionCalls.changePrescription,
    call,
  )
  if (isSettled) {
    const state = await prescriptions.load(logDb, params.id)
    const view = await viewHandled(services, { state, refused: undefined, appended: undefined })
    return recordNotes(services, caller, view)
  }
  const { adminNotes, ...update } = body
  const target = { prescriptionId: params.id, appendId, beforeAppend, caller, requestId: request.id }
  const handled = await decidePrescription(
    services,
    // in the transaction of the events, because readers of the event read the notes
    adminNotes === undefined
      ? target
      : {
          ...target,
          writeRows: (client) => writeNotes(client, params.id, adminNotes),
        },
    (prescription) => decideUpdate(prescription, update, now()),
  )
  if (!handled.refused && !handled.appended && adminNotes !== undefined) {
    await inTransaction(logDb, async (client) => {
      if (await settle(client)) await writeNotes(client, params.id, adminNotes)
    })
  }
  return recordNotes(services, caller, await viewHandled(services, handled))
})

/** Nothing is noted about a person who was erased. */
async function writeNotes(client: pg.ClientBase, id: string, adminNotes: string | null): Promise<void> {
  await client.query(
    `update prescriptions set admin_notes = $2
      where id = $1 and not exists (select from users where id = customer_id and erased_at is not null)`,
    [id, adminNotes],
  )
}
