import type { Server as HttpServer } from 'node:http'
import type { ServerMessages } from '@jaanch/contracts/socket'
import type { Log } from '@jaanch/platform/logging'
import { Server } from 'socket.io'
import type { Context } from '../context.ts'
import { type Caller, callerOfToken } from '../plugins/authentication.ts'
import { catchUp, type Handshake, handshake } from './catch-up.ts'
import { type Change, roomsOf, userRoom } from './changes.ts'

type SocketData = { caller: Caller; client: Handshake }
type Io = Server<Record<string, never>, ServerMessages, Record<string, never>, SocketData>
type GatewaySocket = Parameters<Parameters<Io['on']>[1]>[0]

export type Gateway = {
  emit(change: Change): void
  /** Cuts every socket of a user whose tokens may be void; those that are still good come back by themselves. */
  cut(userId: string): void
  close(): Promise<void>
}

/** Packets that may wait for a slow reader; one that has more is cut off and comes back by catching up. */
const mostWaiting = 2_000
const checkSlowEvery = 1_000

export function openGateway(server: HttpServer, context: Context): Gateway {
  const io: Io = new Server(server, { path: '/socket.io', serveClient: false })
  const log = context.log.child({ part: 'gateway' })

  io.use(async (socket, next) => {
    try {
      socket.data.client = handshake.parse(socket.handshake.auth)
      socket.data.caller = await callerOfToken(context, socket.data.client.token)
      next()
    } catch (error) {
      next(error instanceof Error ? error : new Error('not signed in'))
    }
  })

  // rooms first, then what was missed: see catchUp
  io.on('connection', async (socket) => {
    await socket.join(roomsOf(socket.data.caller))
    await bringUp(socket, context, log)
  })

  const slow = setInterval(() => {
    for (const socket of io.sockets.sockets.values()) {
      if (waitingPackets(socket) > mostWaiting) socket.disconnect(true)
    }
  }, checkSlowEvery)
  slow.unref()

  return {
    emit(change) {
      const to = io.to(change.rooms)
      if (change.event === 'booking') to.emit('booking', change.message)
      else to.emit('lab', change.message)
    },
    cut(userId) {
      io.in(userRoom(userId)).disconnectSockets(true)
    },
    async close() {
      clearInterval(slow)
      await io.close()
    },
  }
}

async function bringUp(socket: GatewaySocket, context: Context, log: Log): Promise<void> {
  try {
    const missed = await catchUp(context.db, socket.data.caller, socket.data.client)
    if (missed.kind === 'start-over') {
      socket.emit('start-over', { epoch: missed.epoch })
      return
    }
    for (const change of missed.changes) {
      if (change.event === 'booking') socket.emit('booking', change.message)
      else socket.emit('lab', change.message)
    }
    socket.emit('caught-up', { position: missed.position, epoch: missed.epoch })
  } catch (error) {
    // without its catch-up the client would believe that it has everything: it must come again
    log.warn({ err: error }, 'a client could not catch up')
    socket.conn.close()
  }
}

function waitingPackets(socket: GatewaySocket): number {
  return (socket.conn as unknown as { writeBuffer: unknown[] }).writeBuffer.length
}
