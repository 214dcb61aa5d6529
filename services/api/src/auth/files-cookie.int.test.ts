import { authRoutes } from '@jaanch/contracts/http/auth'
import { createClient } from '@jaanch/tests/support/client'
import { filesTokenOf, password, registerCustomer } from '@jaanch/tests/support/people'
import { uploadPrescription } from '@jaanch/tests/support/prescriptions'
import { it } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

const overTls = { publicUrl: 'https://jaanch.example' }

describe('over TLS, the files cookie', () => {
  it('has a prefix with which nobody can set it without TLS, and is cleared by the logout [V3.3.1]', async ({
    stack,
  }) => {
    const client = createClient(await stack.anotherApi(overTls))
    const { email } = await registerCustomer(stack.url)
    const signedIn = await client.ask(authRoutes.login, { body: { email, password } })
    const [value, ...attributes] = signedIn.headers.get('set-cookie')?.split('; ') ?? []
    expect(value).toMatch(/^__Secure-files_token=[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(attributes).toEqual(expect.arrayContaining(['Secure', 'HttpOnly', 'Path=/api/files']))

    const out = await client.ask(authRoutes.logout)
    const cleared = out.headers.getSetCookie().map((cookie) => cookie.split('; ')[0])
    expect(cleared).toEqual(['__Secure-files_token='])
  })

  it('opens files only under its prefixed name', async ({ stack, customer }) => {
    const url = await stack.anotherApi(overTls)
    const { fileUrl } = await uploadPrescription(customer)
    const own = filesTokenOf(customer)
    const open = async (cookie: string) => (await fetch(url + fileUrl, { headers: { cookie } })).status
    expect(await open(`__Secure-files_token=${own}`)).toBe(200)
    expect(await open(`files_token=${own}`)).toBe(401)
  })
})
