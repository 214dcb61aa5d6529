import type { OperationsView } from '@jaanch/operations/now/api'
import type { Log } from '@jaanch/platform/logging'
import { pause, runLoop, type WakeSignal } from '@jaanch/platform/run-loop'
import type { Server, Socket } from 'socket.io'
import type { ClientMessages, ServerMessages } from '../socket-api.ts'
import { watchRoom } from './sockets.ts'

type OperationsPush = {
  read: () => Promise<OperationsView>
  /** Notified when an operator begins to watch */
  wakeSignal: WakeSignal
  isWatched: () => boolean
  emit: (view: OperationsView) => void
  log: Log
  signal: AbortSignal
}

/** One message a second: more would not be read, and the client draws the movement in between */
const intervalMs = 1_000
/** A read takes some milliseconds. If it takes long, the pause is four times as long: reads use a fifth of a connection. */
const pauseFactor = 4
/** While nobody watches; a lost wake signal delays the first view so long */
const pollMs = 10_000

/** Sends the state of the log and its readers to the operators that watch it. Nothing is read while nobody watches. */
export function pushOperations({
  read,
  wakeSignal,
  isWatched,
  emit,
  log,
  signal,
}: OperationsPush): Promise<void> {
  return runLoop({
    name: 'the push for operators',
    async pass() {
      if (!isWatched()) return false
      const startedAt = performance.now()
      emit(await read())
      const took = performance.now() - startedAt
      await pause(Math.max(intervalMs - took, pauseFactor * took), signal)
      return true
    },
    wakeSignal,
    pollMs,
    maxPauseMs: 5_000,
    onError: (error) =>
      log.warn({ err: error }, 'the state of the log cannot be read for operators, trying again'),
    signal,
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
