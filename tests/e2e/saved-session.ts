import type { BrowserContextOptions } from '@playwright/test'

type Credentials = { email: string; password: string }
type SavedSession = Exclude<BrowserContextOptions['storageState'], string | undefined>

const origin = process.env.E2E_BASE_URL ?? `http://localhost:${process.env.E2E_PORT}`
const sessions = new Map<string, Promise<SavedSession>>()

/**
 * The storage of a browser after a login: the token, and the cookie for files. Each account logs in once per worker process,
 * because a login costs a password hash; the login forms have their own tests.
 */
export function savedSession(account: Credentials): Promise<SavedSession> {
  const saved = sessions.get(account.email) ?? newSession(account)
  sessions.set(account.email, saved)
  return saved
}

/** The same after a login of its own */
export function newSession({ email, password }: Credentials): Promise<SavedSession> {
  return session('/api/auth/login', { email, password })
}

/** The same for a new account */
export function registerSession(account: Credentials & { name: string }): Promise<SavedSession> {
  return session('/api/auth/register', { ...account, role: 'customer' })
}

async function session(path: string, body: object): Promise<SavedSession> {
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  const { token } = (await answer.json()) as { token: string }
  const cookie = answer.headers.getSetCookie().find((each) => each.startsWith('files_token=')) ?? ''
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
  return {
    origins: [{ origin, localStorage: [{ name: 'auth_token', value: token }] }],
    cookies: [
      {
        name,
        value,
        domain: new URL(origin).hostname,
        path: /; Path=([^;]+)/i.exec(cookie)?.[1] ?? '/',
        expires: -1,
        httpOnly: true,
        secure: false,
        sameSite: 'Strict',
      },
    ],
  }
}
