import type { ClientMessages, ServerMessages } from '@jaanch/contracts/socket'
import type { Server } from 'socket.io'
import type { Caller } from '../auth/caller.ts'
import type { Handshake } from './catch-up.ts'

type SocketData = { caller: Caller; client: Handshake }
export type Io = Server<ClientMessages, ServerMessages, Record<string, never>, SocketData>
export type GatewaySocket = Parameters<Parameters<Io['on']>[1]>[0]

/**
 * Closes the transport of a socket and discards its buffer. The client treats this as a lost connection and reconnects;
 * after socket.disconnect() it would not reconnect.
 */
export function closeConnection(socket: GatewaySocket): void {
  socket.conn.close(true)
}

/**
 * Options of Engine.IO, which writes an encoded frame as it is: Socket.IO's adapter gives it the frame of a broadcast so. There is
 * one transport, WebSocket, which does not compress.
 */
export type JoinedPacket = { compress: false; wsPreEncodedFrame: [Buffer]; messages: number }

/** How many messages wait for a slow client. */
export function bufferedMessages({ conn }: GatewaySocket): number {
  // biome-ignore lint/complexity/useLiteralKeys: a private field of Engine.IO, which has no other way to tell
  const packets: { options: Partial<JoinedPacket> }[] = conn['writeBuffer']
  return packets.reduce((sum, { options: { messages = 1 } }) => sum + messages, 0)
}
