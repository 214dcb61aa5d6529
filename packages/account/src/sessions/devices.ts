/**
 * A browser that signed in to an account keeps a cookie that says so. Its password attempts are counted apart from those of strangers,
 * so that nobody can lock its owner out by guessing.
 */

import { randomBytes } from 'node:crypto'
import { isEqual, macOf, type Secrets } from '@jaanch/platform/http/secrets'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UserRow } from '../users/user-rows.ts'

/** A new password makes the cookies of the account void. */
type Owner = Pick<UserRow, 'id' | 'passwordHash'>

/** A family shares a computer; the cookie goes with every request */
const maxAccounts = 5
const idBytes = 16
const idLength = 22
const entryPattern = /^[\w-]{65}$/

/** @param publicUrl says whether browsers reach the installation over TLS */
export function createDevices(publicUrl: string, ...secrets: Secrets) {
  const secure = publicUrl.startsWith('https:')
  const signWith = (secret: string, text: string) => macOf('devices', secret, text).toString('base64url')
  const sign = (text: string) => signWith(secrets[0], text)

  /** Whether the entry is an id with the signature of this text, by any of the secrets */
  function isSigned(entry: string, textOf: (id: string) => string): boolean {
    const id = entry.slice(0, idLength)
    return secrets.map((secret) => isEqual(entry, id + signWith(secret, textOf(id)))).includes(true)
  }

  const textOf = (id: string, owner: Owner) => `${id} ${owner.id} ${owner.passwordHash}`
  /** The signed text of the entry that names the account */
  const accountText = (account: string) => `account ${account}`
  const isAccountEntry = (entry: string) => isSigned(entry, accountText)

  function entriesOf(cookie = ''): string[] {
    return cookie
      .split('.')
      .filter((entry) => entryPattern.test(entry))
      .slice(0, maxAccounts + 1)
  }

  /**
   * @param cookie as the browser sent it: one entry for each account that it signed in to
   * @param user null if no account has the login: takes the same time
   * @returns the id of the device, if it signed in to this account before
   */
  function find(cookie: string | undefined, user: Owner | null): string | undefined {
    const owner = user ?? { id: '', passwordHash: '' }
    const own = entriesOf(cookie).filter((entry) => isSigned(entry, (id) => textOf(id, owner)))
    return user ? own[0]?.slice(0, idLength) : undefined
  }

  return {
    /** Over TLS, its prefix makes browsers refuse the cookie from other hosts of the domain */
    cookie: { name: secure ? '__Host-devices' : 'devices', secure },
    find,
    /** @returns the cookie with an entry for this account, beside those of others */
    add(cookie: string | undefined, user: Owner): string {
      const id = find(cookie, user) ?? randomBytes(idBytes).toString('base64url')
      const others = entriesOf(cookie).filter((entry) => !entry.startsWith(id) && !isAccountEntry(entry))
      const account = sign(`user ${user.id}`).slice(0, idLength)
      const [own, named] = [id + sign(textOf(id, user)), account + sign(accountText(account))]
      return [named, ...[own, ...others].slice(0, maxAccounts)].join('.')
    },
    /**
     * A key for the account that the browser signed in to last, without a look at the database: one for all browsers of an
     * account, so that signing in again and again makes no further one.
     */
    accountOf: (cookie: string | undefined): string | undefined =>
      entriesOf(cookie).find(isAccountEntry)?.slice(0, idLength),
  }
}

export type Devices = ReturnType<typeof createDevices>

const lifetimeS = 365 * 24 * 60 * 60

export function deviceOf(
  devices: Devices,
  { cookies }: FastifyRequest,
  user: Owner | null,
): string | undefined {
  return devices.find(cookies[devices.cookie.name], user)
}

/** A stand-in for the account that the request's browser signed in to last; undefined for a browser that is not known. */
export function knownAccountOf(devices: Devices, { cookies }: FastifyRequest): string | undefined {
  return devices.accountOf(cookies[devices.cookie.name])
}

/** Remembers that this browser belongs to the account. To be called for someone who has proved that it is theirs. */
export function rememberDevice(
  devices: Devices,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  user: Owner,
): void {
  const { name, secure } = devices.cookie
  reply.setCookie(name, devices.add(request.cookies[name], user), {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure,
    maxAge: lifetimeS,
  })
}
