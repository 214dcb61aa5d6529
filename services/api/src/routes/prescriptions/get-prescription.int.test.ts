import { randomUUID } from 'node:crypto'
import { filesCookie } from '@jaanch/api/auth/files-cookie'
import { prescriptionRoutes } from '@jaanch/contracts/http/prescriptions'
import { createCustomer } from '@jaanch/tests/support/people'
import { openFile, uploadPrescription } from '@jaanch/tests/support/prescriptions'
import { dataUrl, jpeg, pdf, png } from '@jaanch/tests/support/sample-files'
import type { Stack } from '@jaanch/tests/support/stack'
import { it } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

const open = (stack: Stack, path: string, token?: string) => openFile(stack.url, path, token)

describe("a prescription's file", () => {
  it.for([
    ['image/jpeg', jpeg, 'photo.jpg'],
    ['image/png', png, 'scan.png'],
    ['application/pdf', pdf, 'letter.pdf'],
  ] as const)(
    'opens in a browser as %s and as nothing else',
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

  it('keeps its content type, even if a browser could read it as a page', async ({ stack, customer }) => {
    const script = '<!doctype html><script>alert(1)</script>'
    const polyglot = Buffer.concat([jpeg, Buffer.from(script)])
    const { fileUrl } = await uploadPrescription(customer, {
      fileUrl: dataUrl('image/jpeg', polyglot),
      originalFileName: 'page.html',
    })
    const answer = await open(stack, fileUrl, customer.token)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-disposition')).toContain('filename="page.html.jpg"')
  })

  it.for([
    ['../../../etc/passwd', 'inline; filename="passwd.pdf"; filename*=UTF-8\'\'passwd.pdf'],
    ['C:\\fakepath\\scan.pdf', 'inline; filename="scan.pdf"; filename*=UTF-8\'\'scan.pdf'],
    [
      'a"; filename="b.exe.pdf',
      'inline; filename="a ; filename= b.exe.pdf"; filename*=UTF-8\'\'a%20%3B%20filename%3D%20b.exe.pdf',
    ],
    [
      'a\r\nset-cookie: files_token=x\r\n\r\n<script>.pdf',
      'inline; filename="a set-cookie files_token=x script .pdf"; filename*=UTF-8\'\'a%20set-cookie%20files_token%3Dx%20script%20.pdf',
    ],
    [
      'पर्ची.pdf',
      'inline; filename="_____.pdf"; filename*=UTF-8\'\'%E0%A4%AA%E0%A4%B0%E0%A5%8D%E0%A4%9A%E0%A5%80.pdf',
    ],
  ])('called %j is offered as %s', async ([originalFileName, disposition], { stack, customer }) => {
    const { fileUrl, ...uploaded } = await uploadPrescription(customer, { originalFileName })
    expect(uploaded.originalFileName).toBe(originalFileName)
    const { headers } = await open(stack, fileUrl, customer.token)
    expect(headers.get('content-disposition')).toBe(disposition)
    expect(headers.get('set-cookie')).toBeNull()
  })
})

describe('opening a file', () => {
  it('requires the cookie of its customer or of an admin', async ({
    stack,
    admin,
    customer,
    otherCustomer,
    lab,
  }) => {
    const { fileUrl } = await uploadPrescription(customer)
    const expected: [string | undefined, number][] = [
      [customer.token, 200],
      [admin.token, 200],
      [otherCustomer.token, 404],
      [lab.token, 403],
      [undefined, 401],
      ['', 401],
      ['nonsense', 401],
      [`${customer.token.slice(0, -2)}xx`, 401],
    ]
    for (const [token, status] of expected) {
      const answer = await open(stack, fileUrl, token)
      expect({ token, status: answer.status }).toEqual({ token, status })
      if (status !== 200) expect(answer.headers.get('content-type')).toContain('application/json')
    }
  })

  it('is possible with the token of a page without the cookie, but not with one in the address', async ({
    stack,
    customer,
    otherCustomer,
  }) => {
    const { fileUrl } = await uploadPrescription(customer)
    const openWith = async (token: string) =>
      (await fetch(stack.url + fileUrl, { headers: { authorization: `Bearer ${token}` } })).status
    expect(await openWith(customer.token)).toBe(200)
    expect(await openWith(otherCustomer.token)).toBe(404)
    expect(await openWith('nonsense')).toBe(401)
    expect(
      (await open(stack, `${fileUrl}?token=${customer.token}&${filesCookie}=${customer.token}`)).status,
    ).toBe(401)
  })

  it('is the only use of the cookie', async ({ stack, admin }) => {
    for (const path of ['/api/prescriptions', '/api/users/me', '/api/admin/prescriptions']) {
      expect((await open(stack, path, admin.token)).status, path).toBe(401)
    }
  })

  it('is refused after the account was disabled or its tokens revoked', async ({ stack }) => {
    const leaving = await createCustomer(stack)
    const { fileUrl } = await uploadPrescription(leaving)
    expect((await open(stack, fileUrl, leaving.token)).status).toBe(200)
    await stack.database.asOwner('update users set token_version = 2 where id = $1', [leaving.id])
    await expect.poll(async () => (await open(stack, fileUrl, leaving.token)).status).toBe(401)
  })

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
    const { path } = prescriptionRoutes.openPrescriptionFile
    for (const id of [randomUUID(), orphan, 'x', '..%2F..%2Fetc%2Fpasswd', `${orphan}%00`]) {
      for (const { token } of [customer, admin]) {
        expect((await open(stack, path.replace(':id', id), token)).status, id).toBe(404)
      }
    }
  })
})
