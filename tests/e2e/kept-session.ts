import type { BrowserContextOptions } from '@playwright/test'

type Credentials = { email: string; password: string }
type Kept = Exclude<BrowserContextOptions['storageState'], string | undefined>

const origin = `http://localhost:${process.env.E2E_PORT}`
const known = new Map<string, Promise<Kept>>()

/**
 * What a browser keeps of a login: the token, and the cookie for files. The demo's people log in once for all tests of a
 * worker; the forms have tests of their own.
 */
export function keptSession({ email, password }: Credentials): Promise<Kept> {
  const kept = known.get(email) ?? session('/api/auth/login', { email, password })
  known.set(email, kept)
  return kept
}

/** The same of a new account. */
export function newSession(account: Credentials & { name: string }): Promise<Kept> {
  return session('/api/auth/register', { ...account, role: 'customer' })
}

async function session(path: string, body: object): Promise<Kept> {
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  const { token } = (await answer.json()) as { token: string }
  const [cookie = ''] = answer.headers.getSetCookie()
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
  return {
    origins: [{ origin, localStorage: [{ name: 'auth_token', value: token }] }],
    cookies: [
      {
        name,
        value,
        domain: 'localhost',
        path: /; Path=([^;]+)/i.exec(cookie)?.[1] ?? '/',
        expires: -1,
        httpOnly: true,
        secure: false,
        sameSite: 'Strict',
      },
    ],
  }
}
