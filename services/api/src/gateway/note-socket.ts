import type { Socket } from 'socket.io'
import type { Caller } from '../auth/caller.ts'
import type { AccessLog } from '../http/access-log.ts'
import type { RateLimits } from '../limits/rate-limits.ts'

const route = '/socket.io'

type Noted = Pick<Socket, 'id' | 'conn' | 'once'> & { data: { caller?: Caller } }

/**
 * Lines for sockets beside those of the requests: when one was opened or refused, and when it ended.
 * @param networkOf the network of a connection
 */
export function createNoteSocket(
  { accessLog, rateLimits }: { accessLog: AccessLog; rateLimits: RateLimits },
  networkOf: (connection: object) => string,
): (socket: Noted, refused?: number) => void {
  return (socket, refused) => {
    const openedAt = Date.now()
    const line = {
      request: socket.id,
      route,
      user: socket.data.caller?.userId ?? null,
      network: rateLimits.pseudonymOf(networkOf(socket.conn)),
    }
    accessLog.write({ ...line, at: openedAt, method: 'CONNECT', status: refused ?? 101, ms: 0 })
    if (refused !== undefined) return
    socket.once('disconnect', () => {
      const at = Date.now()
      accessLog.write({ ...line, at, method: 'DISCONNECT', status: 101, ms: at - openedAt })
    })
  }
}
