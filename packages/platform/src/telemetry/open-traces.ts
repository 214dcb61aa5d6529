import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import type { Resource } from '@opentelemetry/resources'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  RandomIdGenerator,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { within } from '../deadline.ts'
import { requestSpanId, setSpanSink } from './traces.ts'

export type TracesOptions = {
  resource: Resource
  /** A collector that gets the spans */
  otlpEndpoint: string
  /** Part of the traces that is recorded, 0 to 1 */
  sampleRatio: number
}

/** A collector that is away loses spans and nothing else: at most 2,048 wait. */
const limits = { maxQueueSize: 2_048, maxExportBatchSize: 512, scheduledDelayMillis: 1_000 }

/** @returns sends what waits, and ends */
export function openTraces({ resource, otlpEndpoint, sampleRatio }: TracesOptions): () => Promise<void> {
  // the id of a request's span follows from its trace; all others are random
  let next: { traceId: string; spanId: string } | undefined
  const random = new RandomIdGenerator()
  const provider = new TracerProvider({
    resource,
    // who records a span has asked isTraced
    sampler: new AlwaysOnSampler(),
    idGenerator: {
      generateTraceId: () => next?.traceId ?? random.generateTraceId(),
      generateSpanId: () => next?.spanId ?? random.generateSpanId(),
    },
    spanProcessors: [
      new BatchSpanProcessor({
        ...limits,
        exporter: new OTLPTraceExporter({ url: `${otlpEndpoint}/v1/traces` }),
      }),
    ],
  })
  const tracer = provider.getTracer('jaanch')

  setSpanSink({
    sampleRatio,
    add(traceId, { name, startedAt, endedAt = performance.now(), attributes = {}, hasFailed }, request) {
      const below = request ? request.parentId : requestSpanId(traceId)
      const context = below
        ? trace.setSpanContext(ROOT_CONTEXT, {
            traceId,
            spanId: below,
            traceFlags: TraceFlags.SAMPLED,
            isRemote: true,
          })
        : ROOT_CONTEXT
      next = request && { traceId, spanId: requestSpanId(traceId) }
      const span = tracer.startSpan(
        name,
        {
          startTime: performance.timeOrigin + startedAt,
          kind: request ? SpanKind.SERVER : SpanKind.INTERNAL,
          attributes,
        },
        context,
      )
      next = undefined
      if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(performance.timeOrigin + endedAt)
    },
  })
  return async () => {
    setSpanSink(undefined)
    // a collector that does not answer must not delay the end of the process
    await within(2_000, provider.shutdown(), () => new Error('The collector does not answer')).catch(() => {})
  }
}
