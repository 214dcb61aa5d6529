import type { ClientMessages, ServerMessages, SlotsWatch } from '@jaanch/api/socket-api'
import type { Socket } from 'socket.io-client'

type WatchSocket = Pick<Socket<ServerMessages, ClientMessages>, 'connected' | 'emit' | 'on' | 'off'>

/**
 * The watches that the mounted components ask of the gateway. It knows one watch of a kind per connection: that of the latest component.
 * @param send asks for it, or for nothing
 */
function createWatch<T>(send: (socket: WatchSocket, latest: T | undefined) => void) {
  const watched: T[] = []
  let attached: WatchSocket | undefined

  function change(how: () => void): void {
    const before = watched.at(-1)
    how()
    // the socket would keep a message that is sent without a connection, and `attach` sends it anyway
    if (watched.at(-1) !== before && attached?.connected) send(attached, watched.at(-1))
  }

  return {
    /** Asks for it, now and whenever it changes, until the returned function was called. */
    watch(what: T): () => void {
      change(() => watched.push(what))
      return () => change(() => watched.splice(watched.indexOf(what), 1))
    },

    /** Watches over this socket, again after each reconnect. @returns ends it */
    attach(socket: WatchSocket): () => void {
      function onConnect(): void {
        if (watched.length > 0 && socket.connected) send(socket, watched.at(-1))
      }
      attached = socket
      socket.on('connect', onConnect)
      onConnect()
      return () => {
        socket.off('connect', onConnect)
        if (attached === socket) attached = undefined
      }
    },
  }
}

/** The state of the log and its readers, once a second */
export const operationsWatch = createWatch<true>((socket, latest) =>
  socket.emit('watch-operations', latest !== undefined),
)

/** Free slots */
export const slotsWatch = createWatch<SlotsWatch>((socket, latest) =>
  socket.emit('watch-slots', latest ?? null),
)

export const slotsPath = '/api/slots'

/** @returns the query of `slotsPath`, with the names in one order: the address is the key of the cache */
export function slotsSearch({ pincode, from, days, packageIds, visitId }: SlotsWatch) {
  return { pincode, from, days, packageIds: packageIds.join(','), visitId }
}
