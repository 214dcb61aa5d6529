import type { Server as HttpServer } from 'node:http'
import { AppError } from '@jaanch/contracts/errors'
import type { AnalyticsMessage, ServerMessages } from '@jaanch/contracts/socket'
import type { Log } from '@jaanch/platform/logging'
import { Server } from 'socket.io'
import { type Caller, callerOfToken } from '../auth/authentication.ts'
import type { Context } from '../context.ts'
import { catchUp, type Handshake, handshake } from './catch-up.ts'
import { adminRoom, type Change, roomsOf, userRoom } from './changes.ts'

type SocketData = { caller: Caller; client: Handshake }
type Io = Server<Record<string, never>, ServerMessages, Record<string, never>, SocketData>
type GatewaySocket = Parameters<Parameters<Io['on']>[1]>[0]

export type Gateway = {
  /** To be called once `emit` will be given every change from now on; until then nobody is caught up. */
  begin(): void
  emit(change: Change): void
  emitAnalytics(message: AnalyticsMessage): void
  /** How many admins have come so far, and whether one is here */
  admins(): { came: number; present: boolean }
  /** Cuts every socket of a user whose tokens may be void; those that are still good come back by themselves. */
  cut(userId: string): void
  /** Cuts everyone whose token has become void without our hearing of it. */
  review(): Promise<void>
  close(): Promise<void>
}

/** Packets that may wait for a slow reader; one that has more is cut off and comes back by catching up. */
const mostWaiting = 2_000
const checkSlowEvery = 1_000
/** Tokens expire, and a notification can be lost. */
const reviewEvery = 30_000

/** @param onAdmin is called when an admin's socket stands in its rooms */
export function openGateway(server: HttpServer, context: Context, onAdmin: () => void = () => {}): Gateway {
  const io: Io = new Server(server, { path: '/socket.io', serveClient: false })
  const log = context.log.child({ part: 'gateway' })
  const following = Promise.withResolvers<void>()
  let adminsCame = 0

  io.use(async (socket, next) => {
    try {
      const client = handshake.safeParse(socket.handshake.auth)
      if (!client.success) throw new AppError('not-signed-in')
      socket.data = { client: client.data, caller: (await callerOfToken(context, client.data.token)).caller }
      next()
    } catch (error) {
      if (error instanceof AppError) return next(error)
      // not the client's fault, and a refusal would keep it from trying again
      log.warn({ err: error }, 'a client could not be let in')
      drop(socket)
    }
  })

  // rooms first, then what was missed: see catchUp
  io.on('connection', async (socket) => {
    await socket.join(roomsOf(socket.data.caller))
    await following.promise
    await bringUp(socket, context, log)
    if (socket.data.caller.role !== 'admin') return
    adminsCame += 1
    onAdmin()
  })

  const slow = setInterval(() => {
    for (const socket of io.sockets.sockets.values()) if (waitingPackets(socket) > mostWaiting) drop(socket)
  }, checkSlowEvery)
  slow.unref()

  async function review(): Promise<void> {
    for (const socket of [...io.sockets.sockets.values()]) {
      await callerOfToken(context, socket.data.client.token).catch((error) => {
        if (error instanceof AppError) drop(socket)
      })
    }
  }
  const reviewing = setInterval(review, reviewEvery)
  reviewing.unref()

  return {
    begin: following.resolve,
    emit(change) {
      send(io.to(change.rooms), change)
    },
    emitAnalytics(message) {
      io.to(adminRoom).emit('analytics', message)
    },
    admins: () => ({ came: adminsCame, present: io.sockets.adapter.rooms.has(adminRoom) }),
    cut(userId) {
      for (const id of io.sockets.adapter.rooms.get(userRoom(userId)) ?? []) {
        const socket = io.sockets.sockets.get(id)
        if (socket) drop(socket)
      }
    },
    review,
    async close() {
      clearInterval(slow)
      clearInterval(reviewing)
      await io.close()
    },
  }
}

async function bringUp(socket: GatewaySocket, context: Context, log: Log): Promise<void> {
  try {
    // again, for what became void before the socket stood in its rooms found nothing to cut
    await callerOfToken(context, socket.data.client.token)
    const missed = await catchUp(context.db, socket.data.caller, socket.data.client)
    if (missed.kind === 'start-over') {
      socket.emit('start-over', { epoch: missed.epoch })
      return
    }
    for (const change of missed.changes) send(socket, change)
    socket.emit('caught-up', { position: missed.position, epoch: missed.epoch })
  } catch (error) {
    // without its catch-up the client would believe that it has everything: it must come again
    if (!(error instanceof AppError)) log.warn({ err: error }, 'a client could not catch up')
    drop(socket)
  }
}

function send(to: Pick<GatewaySocket, 'emit'>, change: Change): void {
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
 * Closes the connection under a socket, with what still waits to be sent. The client takes it for a broken connection and
 * tries again; after socket.disconnect() it would stay away for good.
 */
function drop(socket: GatewaySocket): void {
  socket.conn.close(true)
}

function waitingPackets(socket: GatewaySocket): number {
  return (socket.conn as unknown as { writeBuffer: unknown[] }).writeBuffer.length
}
