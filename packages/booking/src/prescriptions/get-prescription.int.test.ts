import { randomUUID } from 'node:crypto'
import { openFile, uploadPrescription } from '@jaanch/tests/support/prescriptions'
import { dataUrl, pdf, png } from '@jaanch/tests/support/sample-files'
import type { Stack } from '@jaanch/tests/support/stack'
import { it } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { prescriptionCalls } from './api.ts'

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
