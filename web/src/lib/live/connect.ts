import type { ServerMessages, SocketAuth } from '@jaanch/contracts/socket'
import { io, type Socket } from 'socket.io-client'
import { receiveAnalytics } from './analytics'
import { bookingChange, labChange, notificationChange, prescriptionChange } from './change'
import { setConnectionState } from './connection-state'
import type { LiveStore } from './live-store'

type Session = {
  token: () => string | null
  /** Asks the API whether the session still stands; it signs out if not. @returns true if it stands */
  recheck: () => Promise<boolean>
}

const secondLook = 3_000

/** Opens the session's one connection. @returns closes it */
export function connect(store: LiveStore, session: Session): () => void {
  let epoch: string | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let closed = false

  const socket: Socket<ServerMessages> = io({
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    reconnectionDelay: 500,
    reconnectionDelayMax: 5_000,
    // A function: every reconnect asks for what came after the last thing that it saw.
    auth: (send) => {
      const after = store.asked()
      const auth: SocketAuth = { token: session.token() ?? '' }
      if (after > 0) auth.after = after
      if (epoch) auth.epoch = epoch
      send(auth)
    },
  })

  /** The server itself turned us away: socket.io does not try again on its own. */
  async function lookAgain(): Promise<void> {
    clearTimeout(retry)
    if (!(await session.recheck()) || closed) return
    retry = setTimeout(() => socket.connect(), secondLook)
  }

  setConnectionState('connecting')
  socket.on('booking', (message) => {
    store.receive(
      message.booking
        ? bookingChange(message.booking, message.position)
        : { kind: 'booking', id: message.id, position: message.position, row: null },
    )
  })
  socket.on('lab', ({ labPartner, position }) => store.receive(labChange(labPartner, position)))
  socket.on('prescription', ({ prescription, position }) =>
    store.receive(prescriptionChange(prescription, position)),
  )
  socket.on('analytics', receiveAnalytics)
  socket.on('notification', ({ notification, position }) =>
    store.receive(notificationChange(notification, position)),
  )
  socket.on('caught-up', (message) => {
    epoch = message.epoch
    store.caughtUp(message.position)
    setConnectionState('live')
  })
  socket.on('start-over', (message) => {
    epoch = message.epoch
    store.startOver()
    setConnectionState('live')
  })
  socket.on('disconnect', (reason) => {
    if (closed) return
    setConnectionState('reconnecting')
    if (reason === 'io server disconnect') void lookAgain()
  })
  socket.on('connect_error', () => {
    setConnectionState('reconnecting')
    if (!socket.active) void lookAgain()
  })

  return () => {
    closed = true
    clearTimeout(retry)
    socket.disconnect()
    setConnectionState('off')
  }
}
