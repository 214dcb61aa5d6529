import { timingSafeEqual } from 'node:crypto'
import { macOf, type Secrets } from '@jaanch/platform/http/secrets'

/** SMART Health Links allow an hour */
const lifetimeS = 5 * 60

export type ShareTickets = {
  /** @param fileId a UUID. @returns 72 characters of base64url that name the file for five minutes */
  issue(fileId: string, now: Date): string
  /** @returns the id of the file; undefined if the ticket was not issued here, or is over */
  read(ticket: string, now: Date): string | undefined
}

/** Tickets that name a file of a share: 16 bytes of its id, 6 of the ticket's end (s since 1970), 32 of an HMAC over both. */
export function createShareTickets(secrets: Secrets): ShareTickets {
  const [current] = secrets
  return {
    issue(fileId, now) {
      const content = Buffer.alloc(22)
      content.write(fileId.replaceAll('-', ''), 'hex')
      content.writeUIntBE(Math.floor(now.getTime() / 1_000) + lifetimeS, 16, 6)
      return Buffer.concat([content, macOf('share-file', current, content)]).toString('base64url')
    },
    read(ticket, now) {
      const bytes = Buffer.from(ticket, 'base64url')
      if (bytes.length !== 54) return undefined
      const [content, mac] = [bytes.subarray(0, 22), bytes.subarray(22)]
      if (!secrets.some((secret) => timingSafeEqual(macOf('share-file', secret, content), mac)))
        return undefined
      if (content.readUIntBE(16, 6) * 1_000 <= now.getTime()) return undefined
      return content
        .subarray(0, 16)
        .toString('hex')
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    },
  }
}
