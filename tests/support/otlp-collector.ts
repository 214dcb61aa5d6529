import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as a collector gets it; times in ms since 1970 */
type CollectedSpan = {
  traceId: string
  spanId: string
  /** Empty for a root */
  parentSpanId: string
  name: string
  service: string
  start: number
  end: number
  attributes: Record<string, unknown>
}

export type OtlpCollector = {
  url: string
  spans: CollectedSpan[]
  /** The bodies of all requests, of metrics too */
  bodies: string[]
  close(): Promise<void>
}

type Attributes = { key: string; value: Record<string, unknown> }[]
type TracesBody = {
  resourceSpans: {
    resource: { attributes: Attributes }
    scopeSpans: {
      spans: {
        traceId: string
        spanId: string
        parentSpanId?: string
        name: string
        startTimeUnixNano: string
        endTimeUnixNano: string
        attributes: Attributes
      }[]
    }[]
  }[]
}

/** Receives metrics and traces as an OpenTelemetry collector does, over HTTP with JSON, and keeps them. */
export async function startOtlpCollector(): Promise<OtlpCollector> {
  const spans: CollectedSpan[] = []
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const body = await textOf(request)
    bodies.push(body)
    if (request.url === '/v1/traces') spans.push(...spansOf(JSON.parse(body)))
    response.setHeader('content-type', 'application/json').end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

function spansOf({ resourceSpans }: TracesBody): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map(
        ({ startTimeUnixNano, endTimeUnixNano, parentSpanId = '', attributes, traceId, spanId, name }) => ({
          traceId,
          spanId,
          parentSpanId,
          name,
          service: String(valuesOf(resource.attributes)['service.name']),
          start: Number(startTimeUnixNano) / 1e6,
          end: Number(endTimeUnixNano) / 1e6,
          attributes: valuesOf(attributes),
        }),
      ),
  )
}

function valuesOf(attributes: Attributes): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
