import type { OperationsView } from '@jaanch/operations/now/api'
import type { Server, Socket } from 'socket.io'
import type { ClientMessages, ServerMessages } from '../socket-api.ts'
import { watchRoom } from './sockets.ts'

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
