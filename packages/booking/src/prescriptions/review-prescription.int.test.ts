import { randomUUID } from 'node:crypto'
import { refusal } from '@jaanch/tests/support/client'
import { eventTypes } from '@jaanch/tests/support/events'
import { createPackage, type Person } from '@jaanch/tests/support/people'
import { uploadPrescription } from '@jaanch/tests/support/prescriptions'
import type { Stack } from '@jaanch/tests/support/stack'
import { it } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { prescriptionCalls } from './api.ts'

const { addPrescriptionItem, changePrescription } = prescriptionCalls

type Change = { status?: string; adminNotes?: string | null; isProcessed?: boolean }
const change = (admin: Person, id: string, body: Change) =>
  admin.client.ask(changePrescription, { params: { id }, body })
const add = (admin: Person, id: string, chosen: string) =>
  admin.client.ask(addPrescriptionItem, { params: { id }, body: { packageId: chosen } })

const typesOf = async (stack: Stack, id: string) =>
  (await eventTypes(stack, `prescription-${id}`)).map((type) => type.replace('Prescription', ''))

describe('the packages of a prescription', () => {
  it('are added one by one, each once [S2.14.5]', async ({ stack, admin, customer, packageId }) => {
    const second = await createPackage(stack.database, { name: 'HbA1c', price: 30_000 })
    const { id } = await uploadPrescription(customer)
    await add(admin, id, packageId)
    await add(admin, id, second)
    const again = await add(admin, id, packageId)
    expect(again).toMatchObject({
      status: 201,
      body: {
        id,
        status: 'pending',
        items: [
          { packageId, name: 'Thyroid Profile', price: 499 },
          { packageId: second, name: 'HbA1c', price: 300 },
        ],
      },
    })
    expect(await typesOf(stack, id)).toEqual(['Uploaded', 'ItemAdded', 'ItemAdded'])
  })

  it('must be on offer', async ({ stack, admin, customer }) => {
    const [withdrawn, deleted] = [await createPackage(stack.database), await createPackage(stack.database)]
    await stack.database.asOwner('update packages set is_active = false where id = $1', [withdrawn])
    await stack.database.asOwner('update packages set deleted_at = now() where id = $1', [deleted])
    const { id } = await uploadPrescription(customer)
    for (const one of [withdrawn, deleted, randomUUID()]) {
      expect(await add(admin, id, one)).toMatchObject(refusal('package-unavailable'))
    }
    expect(await typesOf(stack, id)).toEqual(['Uploaded'])
  })

  it('stay when they are withdrawn later, and cannot be added after the decision', async ({
    stack,
    admin,
    customer,
    packageId,
  }) => {
    const soon = await createPackage(stack.database)
    const { id } = await uploadPrescription(customer)
    await add(admin, id, soon)
    await stack.database.asOwner('update packages set is_active = false where id = $1', [soon])
    await change(admin, id, { status: 'declined' })
    expect((await add(admin, id, soon)).status).toBe(201)
    expect(await add(admin, id, packageId)).toMatchObject(refusal('wrong-status'))
  })
})

describe('the review of a prescription', () => {
  it('is refused as a whole: notes of an impossible step are not stored', async ({ admin, customer }) => {
    const { id } = await uploadPrescription(customer)
    await change(admin, id, { adminNotes: 'first' })
    expect(await change(admin, id, { status: 'confirmed', adminNotes: 'second' })).toMatchObject(
      refusal('wrong-status'),
    )
    expect((await change(admin, id, {})).body).toMatchObject({ adminNotes: 'first', status: 'pending' })
  })

  it('keeps notes that the request leaves out, and clears them if empty [S2.14.5]', async ({
    admin,
    customer,
  }) => {
    const { id } = await uploadPrescription(customer)
    const notesAfter = async (body: Change) => (await change(admin, id, body)).body.adminNotes
    expect(await notesAfter({ adminNotes: 'Call back' })).toBe('Call back')
    expect(await notesAfter({ status: 'processing' })).toBe('Call back')
    expect(await notesAfter({ adminNotes: '' })).toBeNull()
  })

  it('handles several admins at the same time: one review, one of their notes', async ({
    stack,
    admin,
    customer,
  }) => {
    const { id } = await uploadPrescription(customer)
    const notes = ['one', 'two', 'three', 'four']
    const answers = await Promise.all(
      notes.map((adminNotes) => change(admin, id, { status: 'processing', isProcessed: true, adminNotes })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await typesOf(stack, id)).toEqual(['Uploaded', 'Reviewed'])
    const { rows } = await stack.database.asOwner('select admin_notes from prescriptions where id = $1', [id])
    expect(notes).toContain(rows[0].admin_notes)
  })
})

describe('an update that is sent again with its Idempotency-Key', () => {
  it('does not restore notes that were changed meanwhile, also if it changed nothing else', async ({
    admin,
    customer,
  }) => {
    const { id } = await uploadPrescription(customer)
    const note = { params: { id }, body: { adminNotes: 'first' }, idempotencyKey: randomUUID() }
    expect((await admin.client.ask(changePrescription, note)).body).toMatchObject({ adminNotes: 'first' })
    await change(admin, id, { adminNotes: 'second' })
    expect(await admin.client.ask(changePrescription, note)).toMatchObject({
      status: 200,
      body: { adminNotes: 'second' },
    })
    const other = { ...note, body: { adminNotes: 'third' } }
    expect(await admin.client.ask(changePrescription, other)).toMatchObject(refusal('key-reused'))
  })
})
