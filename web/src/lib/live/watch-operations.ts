import type { ClientMessages, ServerMessages } from '@jaanch/contracts/socket'
import type { Socket } from 'socket.io-client'

type WatchSocket = Pick<Socket<ServerMessages, ClientMessages>, 'connected' | 'emit' | 'on' | 'off'>

/** Number of mounted components that show the state of the log and its readers */
let watchers = 0
let attached: WatchSocket | undefined

function tell(): void {
  // what is sent while there is no connection would be kept, and the connection says it anyway
  if (attached?.connected) attached.emit('watch-operations', watchers > 0)
}

/** Asks the gateway for the state of the log and its readers, once a second, until the returned function was called. */
export function watchOperations(): () => void {
  watchers += 1
  if (watchers === 1) tell()
  return () => {
    watchers -= 1
    if (watchers === 0) tell()
  }
}

/** Watches over this socket, again after each reconnect. @returns ends it */
export function attachWatch(socket: WatchSocket): () => void {
  const onConnect = () => {
    if (watchers > 0) tell()
  }
  attached = socket
  socket.on('connect', onConnect)
  onConnect()
  return () => {
    socket.off('connect', onConnect)
    if (attached === socket) attached = undefined
  }
}
