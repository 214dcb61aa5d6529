import type { Server as HttpServer } from 'node:http'
import { type Authentication, authenticate } from '@jaanch/account/sessions/authentication'
import { findVisit, type ReadSlots } from '@jaanch/booking/slots/availability'
import { AppError } from '@jaanch/contracts/errors'
import { mayCall } from '@jaanch/contracts/staff-roles'
import type { MaintenanceView } from '@jaanch/operations/maintenance/api'
import { type OperationsView, operationsNowCalls } from '@jaanch/operations/now/api'
import { createGate } from '@jaanch/platform/gate'
import type { Bounds } from '@jaanch/platform/http/bounds'
import type { Log } from '@jaanch/platform/logging'
import { createWakeSignal, pause } from '@jaanch/platform/run-loop'
import { observeGauges } from '@jaanch/platform/telemetry/metrics'
import type { ReportForecasts } from '@jaanch/report/forecast/report-forecasts'
import type pg from 'pg'
import type { DatabasePool } from 'slonik'
import { Server } from 'socket.io'
import type { Limits, RateLimits } from '../limits.ts'
import type { AccessLog } from '../plugins/note-requests.ts'
import type { AnalyticsMessage } from '../socket-api.ts'
import { type Change, forLab, withReportExpected } from './change-kinds.ts'
import { checkTokens } from './check-tokens.ts'
import { createDelivery } from './delivery.ts'
import { closeSpread, createNoteSocket, limitMessages, limitNetworkSockets } from './network-sockets.ts'
import type { PushHealth } from './push-health.ts'
import { type AdminPresence, createWatchRoom } from './push-views.ts'
import { sendCatchUp } from './send-catch-up.ts'
import {
  adminRoom,
  bufferedMessages,
  closeConnection,
  handshake,
  type Io,
  roomsOf,
  userRoom,
} from './sockets.ts'
import { createSlotWatches, type SlotWatches } from './watch-slots.ts'

export type Gateway = {
  /**
   * Starts to catch clients up. Call it when `emit` receives every later change: a client must not miss one in between. Called
   * again with another epoch, it makes all connected clients start over.
   */
  beginEpoch(epoch: string): void
  /** Sends changes to those who may see them, in this order. */
  emit(changes: readonly Change[]): void
  emitDashboard(message: AnalyticsMessage): void
  adminPresence(): AdminPresence
  emitOperations(view: OperationsView): void
  /** To everybody who is signed in; visitors ask for it */
  emitMaintenance(view: MaintenanceView): void
  /** Whether an operator sees the state of the log and its readers */
  isWatched(): boolean
  /** Tells the clients that show slots of changes */
  slots: Pick<SlotWatches, 'changed' | 'anyChanged'>
  /**
   * Closes the connections of a user, or of one session, whose tokens may be revoked. A client with a valid token reconnects by
   * itself.
   */
  disconnectUser(userId: string, sessionId?: string): void
  /** Closes, soon, the connections whose tokens were revoked or have expired. */
  disconnectRevoked(): void
  /**
   * Accepts no further connection and closes the open ones.
   * @param overMs the time over which they are closed, so that their clients do not come to other processes together; 0: at once
   */
  close(overMs: number): Promise<void>
}

/** Maximum of messages that are buffered for a slow client. Beyond it the connection is closed; the client reconnects and catches up. */
const maxBufferedMessages = 2_000
const checkBuffersEveryMs = 1_000
/** Clients that are told at once to start over. Each fetches some lists again, and 24 reads are handled at a time. */
const startingOverAtOnce = 25
const pauseStartingOverMs = 100
/** A client that has not sent its token after this time is disconnected, ms; Socket.IO's default is 45 s */
const connectTimeoutMs = 10_000

/** Clients send a token, positions and the slots that they show: about 1 kB. Socket.IO's default is 1 MB */
const maxPacketBytes = 16_000

type GatewayOptions = {
  /** Called when an admin's socket has joined its rooms */
  onAdminConnected: () => void
  /** Called when an operator begins to watch */
  onOperatorWatching: () => void
  /** Number of proxies in front of the API; default 0 */
  trustedProxies?: number | undefined
}

type GatewayParts = Authentication & {
  pushDb: DatabasePool
  logDb: pg.Pool
  modelVersion: number
  pushHealth: PushHealth
  readSlots: ReadSlots
  reportForecasts: ReportForecasts
  accessLog: AccessLog
  rateLimits: RateLimits
  limits: Limits
  bounds: Bounds
  log: Log
  now: () => Date
}

export function openGateway(
  server: HttpServer,
  parts: GatewayParts,
  { onAdminConnected, onOperatorWatching, trustedProxies = 0 }: GatewayOptions,
): Gateway {
  const { bounds, limits, sessionTokens, standings, pushHealth } = parts
  const complete = (change: Change) => withReportExpected(change, parts.reportForecasts.latest(), parts.now())
  let isClosing = false
  const io: Io = new Server(server, {
    path: '/socket.io',
    serveClient: false,
    // a connection by long polling would need a balancer that sends each of its requests to this process
    transports: ['websocket'],
    connectTimeout: connectTimeoutMs,
    maxHttpBufferSize: maxPacketBytes,
    // handshakes in progress count too. A refused client tries again with growing pauses, up to 5 s
    allowRequest: (_request, decide) => decide(null, !isClosing && io.engine.clientsCount < bounds.sockets),
  })
  const networkSockets = limitNetworkSockets(io.engine, limits.networkSockets, trustedProxies)
  limitMessages(io.engine)
  const catchUps = createGate({
    name: 'catch-ups',
    capacity: bounds.catchUps,
    maxWaiting: bounds.sockets,
    waitMs: bounds.catchUpWaitMs,
  })
  const log = parts.log.child({ part: 'gateway' })
  const noteSocket = createNoteSocket(parts, networkSockets.networkOf)
  const started = Promise.withResolvers<void>()
  const stop = new AbortController()
  let epoch: string | undefined
  let adminConnections = 0
  const watchRoom = createWatchRoom(io, onOperatorWatching)
  const slotWatches = createSlotWatches({
    io,
    read: parts.readSlots,
    findVisit: (bookingId, caller) => findVisit(parts, bookingId, caller),
    log,
    signal: stop.signal,
    now: parts.now,
  })

  io.use(async (socket, next) => {
    try {
      const client = handshake.safeParse(socket.handshake.auth)
      if (!client.success) throw new AppError('not-signed-in')
      socket.data = { client: client.data, caller: await authenticate(parts, client.data.token, 'session') }
      noteSocket(socket)
      next()
    } catch (error) {
      if (error instanceof AppError) {
        noteSocket(socket, error.status)
        return next(error)
      }
      // a refusal would stop the client's reconnection; this is a fault of the server
      log.warn({ err: error }, 'a client could not be authenticated')
      closeConnection(socket)
    }
  })

  // joins the rooms first, then catches up: see catchUp
  io.on('connection', async (socket) => {
    // a client could leave the namespace and keep the connection, which no bound would count as its own
    socket.once('disconnect', () => closeConnection(socket))
    const { caller } = socket.data
    if (caller.role === 'admin' && mayCall(operationsNowCalls.getOperations, caller)) watchRoom.admit(socket)
    if (caller.role !== 'lab-partner') slotWatches.admit(socket, caller)
    await socket.join(roomsOf(socket.data.caller))
    const own = io.sockets.adapter.rooms.get(userRoom(socket.data.caller.userId))
    if (own && own.size > limits.userSockets.max) {
      // the newest is refused: closing the oldest would let two sets of tabs disconnect each other for ever
      socket.disconnect(true)
      return
    }
    await started.promise
    await sendCatchUp(socket, {
      delivery: createDelivery(io),
      complete,
      sessionTokens,
      standings,
      source: { db: parts.pushDb, modelVersion: parts.modelVersion },
      unpresentable: pushHealth.unpresentable,
      gate: catchUps,
      epochOfTail: () => epoch,
      log,
    })
    if (socket.data.caller.role !== 'admin') return
    adminConnections += 1
    onAdminConnected()
  })

  const checkingBuffers = setInterval(() => {
    for (const socket of io.sockets.sockets.values()) {
      if (bufferedMessages(socket) > maxBufferedMessages) closeConnection(socket)
    }
  }, checkBuffersEveryMs)
  checkingBuffers.unref()

  const stopObserving = observeGauges((observe) => {
    observe('jaanch_sockets', io.engine.clientsCount)
    observe('jaanch_socket_rooms', io.sockets.adapter.rooms.size)
    const { clientsCount } = io.engine
    const filled = {
      sockets: clientsCount / bounds.sockets,
      'sockets of one network': networkSockets.fullest(),
      // connections whose client has not sent a valid token yet
      handshakes: (clientsCount - io.sockets.sockets.size) / bounds.sockets,
      'slot watches': slotWatches.watching() / bounds.sockets,
    }
    for (const [gate, ratio] of Object.entries(filled)) observe('jaanch_gate_filled_ratio', ratio, { gate })
  })

  const tokensMayHaveChanged = createWakeSignal()
  const checkingTokens = checkTokens({
    sessionTokens,
    standings,
    connections: () =>
      Array.from(io.sockets.sockets.values(), (socket) => ({
        token: socket.data.client.token,
        caller: socket.data.caller,
        close: () => closeConnection(socket),
      })),
    wakeSignal: tokensMayHaveChanged,
    log,
    signal: stop.signal,
  })

  async function startOver(next: string): Promise<void> {
    const sockets = [...io.sockets.sockets.values()]
    while (sockets.length > 0 && epoch === next) {
      for (const socket of sockets.splice(0, startingOverAtOnce)) socket.emit('start-over', { epoch: next })
      if (sockets.length > 0) await pause(pauseStartingOverMs, stop.signal)
    }
  }

  return {
    beginEpoch(next) {
      const isFirst = epoch === undefined
      epoch = next
      started.resolve()
      if (!isFirst) void startOver(next)
    },
    emit(rows) {
      const delivery = createDelivery(io)
      for (const change of rows.map(complete)) {
        delivery.add(change, change.rooms)
        if (change.event === 'booking' && change.labRoom)
          delivery.add(forLab(change), [change.labRoom], change.rooms)
      }
      delivery.send()
    },
    emitDashboard(message) {
      io.to(adminRoom).emit('analytics', message)
    },
    adminPresence: () => ({
      connections: adminConnections,
      isConnected: io.sockets.adapter.rooms.has(adminRoom),
    }),
    emitOperations: watchRoom.emit,
    emitMaintenance(view) {
      io.emit('maintenance', view)
    },
    isWatched: watchRoom.isWatched,
    slots: slotWatches,
    disconnectUser(userId, sessionId) {
      for (const id of io.sockets.adapter.rooms.get(userRoom(userId)) ?? []) {
        const socket = io.sockets.sockets.get(id)
        if (!socket || (sessionId && socket.data.caller.sessionId !== sessionId)) continue
        closeConnection(socket)
      }
    },
    disconnectRevoked: tokensMayHaveChanged.notify,
    async close(overMs) {
      isClosing = true
      await closeSpread([...io.sockets.sockets.values()], closeConnection, overMs)
      clearInterval(checkingBuffers)
      stopObserving()
      stop.abort()
      await Promise.all([checkingTokens, slotWatches.ended])
      await io.close()
    },
  }
}
