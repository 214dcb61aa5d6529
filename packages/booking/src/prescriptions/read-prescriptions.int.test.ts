import { randomUUID } from 'node:crypto'
import { nextPage, readAll } from '@jaanch/tests/support/client'
import { createPackage } from '@jaanch/tests/support/people'
import { openFile, uploadPrescription } from '@jaanch/tests/support/prescriptions'
import { dataUrl, pdf, png } from '@jaanch/tests/support/sample-files'
import type { Stack } from '@jaanch/tests/support/stack'
import { type Fixtures, it } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { type PrescriptionView, prescriptionCalls } from './api.ts'

const { listOwnPrescriptions, listAllPrescriptions, addPrescriptionItem, changePrescription } =
  prescriptionCalls

const uploads: PrescriptionView[] = []

it.beforeAll(async ({ customer, otherCustomer }) => {
  for (let n = 0; n < 7; n += 1) uploads.unshift(await uploadPrescription(n % 2 ? otherCustomer : customer))
})

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** The admin's list, without the prescriptions of other tests */
async function listOurs(
  { admin, customer, otherCustomer }: Pick<Fixtures, 'admin' | 'customer' | 'otherCustomer'>,
  query: { status?: PrescriptionView['status'] } = {},
): Promise<PrescriptionView[]> {
  const all = await admin.client.call(listAllPrescriptions, { query: { ...query, limit: 500 } })
  return all.filter(({ customerId }) => [customer.id, otherCustomer.id].includes(customerId))
}

describe("a customer's list", () => {
  it('contains only their own prescriptions, newest first [S7.6]', async ({ customer }) => {
    const own = await customer.client.call(listOwnPrescriptions)
    expect(own).toEqual(uploads.filter(({ customerId }) => customerId === customer.id))
    expect(own).toHaveLength(4)
  })

  it('is read in pages, each prescription once', async ({ customer }) => {
    const paged = await readAll(customer.client, `${listOwnPrescriptions.path}?limit=3`)
    expect(paged).toEqual(await customer.client.call(listOwnPrescriptions))
  })
})

describe("the admin's list", () => {
  it('contains all prescriptions with current names and without files [S7.6]', async ({
    stack,
    admin,
    customer,
    otherCustomer,
  }) => {
    await stack.database.asOwner('update users set name = $2 where id = $1', [customer.id, 'Asha Rao-Mehta'])
    const all = await listOurs({ admin, customer, otherCustomer })
    expect(all).toHaveLength(7)
    for (const row of all) {
      expect(row.fileUrl).toBe(`/api/files/prescriptions/${row.id}`)
      expect(row.customerName).toBe(row.customerId === customer.id ? 'Asha Rao-Mehta' : 'Test Person')
    }
  })

  it('can be filtered by status', async ({ admin, customer, otherCustomer }) => {
    const [first, second] = uploads
    await admin.client.call(changePrescription, {
      params: { id: first?.id ?? '' },
      body: { status: 'processing', isProcessed: true },
    })
    await admin.client.call(changePrescription, {
      params: { id: second?.id ?? '' },
      body: { status: 'declined' },
    })
    const idsIn = async (status: PrescriptionView['status']) =>
      idsOf(await listOurs({ admin, customer, otherCustomer }, { status }))
    expect(await idsIn('processing')).toEqual([first?.id])
    expect(await idsIn('declined')).toEqual([second?.id])
    expect(await idsIn('confirmed')).toEqual([])
    expect(await idsIn('pending')).toHaveLength(5)
    const page = await admin.client.ask(listAllPrescriptions, { query: { status: 'pending', limit: 4 } })
    expect(nextPage(page.headers)).toContain('status=pending')
  })

  it('shows the chosen packages in their order with current names and prices, even if withdrawn', async ({
    stack,
    admin,
    customer,
  }) => {
    const [thyroid, sugar] = [
      await createPackage(stack.database, { name: 'Thyroid Profile', price: 49_900 }),
      await createPackage(stack.database, { name: 'HbA1c', price: 30_050 }),
    ]
    const { id } = await uploadPrescription(customer)
    for (const packageId of [sugar, thyroid]) {
      await admin.client.call(addPrescriptionItem, { params: { id }, body: { packageId } })
    }
    await stack.database.asOwner(
      "update packages set price = 35075, name = 'HbA1c (sugar)', is_active = false where id = $1",
      [sugar],
    )
    const expected = [
      { packageId: sugar, name: 'HbA1c (sugar)', price: 350.75 },
      { packageId: thyroid, name: 'Thyroid Profile', price: 499 },
    ]
    expect((await admin.client.call(listAllPrescriptions))[0]).toMatchObject({ id, items: expected })
    expect((await customer.client.call(listOwnPrescriptions))[0]).toMatchObject({ id, items: expected })
  })
})

const open = (stack: Stack, path: string, token?: string) => openFile(stack.url, path, token)

describe("a prescription's file", () => {
  it.for([
    ['image/png', png, 'scan.png'],
    ['application/pdf', pdf, 'letter.pdf'],
  ] as const)(
    'opens in a browser as %s and as nothing else [V3.2.1 V5.3.1]',
    async ([type, bytes, originalFileName], { stack, admin, customer }) => {
      const { fileUrl } = await uploadPrescription(customer, {
        fileUrl: dataUrl(type, bytes),
        originalFileName,
      })
      for (const { token } of [customer, admin]) {
        const answer = await open(stack, fileUrl, token)
        expect(answer.status).toBe(200)
        expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          'content-type': type,
          'content-length': String(bytes.length),
          'content-disposition': `inline; filename="${originalFileName}"; filename*=UTF-8''${originalFileName}`,
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-store',
        })
        const policy = answer.headers.get('content-security-policy')
        expect(policy).toMatch(/^sandbox; default-src 'none';/)
        expect(policy).not.toContain('allow-')
        expect(policy).not.toContain('script')
      }
    },
  )
})

describe('opening a file', () => {
  it('gives 404 for unknown ids and for incomplete uploads', async ({ stack, admin, customer }) => {
    const orphan = randomUUID()
    await stack.database.asOwner(
      "insert into prescriptions (id, customer_id, original_file_name) values ($1, $2, 'a.pdf')",
      [orphan, customer.id],
    )
    await stack.database.asOwner(
      "insert into prescription_files (prescription_id, content_type, bytes) values ($1, 'application/pdf', $2)",
      [orphan, pdf],
    )
    const { path } = prescriptionCalls.openPrescriptionFile
    const statusOf = async (id: string, token: string) =>
      (await open(stack, path.replace(':id', id), token)).status
    for (const { token } of [customer, admin]) {
      for (const id of [randomUUID(), orphan, 'x']) expect(await statusOf(id, token), id).toBe(404)
      // no address has a hidden separator
      for (const id of ['..%2F..%2Fetc%2Fpasswd', `${orphan}%00`])
        expect(await statusOf(id, token), id).toBe(400)
    }
  })
})
