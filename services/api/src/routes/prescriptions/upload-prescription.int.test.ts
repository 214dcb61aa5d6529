import { randomUUID } from 'node:crypto'
import { fileProblems } from '@jaanch/contracts/file-problems'
import {
  prescriptionFileLimit,
  prescriptionFileTexts,
  prescriptionRoutes,
} from '@jaanch/contracts/http/prescriptions'
import { refusal } from '@jaanch/tests/support/client'
import type { Customer } from '@jaanch/tests/support/people'
import { uploadInput, uploadPrescription } from '@jaanch/tests/support/prescriptions'
import { headOf } from '@jaanch/tests/support/read-tables'
import { whileLogRefuses } from '@jaanch/tests/support/refused-events'
import { dataUrl, jpeg, pdf, pdfOf, pdfWithPassword, png } from '@jaanch/tests/support/sample-files'
import type { Stack } from '@jaanch/tests/support/stack'
import { it } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

const { uploadPrescription: upload, getPrescription, listOwnPrescriptions } = prescriptionRoutes
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
  it.for([
    ['image/jpeg', 'image/jpeg', jpeg],
    ['image/jpg', 'image/jpeg', jpeg],
    ['image/png', 'image/png', png],
    ['application/pdf', 'application/pdf', pdf],
  ] as const)(
    'as %s waits for review, and is given back as %s',
    async ([type, kept, bytes], { admin, customer }) => {
      const uploaded = await uploadPrescription(customer, {
        fileUrl: dataUrl(type, bytes),
        originalFileName: 'Dr. Mehta.scan',
        notes: 'The second line is the dose',
      })
      expect(uploaded).toMatchObject({
        customerId: customer.id,
        customerName: 'Test Person',
        fileUrl: `/api/files/prescriptions/${uploaded.id}`,
        originalFileName: 'Dr. Mehta.scan',
        status: 'pending',
        notes: 'The second line is the dose',
        adminNotes: null,
        isProcessed: false,
        items: [],
      })
      const one = await customer.client.call(getPrescription, { params: { id: uploaded.id } })
      expect(one).toEqual({ ...uploaded, fileUrl: dataUrl(kept, bytes) })
      const { body } = await admin.client.ask(getPrescription, { params: { id: uploaded.id } })
      expect(body).toEqual(one)
    },
  )

  it('has at most 5 MB [S5.2 S7.6 V5.1.1]', async ({ customer }) => {
    const largest = pdfOf(prescriptionFileLimit)
    const { id } = await uploadPrescription(customer, { fileUrl: dataUrl('application/pdf', largest) })
    const { fileUrl } = await customer.client.call(getPrescription, { params: { id } })
    expect(fileUrl === dataUrl('application/pdf', largest)).toBe(true)
    for (const size of [1, 2, 3, 100_000]) {
      const answer = await ask(customer, {
        fileUrl: dataUrl('application/pdf', pdfOf(prescriptionFileLimit + size)),
      })
      expect(answer, `${size} more`).toMatchObject(refusal('too-large', tooLarge))
    }
  })

  it('is refused if the content is none that is taken, whatever its name and type [S5.2]', async ({
    customer,
  }) => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const html = '<!doctype html><script>alert(1)</script>'
    for (const fileUrl of [
      dataUrl('image/png', svg),
      dataUrl('application/pdf', Buffer.concat([Buffer.from(html), pdf])),
    ]) {
      const answer = await ask(customer, { fileUrl, originalFileName: 'scan.png' })
      expect(answer, fileUrl.slice(0, 60)).toMatchObject(refusal('unsupported-type', wrongType))
    }
  })

  it('is refused with a sentence if nobody can open it: half a photo, or a PDF with a password', async ({
    customer,
  }) => {
    for (const [fileUrl, text] of [
      [dataUrl('image/jpeg', jpeg.subarray(0, -4)), fileProblems.damagedPhoto],
      [dataUrl('application/pdf', pdfWithPassword), fileProblems.pdfPassword],
    ] as const)
      expect(await ask(customer, { fileUrl })).toMatchObject(refusal('unreadable-file', text))
  })

  it('stores no unknown fields of the request', async ({ admin, customer }) => {
    const id = randomUUID()
    const own = await uploadPrescription(customer, {
      id,
      customerId: admin.id,
      status: 'confirmed',
      isProcessed: true,
      adminNotes: 'mine',
    })
    expect(own).toMatchObject({
      customerId: customer.id,
      status: 'pending',
      isProcessed: false,
      adminNotes: null,
    })
    expect(own.id).not.toBe(id)
  })

  it('adds only ids to the log', async ({ stack, customer }) => {
    const { id } = await uploadPrescription(customer, { originalFileName: 'Asha Rao.pdf', notes: 'Diabetes' })
    const { rows } = await stack.database.asOwner('select * from log.events where stream_id = $1', [
      `prescription-${id}`,
    ])
    expect(rows).toMatchObject([
      {
        type: 'PrescriptionUploaded',
        data: { prescriptionId: id, customerId: customer.id },
        actor: `customer:${customer.id}`,
      },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/Asha|Diabetes|data:/)
  })
})

describe('an upload under an Idempotency-Key', () => {
  it('creates one prescription for repeated requests, in sequence and at the same time', async ({
    stack,
    customer,
  }) => {
    const idempotencyKey = randomUUID()
    const body = uploadInput({ notes: 'twice' })
    const before = await headOf(stack.database)
    const first = await customer.client.call(upload, { body, idempotencyKey })
    expect(await customer.client.call(upload, { body, idempotencyKey })).toEqual(first)
    expect(await headOf(stack.database)).toBe(before + 1)

    const together = { body, idempotencyKey: randomUUID() }
    const answers = await Promise.all(Array.from({ length: 8 }, () => customer.client.call(upload, together)))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await headOf(stack.database)).toBe(before + 2)
    const listed = await customer.client.call(listOwnPrescriptions, { query: { limit: 500 } })
    expect(listed.filter(({ notes }) => notes === 'twice')).toHaveLength(2)
  })

  it('is refused for another request, whichever field differs', async ({ customer }) => {
    const key = randomUUID()
    expect((await ask(customer, {}, key)).status).toBe(201)
    for (const change of [
      { fileUrl: dataUrl('application/pdf', pdfOf(pdf.length + 1)) },
      { fileUrl: dataUrl('image/png', png) },
      { originalFileName: 'another.pdf' },
      { notes: 'more' },
    ]) {
      expect(await ask(customer, change, key), Object.keys(change)[0]).toMatchObject(refusal('key-reused'))
    }
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
