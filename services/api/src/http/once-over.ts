import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Calls `end` once, as soon as the request is over: its answer was sent, or its client has gone, perhaps long ago. (Node does not tell
 * an answer that waits behind others of its connection that the connection has closed.)
 */
export function onceOver(request: FastifyRequest, reply: FastifyReply, end: () => void): void {
  const { socket } = request.raw
  const over = () => {
    reply.raw.off('close', over)
    socket.off('close', over)
    end()
  }
  // the requests that one connection sends ahead of the answers all listen to it
  socket.setMaxListeners(0)
  reply.raw.once('close', over)
  socket.once('close', over)
  if (reply.raw.closed || socket.destroyed) over()
}
