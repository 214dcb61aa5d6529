import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { readLiveness, readReadiness, type Verdict } from '../probes/checks.ts'

/**
 * Serves what only operators and their machines ask: `GET /metrics`, and the probes `GET /live` and `GET /ready`, which answer
 * `{"status":"ok"}` with 200, or 503 with the reasons. Nothing else.
 * @param metrics answers the collector of metrics
 * @param port 0: any free port
 * @throws if the port cannot be used
 */
export async function serveMetrics(metrics: RequestListener, port: number, host: string): Promise<Server> {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    if (request.method !== 'GET') return void response.writeHead(404).end()
    if (request.url === '/metrics') return metrics(request, response)
    if (request.url === '/live') return void readLiveness().then((verdict) => answer(response, verdict))
    if (request.url === '/ready') return void readReadiness().then((verdict) => answer(response, verdict))
    response.writeHead(404).end()
  })
  server.maxConnections = 50
  server.listen(port, host)
  await once(server, 'listening')
  // a connection that cannot be accepted, such as for want of descriptors, must not end the process
  server.on('error', () => {})
  return server
}

function answer(response: ServerResponse, { isOk, reasons }: Verdict): void {
  response.writeHead(isOk ? 200 : 503, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(`${JSON.stringify(isOk ? { status: 'ok' } : { status: 'unavailable', reasons })}\n`)
}
