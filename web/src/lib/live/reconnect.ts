import { clientOptions } from '@jaanch/contracts/socket'
import type { Socket } from 'socket.io-client'

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
