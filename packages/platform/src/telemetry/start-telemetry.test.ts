import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createLog } from '../logging.ts'
import { count } from './metrics.ts'
import { startTelemetry } from './start-telemetry.ts'
import { newRequestId, recordSpan } from './traces.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

describe('telemetry whose port another process has', () => {
  it('sends metrics and traces to the collector all the same', async () => {
    const received: (string | undefined)[] = []
    const collector = await listen((request, response) => {
      received.push(request.url)
      request.resume().on('end', () => response.end('{}'))
    })
    const telemetry = await startTelemetry({
      service: 'test',
      metricsPort: await listen(() => {}),
      metricsHost: '127.0.0.1',
      otlpEndpoint: `http://127.0.0.1:${collector}`,
      traceRatio: 1,
      log: createLog('test', 'silent'),
    })
    expect(telemetry.port).toBeUndefined()
    count('jaanch_projected_events_total', 1)
    recordSpan(newRequestId(), { name: 'a step', startedAt: performance.now() })
    await telemetry.close()
    expect(received.sort()).toEqual(['/v1/metrics', '/v1/traces'])
  })
})
