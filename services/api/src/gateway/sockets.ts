import type { ClientMessages, ServerMessages } from '@jaanch/contracts/socket'
import type { Server } from 'socket.io'
import type { Caller } from '../auth/caller.ts'
import type { Handshake } from './catch-up.ts'
import type { Change } from './change-kinds.ts'

type SocketData = { caller: Caller; client: Handshake }
export type Io = Server<ClientMessages, ServerMessages, Record<string, never>, SocketData>
export type GatewaySocket = Parameters<Parameters<Io['on']>[1]>[0]

/** Sends a change to a socket, or to all sockets of rooms. */
export function send(to: Pick<GatewaySocket, 'emit'>, change: Change): void {
  switch (change.event) {
    case 'booking':
      to.emit('booking', change.message)
      return
    case 'prescription':
      to.emit('prescription', change.message)
      return
    case 'lab':
      to.emit('lab', change.message)
      return
    case 'notification':
      to.emit('notification', change.message)
  }
}

/**
 * Closes the transport of a socket and discards its buffer. The client treats this as a lost connection and reconnects;
 * after socket.disconnect() it would not reconnect.
 */
export function closeConnection(socket: GatewaySocket): void {
  socket.conn.close(true)
}

/** How many packets wait for a slow client. */
export function bufferedPackets({ conn }: GatewaySocket): number {
  // biome-ignore lint/complexity/useLiteralKeys: a private field of Engine.IO, which has no other way to tell
  return conn['writeBuffer'].length
}
