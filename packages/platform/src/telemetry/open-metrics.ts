import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Counter, Histogram, Observable } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import type { Resource } from '@opentelemetry/resources'
import { type IMetricReader, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import type { Log } from '../logging.ts'
import { readLiveness, readReadiness, type Verdict } from '../probes.ts'
import { catalogue, type Metric, type MetricName, unitOf } from './catalogue.ts'
import { readGauges, type Sink, setSink } from './metrics.ts'

export type MetricsOptions = {
  resource: Resource
  /** Where Prometheus collects, and probes are answered; 0: any free port, undefined: nowhere */
  port: number | undefined
  host: string
  /** A collector that gets the metrics every minute */
  otlpEndpoint: string | undefined
  log: Log
}

export type OpenMetrics = {
  /** Where they can be collected */
  port: number | undefined
  close(): Promise<void>
}

const exportEveryMs = 60_000

/**
 * Makes the instruments of the catalogue, and serves or sends their values. A port that cannot be used is logged: the service is
 * worth more than its metrics, and a collector gets them all the same.
 */
export async function openMetrics({
  resource,
  port,
  host,
  otlpEndpoint,
  log,
}: MetricsOptions): Promise<OpenMetrics> {
  const prometheus = new PrometheusExporter({
    preventServerStart: true,
    withoutScopeInfo: true,
    withoutTargetInfo: true,
  })
  const readers: IMetricReader[] = []
  if (port !== undefined) readers.push(prometheus)
  if (otlpEndpoint) {
    readers.push(
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ url: `${otlpEndpoint}/v1/metrics` }),
        exportIntervalMillis: exportEveryMs,
      }),
    )
  }
  const provider = new MeterProvider({ resource, readers })
  setSink(createInstruments(provider))
  const serving =
    port === undefined
      ? undefined
      : serveMetrics(
          (request, response) => prometheus.getMetricsRequestHandler(request, response),
          port,
          host,
        )
  const server = await serving?.catch((error) => {
    log.error({ err: error, port }, 'Prometheus cannot collect the metrics')
    return undefined
  })
  return {
    port: server && (server.address() as AddressInfo).port,
    async close() {
      setSink(undefined)
      server?.closeAllConnections()
      server?.close()
      // a collector that does not answer must not delay the end of the process
      await provider.shutdown({ timeoutMillis: 2_000 }).catch(() => {})
    },
  }
}

function createInstruments(provider: MeterProvider): Sink {
  const meter = provider.getMeter('jaanch')
  const counters = new Map<string, Counter>()
  const histograms = new Map<string, Histogram>()
  const observables = new Map<string, Observable>()
  for (const [key, { kind, description, buckets }] of Object.entries<Metric>(catalogue)) {
    const name = key as MetricName
    const options = { description, unit: unitOf(name) }
    if (kind === 'counter') counters.set(name, meter.createCounter(name, options))
    else if (kind === 'gauge') observables.set(name, meter.createObservableGauge(name, options))
    else if (kind === 'total') observables.set(name, meter.createObservableCounter(name, options))
    else {
      const advice = { explicitBucketBoundaries: [...(buckets ?? [])] }
      histograms.set(name, meter.createHistogram(name, { ...options, advice }))
    }
  }
  meter.addBatchObservableCallback(
    (result) =>
      readGauges((name, value, ...[labels]) => {
        const observable = observables.get(name)
        if (observable) result.observe(observable, value, labels)
      }),
    [...observables.values()],
  )
  return {
    add: (name, value, labels) => counters.get(name)?.add(value, labels),
    record: (name, value, labels) => histograms.get(name)?.record(value, labels),
  }
}

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
