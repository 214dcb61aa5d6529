import type { ClientMessages, ServerMessages, SocketAuth } from '@jaanch/api/socket-api'
import { clientOptions } from '@jaanch/contracts/socket'
import { io, type Socket } from 'socket.io-client'
import { mutate } from 'swr'
import { markReceived } from '../http/trace'
import { urlOf } from '../http/url'
import { bookingChange, labChange, notificationChange, prescriptionChange } from './change'
import { setConnectionState } from './connection-state'
import type { LiveStore } from './live-store'
import { operationsWatch, slotsPath, slotsSearch, slotsWatch } from './watch'

type Session = {
  token: () => string | null
  /** Checks the token with the API and ends the session if it is not valid. @returns whether the session continues */
  recheck: () => Promise<boolean>
}

const retryMs = 3_000

/** Opens the only socket connection of the session. @returns a function that closes it */
export function connect(store: LiveStore, session: Session): () => void {
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let closed = false

  const socket: Socket<ServerMessages, ClientMessages> = io({
    path: '/socket.io',
    ...clientOptions,
    // A function: every reconnection requests what came after the last complete position.
    auth: (send) => {
      const after = store.startConnecting()
      const auth: SocketAuth = { token: session.token() ?? '' }
      if (after > 0) auth.after = after
      const epoch = store.epoch()
      if (epoch) auth.epoch = epoch
      send(auth)
    },
  })

  /** Socket.IO does not reconnect after the server has rejected or closed the connection. */
  async function reconnectLater(): Promise<void> {
    clearTimeout(retryTimer)
    if (!(await session.recheck()) || closed) return
    retryTimer = setTimeout(() => socket.connect(), retryMs)
  }

  setConnectionState('connecting')
  socket.onAny((_event, message) => markReceived(message))
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
  socket.on('notification', ({ notification, position }) =>
    store.receive(notificationChange(notification, position)),
  )
  // The complete totals. Messages arrive in order, a new connection starts with the latest totals, and SWR drops the response of a
  // request that is in flight.
  const show = (key: string, answer: unknown) => void mutate(key, answer, { revalidate: false })
  socket.on('analytics', ({ analytics }) => show('/api/analytics/dashboard', analytics))
  socket.on('operations', (view) => show('/api/operations/now', view))
  socket.on('maintenance', (view) => show('/api/maintenance', view))
  socket.on('slots', ({ query, slots }) => show(urlOf(slotsPath, undefined, slotsSearch(query)), slots))
  const detach = [operationsWatch.attach(socket), slotsWatch.attach(socket)]
  const stopReconnecting = reconnectSoon(socket)
  socket.on('caught-up', (message) => {
    store.setCaughtUp(message.position, message.epoch)
    setConnectionState('live')
  })
  socket.on('start-over', (message) => {
    store.startOver(message.epoch)
    setConnectionState('live')
  })
  socket.on('disconnect', (reason) => {
    if (closed) return
    setConnectionState('reconnecting')
    if (reason === 'io server disconnect') void reconnectLater()
  })
  socket.on('connect_error', () => {
    setConnectionState('reconnecting')
    if (!socket.active) void reconnectLater()
  })

  return () => {
    closed = true
    clearTimeout(retryTimer)
    for (const end of detach) end()
    stopReconnecting()
    socket.disconnect()
    setConnectionState('off')
  }
}

/** A page that was shown hears within this time that its connection was lost meanwhile, ms */
const shownRecentlyMs = 5_000
const soonMs = 200

/**
 * Connects without the usual pause when the network is back, or the person comes back to the page: both are moments of this browser
 * alone, at which the clients of other people do not connect.
 * A connection whose network the browser has lost is given up at once: else it would count as live until a heartbeat is missed.
 * @returns a function that ends it
 */
export function reconnectSoon(socket: Socket): () => void {
  let shownAt = Number.NEGATIVE_INFINITY

  function reconnect(): void {
    // not active: the server refused the connection, and pauses of another kind apply
    if (!socket.connected && socket.active) socket.disconnect().connect()
  }
  function giveUp(): void {
    if (socket.connected) socket.disconnect().connect()
  }
  function onVisibility(): void {
    if (document.visibilityState !== 'visible') return
    shownAt = performance.now()
    reconnect()
  }
  // before Socket.IO takes the delay for its next attempt
  socket.on('disconnect', () => {
    const wasJustShown = performance.now() - shownAt < shownRecentlyMs
    socket.io.reconnectionDelay(wasJustShown ? soonMs : clientOptions.reconnectionDelay)
  })
  window.addEventListener('offline', giveUp)
  window.addEventListener('online', reconnect)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    window.removeEventListener('offline', giveUp)
    window.removeEventListener('online', reconnect)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}
