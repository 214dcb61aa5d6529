import { isDeepStrictEqual } from 'node:util'
import type { OperationsView } from '@jaanch/operations/now/api'
import type { Log } from '@jaanch/platform/logging'
import { pause, runLoop, type WakeSignal } from '@jaanch/platform/run-loop'
import type { Server, Socket } from 'socket.io'
import type { AnalyticsMessage, ClientMessages, ServerMessages } from '../socket-api.ts'
import { watchRoom } from './sockets.ts'

type ViewPush<View> = {
  read: () => Promise<View>
  /** Notified when the view may have changed, and when somebody begins to watch */
  wakeSignal: WakeSignal
  isWatched: () => boolean
  emit: (view: View) => void
  log: Log
  signal: AbortSignal
}

type Pace = {
  /** Its name in the probes of the process */
  name: string
  /** The shortest time from one read to the next, ms */
  intervalMs: number
  /** Whether it is read again without a wake signal, while somebody watches */
  isContinuous: boolean
  /** The message that is logged if it cannot be read */
  failure: string
}

/** If a read takes long, the pause is four times as long: reads use a fifth of a connection. Most take about 10 ms. */
const pauseFactor = 4
/** The bookings that need attention change with time alone, without events, and wake signals may be lost */
const pollMs = 10_000

/** Reads a view and sends it, again and again. Nothing is read while nobody watches. */
function pushView<View>(
  { read, wakeSignal, isWatched, emit, log, signal }: ViewPush<View>,
  { name, intervalMs, isContinuous, failure }: Pace,
): Promise<void> {
  return runLoop({
    name,
    async pass() {
      if (!isWatched()) return false
      const startedAt = performance.now()
      emit(await read())
      const took = performance.now() - startedAt
      await pause(Math.max(intervalMs - took, pauseFactor * took), signal)
      return isContinuous
    },
    wakeSignal,
    pollMs,
    maxPauseMs: 5_000,
    onError: (error) => log.warn({ err: error }, failure),
    signal,
  })
}

/** `connections`: number of connections by admins since the process started */
export type AdminPresence = { connections: number; isConnected: boolean }

/**
 * Sends the dashboard to connected admins when it changes, at most four times a second. After an admin has connected it is sent even if it
 * has not changed: that admin may have missed the last message.
 */
export function pushDashboard({
  adminPresence,
  emit,
  ...push
}: Omit<ViewPush<AnalyticsMessage>, 'isWatched'> & { adminPresence: () => AdminPresence }): Promise<void> {
  let lastSent: AnalyticsMessage | undefined
  let [connections, connectionsAtLastSend] = [0, 0]
  return pushView(
    {
      ...push,
      isWatched() {
        const presence = adminPresence()
        connections = presence.connections
        return presence.isConnected
      },
      emit(message) {
        const hasChanged = !isDeepStrictEqual(message.analytics, lastSent?.analytics)
        if (hasChanged || connections > connectionsAtLastSend) emit(message)
        lastSent = message
        connectionsAtLastSend = connections
      },
    },
    {
      name: 'the push of the dashboard',
      intervalMs: 250,
      isContinuous: false,
      failure: 'the dashboard cannot be read, trying again',
    },
  )
}

/** Sends the state of the log and its readers to the operators that watch it: once a second, as the client draws the movement in between. */
export function pushOperations(push: ViewPush<OperationsView>): Promise<void> {
  return pushView(push, {
    name: 'the push for operators',
    intervalMs: 1_000,
    isContinuous: true,
    failure: 'the state of the log cannot be read for operators, trying again',
  })
}

type WatchRoom = {
  /** Lets a socket join and leave the room when its client asks for it. Only for the sockets of admins */
  admit(socket: Pick<Socket<ClientMessages, ServerMessages>, 'on' | 'join' | 'leave' | 'emit'>): void
  emit(view: OperationsView): void
  isWatched(): boolean
}

/** A view that is older is not worth sending: the next one follows at once, ms */
const presentMs = 2_000
/** A client that joins again and again gets no more views than one that stays, ms */
const minIntervalMs = 1_000

/** @param onWatching called when a socket joins an empty room: the next view is due. @param now a clock that never goes back, ms */
export function createWatchRoom(
  io: Pick<Server<ClientMessages, ServerMessages>, 'to' | 'sockets'>,
  onWatching: () => void,
  now: () => number = () => performance.now(),
): WatchRoom {
  let last: { view: OperationsView; at: number } | undefined
  const isWatched = () => io.sockets.adapter.rooms.has(watchRoom)

  return {
    admit(socket) {
      let answeredAt = Number.NEGATIVE_INFINITY
      socket.on('watch-operations', (isWatching) => {
        if (isWatching !== true) return void socket.leave(watchRoom)
        void socket.join(watchRoom)
        const time = now()
        if (time - answeredAt < minIntervalMs) return
        answeredAt = time
        if (last && time - last.at < presentMs) socket.emit('operations', last.view)
        onWatching()
      })
    },
    emit(view) {
      last = { view, at: now() }
      io.to(watchRoom).emit('operations', view)
    },
    isWatched,
  }
}
