/**
 * How clients connect, as options of socket.io-client. By WebSocket alone: a connection stays with the process that accepted it, so
 * no load balancer needs sticky sessions. After a lost connection a client waits a random time of 0.3 to 6 s, because the clients of
 * a process that ended all lose it at the same moment; further pauses grow to 10 s.
 */
export const clientOptions = {
  transports: ['websocket'],
  reconnectionDelay: 3_000,
  // of the delay: from none of it to twice as much
  randomizationFactor: 1,
  reconnectionDelayMax: 10_000,
}
