import type { ClientMessages, ServerMessages, SlotsWatch } from '@jaanch/contracts/socket'
import type { Socket } from 'socket.io-client'

export const slotsPath = '/api/slots'

/** @returns the query of `slotsPath`, with the names in one order: the address is the key of the cache */
export function slotsSearch({ pincode, from, days, packageIds, visitId }: SlotsWatch) {
  return { pincode, from, days, packageIds: packageIds.join(','), visitId }
}

type WatchSocket = Pick<Socket<ServerMessages, ClientMessages>, 'connected' | 'emit' | 'on' | 'off'>

/** What the mounted components show, the latest one last. The gateway knows one watch per connection */
const watches: SlotsWatch[] = []
let attached: WatchSocket | undefined

function tell(): void {
  // what is sent while there is no connection would be kept, and the connection says it anyway
  if (attached?.connected) attached.emit('watch-slots', watches.at(-1) ?? null)
}

/** Asks the gateway for these slots, now and whenever they change, until the returned function was called. */
export function watchSlots(watch: SlotsWatch): () => void {
  watches.push(watch)
  tell()
  return () => {
    const wasLatest = watches.at(-1) === watch
    watches.splice(watches.indexOf(watch), 1)
    if (wasLatest) tell()
  }
}

/** Watches over this socket, again after each reconnect. @returns ends it */
export function attachSlotWatch(socket: WatchSocket): () => void {
  const onConnect = () => {
    if (watches.length > 0) tell()
  }
  attached = socket
  socket.on('connect', onConnect)
  onConnect()
  return () => {
    socket.off('connect', onConnect)
    if (attached === socket) attached = undefined
  }
}
