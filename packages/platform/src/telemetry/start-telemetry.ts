import type { Config } from '../config.ts'
import type { Log } from '../logging.ts'
import { readRelease, releaseName } from '../release.ts'
import type { Closing } from '../service.ts'
import { observeProcess } from './process-gauges.ts'

type TelemetryOptions = Pick<Config, 'metricsPort' | 'metricsHost' | 'otlpEndpoint' | 'traceRatio'> & {
  service: string
  log: Log
}

export type Telemetry = {
  /** Where Prometheus can collect, and probes are answered; undefined: nowhere */
  port: number | undefined
  close: Closing
}

const off: Telemetry = { port: undefined, close() {} }

/**
 * Turns metrics and traces on, as the configuration says. Without a port and a collector nothing of OpenTelemetry is loaded.
 * Failures are logged: the service is worth more than its metrics.
 */
export async function startTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  const { metricsPort, otlpEndpoint, log } = options
  if (metricsPort === undefined && otlpEndpoint === undefined) return off
  try {
    return await open(options)
  } catch (error) {
    log.error({ err: error }, 'nothing is measured')
    return off
  }
}

async function open(options: TelemetryOptions): Promise<Telemetry> {
  const { service, metricsPort, metricsHost, otlpEndpoint, traceRatio, log } = options
  const [{ resourceFromAttributes }, { openMetrics }] = await Promise.all([
    import('@opentelemetry/resources'),
    import('./open-metrics.ts'),
  ])
  const resource = resourceFromAttributes({
    'service.name': `jaanch-${service}`,
    'service.version': releaseName(readRelease()),
  })
  const endpoint = otlpEndpoint?.replace(/\/+$/, '')
  const metrics = await openMetrics({
    resource,
    port: metricsPort,
    host: metricsHost,
    otlpEndpoint: endpoint,
    log,
  })
  const stopObserving = observeProcess(service)
  const closeTraces =
    endpoint === undefined
      ? undefined
      : (await import('./open-traces.ts')).openTraces({
          resource,
          otlpEndpoint: endpoint,
          sampleRatio: traceRatio,
        })
  log.info({ port: metrics.port, hasCollector: endpoint !== undefined }, 'measuring')
  return {
    port: metrics.port,
    async close() {
      stopObserving()
      await Promise.all([closeTraces?.(), metrics.close()])
    },
  }
}
