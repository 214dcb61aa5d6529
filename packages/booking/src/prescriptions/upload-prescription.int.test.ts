import { randomUUID } from 'node:crypto'
import { fileProblems } from '@jaanch/contracts/files'
import { refusal } from '@jaanch/tests/support/client'
import type { Customer } from '@jaanch/tests/support/people'
import { uploadInput, uploadPrescription } from '@jaanch/tests/support/prescriptions'
import { headOf } from '@jaanch/tests/support/read-tables'
import { whileLogRefuses } from '@jaanch/tests/support/refused-events'
import { dataUrl, jpeg, pdfOf, pdfWithPassword, png } from '@jaanch/tests/support/sample-files'
import type { Stack } from '@jaanch/tests/support/stack'
import { it } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { prescriptionCalls, prescriptionFileLimit, prescriptionFileTexts } from './api.ts'

const { uploadPrescription: upload, getPrescription, listOwnPrescriptions } = prescriptionCalls
const { tooLarge, wrongType } = prescriptionFileTexts

const ask = (customer: Customer, change: Record<string, unknown>, idempotencyKey?: string) =>
  customer.client.ask(upload, { body: uploadInput(change), ...(idempotencyKey && { idempotencyKey }) })

async function rowsOf(stack: Stack, id: string): Promise<number> {
  const { rows } = await stack.database.asOwner(
    'select (select count(*) from prescriptions where id = $1)::int + (select count(*) from prescription_files where prescription_id = $1)::int as n',
    [id],
  )
  return rows[0].n
}

describe('an uploaded prescription', () => {
  it('waits for review, and is given back with its file to its customer and to admins', async ({
    admin,
    customer,
  }) => {
    const typed = { originalFileName: 'Dr. Mehta.scan', notes: 'The second line is the dose' }
    const uploaded = await uploadPrescription(customer, { fileUrl: dataUrl('image/jpg', jpeg), ...typed })
    expect(uploaded).toMatchObject({
      ...typed,
      ...{ customerId: customer.id, customerName: 'Test Person', status: 'pending', isProcessed: false },
      ...{ fileUrl: `/api/files/prescriptions/${uploaded.id}`, adminNotes: null, items: [] },
    })
    const params = { id: uploaded.id }
    const one = await customer.client.call(getPrescription, { params })
    expect(one).toEqual({ ...uploaded, fileUrl: dataUrl('image/jpeg', jpeg) })
    expect(await admin.client.call(getPrescription, { params })).toEqual(one)
  })

  it('has at most 5 MB, a type that is taken, and opens in a viewer [S5.2 S7.6 V5.1.1]', async ({
    customer,
  }) => {
    const withFile = (fileUrl: string) => ask(customer, { fileUrl })
    const largest = pdfOf(prescriptionFileLimit)
    expect((await withFile(dataUrl('application/pdf', largest))).status).toBe(201)
    const larger = pdfOf(prescriptionFileLimit + 1)
    expect(await withFile(dataUrl('application/pdf', larger))).toMatchObject(refusal('too-large', tooLarge))
    expect(await withFile(dataUrl('image/png', '<svg/>'))).toMatchObject(
      refusal('unsupported-type', wrongType),
    )
    expect(await withFile(dataUrl('application/pdf', pdfWithPassword))).toMatchObject(
      refusal('unreadable-file', fileProblems.pdfPassword),
    )
  })
})

describe('an upload under an Idempotency-Key', () => {
  it('creates one prescription for requests that arrive at the same time, and is refused with other content', async ({
    stack,
    customer,
  }) => {
    const idempotencyKey = randomUUID()
    const together = { body: uploadInput({ notes: 'twice' }), idempotencyKey }
    const before = await headOf(stack.database)
    const answers = await Promise.all(Array.from({ length: 8 }, () => customer.client.call(upload, together)))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await headOf(stack.database)).toBe(before + 1)
    for (const change of [{ fileUrl: dataUrl('image/png', png) }, { originalFileName: 'another.pdf' }, {}])
      expect(await ask(customer, change, idempotencyKey)).toMatchObject(refusal('key-reused'))
  })

  it('completes an upload whose process died between file and event', async ({ stack, admin, customer }) => {
    const key = randomUUID()
    const id = await whileLogRefuses(stack.database, 'PrescriptionUploaded', async () => {
      expect((await ask(customer, {}, key)).status).toBe(500)
      const { rows } = await stack.database.asOwner(
        'select id from prescriptions order by created_at desc limit 1',
      )
      return rows[0].id
    })
    expect(await rowsOf(stack, id)).toBe(2)

    const listed = await customer.client.call(listOwnPrescriptions, { query: { limit: 500 } })
    expect(listed.map((row) => row.id)).not.toContain(id)
    for (const { client } of [customer, admin]) {
      expect(await client.ask(getPrescription, { params: { id } })).toMatchObject(refusal('not-found'))
    }
    const answer = await ask(customer, {}, key)
    expect(answer).toMatchObject({ status: 201, body: { id } })
    expect(await rowsOf(stack, id)).toBe(2)
  })
})

describe('large files', () => {
  it('do not block other requests [V5.2.1]', async ({ visitor, customer }) => {
    const body = JSON.stringify(
      uploadInput({ fileUrl: dataUrl('application/pdf', pdfOf(prescriptionFileLimit)) }),
    )
    const headers = { 'content-type': 'application/json' }
    let isOver = false
    const uploads = Promise.all(
      Array.from({ length: 5 }, () =>
        customer.client.raw('/api/prescriptions', { method: 'POST', body, headers }),
      ),
    ).finally(() => {
      isOver = true
    })
    let answeredMeanwhile = 0
    while (!isOver) {
      await visitor.raw('/api/health')
      if (!isOver) answeredMeanwhile += 1
    }
    expect((await uploads).map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(answeredMeanwhile).toBeGreaterThan(5)
  })
})
