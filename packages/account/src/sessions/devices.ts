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

export type Devices = {
  /**
   * @param cookie as the browser sent it: one entry for each account that it signed in to
   * @param user null if no account has the login: takes the same time
   * @returns the id of the device, if it signed in to this account before
   */
  find(cookie: string | undefined, user: Owner | null): string | undefined
  /** @returns the cookie with an entry for this account, beside those of others */
  add(cookie: string | undefined, user: Owner): string
  /**
   * What stands for the account that the browser signed in to last, without a look at the database: one for all browsers of an account,
   * so that signing in again and again makes no further one.
   */
  accountOf(cookie: string | undefined): string | undefined
}

/** A family shares a computer; the cookie goes with every request */
const maxAccounts = 5
const idBytes = 16
const idLength = 22
const entryPattern = /^[\w-]{65}$/

export function createDevices(...secrets: Secrets): Devices {
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

  function find(cookie: string | undefined, user: Owner | null): string | undefined {
    const owner = user ?? { id: '', passwordHash: '' }
    const own = entriesOf(cookie).filter((entry) => isSigned(entry, (id) => textOf(id, owner)))
    return user ? own[0]?.slice(0, idLength) : undefined
  }

  return {
    find,
    add(cookie, user) {
      const id = find(cookie, user) ?? randomBytes(idBytes).toString('base64url')
      const others = entriesOf(cookie).filter((entry) => !entry.startsWith(id) && !isAccountEntry(entry))
      const account = sign(`user ${user.id}`).slice(0, idLength)
      const [own, named] = [id + sign(textOf(id, user)), account + sign(accountText(account))]
      return [named, ...[own, ...others].slice(0, maxAccounts)].join('.')
    },
    accountOf: (cookie) => entriesOf(cookie).find(isAccountEntry)?.slice(0, idLength),
  }
}

const lifetimeS = 365 * 24 * 60 * 60

/** Reads and writes the cookie of a browser; whether it has a prefix follows from the URL. */
export type DeviceCookies = { devices: Devices; publicUrl: string }

/** Over TLS, the prefix makes browsers refuse the cookie from other hosts of the domain. */
function cookieName({ publicUrl }: { publicUrl: string }): string {
  return publicUrl.startsWith('https:') ? '__Host-devices' : 'devices'
}

export function deviceOf(
  parts: DeviceCookies,
  { cookies }: FastifyRequest,
  user: Owner | null,
): string | undefined {
  return parts.devices.find(cookies[cookieName(parts)], user)
}

/** What stands for the account that the request's browser signed in to last; undefined for a browser that is not known. */
export function knownAccountOf(parts: DeviceCookies, { cookies }: FastifyRequest): string | undefined {
  return parts.devices.accountOf(cookies[cookieName(parts)])
}

/** Remembers that this browser belongs to the account. To be called for someone who has proved that it is theirs. */
export function rememberDevice(
  parts: DeviceCookies,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  user: Owner,
): void {
  const name = cookieName(parts)
  reply.setCookie(name, parts.devices.add(request.cookies[name], user), {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: parts.publicUrl.startsWith('https:'),
    maxAge: lifetimeS,
  })
}
