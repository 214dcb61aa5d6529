import { bookingCalls } from '@jaanch/booking/api'
import { createLog } from '@jaanch/platform/logging'
import { startTelemetry, type Telemetry } from '@jaanch/platform/telemetry/start-telemetry'
import { newRequestId } from '@jaanch/platform/telemetry/traces'
import { type OtlpCollector, startOtlpCollector } from '@jaanch/tests/support/otlp-collector'
import { bookingInput } from '@jaanch/tests/support/people'
import { closeSockets, connectTo } from '@jaanch/tests/support/sockets'
import { it } from '@jaanch/tests/support/test'
import { untilMessagesSent } from '@jaanch/tests/support/work'
import { afterAll, beforeAll, describe, expect } from 'vitest'

let collector: OtlpCollector
let telemetry: Telemetry

beforeAll(async () => {
  collector = await startOtlpCollector()
  telemetry = await startTelemetry({
    service: 'test',
    metricsPort: 0,
    metricsHost: '127.0.0.1',
    otlpEndpoint: `${collector.url}/`,
    traceRatio: 1,
    log: createLog('test', 'silent'),
  })
})
afterAll(async () => {
  closeSockets()
  await telemetry.close()
  await collector.close()
})

const scrape = async () => (await fetch(`http://127.0.0.1:${telemetry.port}/metrics`)).text()
const json = { 'content-type': 'application/json' }

describe('a trace', () => {
  it('goes from the request of one person to the push to another, and everything in between is below the request', async ({
    stack,
    admin,
    customer,
    packageId,
  }) => {
    const listening = await connectTo(stack.url, admin)
    const traceId = newRequestId()
    const { headers, status } = await customer.client.raw(bookingCalls.placeBooking.path, {
      method: 'POST',
      headers: { ...json, traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
      body: JSON.stringify(bookingInput(packageId, customer.addressId)),
    })
    expect(status).toBe(201)
    expect(headers.get('x-request-id')).toBe(traceId)
    await expect.poll(() => listening.bookings().some(({ trace }) => trace === traceId)).toBe(true)
    await untilMessagesSent(stack.database)

    const spans = () => collector.spans.filter((span) => span.traceId === traceId)
    const names = () => new Set(spans().map(({ name }) => name))
    const expected = [
      ...['POST /api/bookings', 'authorise', 'decide', 'append', 'relay', 'work orders', 'project', 'push'],
      ...['work notifications', 'deliver email'],
    ]
    await expect.poll(() => expected.filter((name) => !names().has(name))).toEqual([])
    const request = spans().find(({ name }) => name === 'POST /api/bookings')
    expect(request).toMatchObject({ spanId: traceId.slice(16), parentSpanId: '00f067aa0ba902b7' })
    for (const span of spans()) {
      expect(span.end, span.name).toBeGreaterThanOrEqual(span.start)
      if (span !== request) expect(span.parentSpanId, span.name).toBe(request?.spanId)
    }
    // what the workers appended because of it is in it too
    const pushed = () => spans().filter(({ name }) => name === 'push')
    await expect.poll(() => pushed().map(({ attributes }) => attributes.type)).toContain('OrderCreated')
  })

  it('begins with the request if the caller names none, or none that is valid', async ({ visitor }) => {
    const path = '/api/health'
    const ids = [
      (await visitor.raw(path)).headers.get('x-request-id'),
      (await visitor.raw(path, { headers: { traceparent: '00-mine-01' } })).headers.get('x-request-id'),
      (await visitor.raw('/api/no-such-path')).headers.get('x-request-id'),
    ]
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(ids).size).toBe(3)
  })
})

describe('the metrics', () => {
  it('count requests by the pattern of the route: never by ids or by what a stranger asked for', async ({
    customer,
    visitor,
  }) => {
    await customer.client.ask(bookingCalls.getBooking, {
      params: { id: '6f1c7f2e-0000-4000-8000-000000000001' },
    })
    await visitor.raw('/api/quillfeather/1234')
    await visitor.raw('/quillfeather')
    const text = await scrape()
    expect(text).toMatch(
      /jaanch_http_request_duration_seconds_count\{method="GET",route="\/api\/bookings\/:id",status="404"\} \d/,
    )
    expect(text).toContain('route="none"')
    expect(text).not.toContain('quillfeather')
    expect(text).not.toContain('6f1c7f2e')
  })

  it('contain the state of the whole database, the process and its pools', async ({
    stack,
    bookingInStatus,
  }) => {
    await bookingInStatus('completed')
    await untilMessagesSent(stack.database)
    const expected = [
      /^jaanch_build_info\{version="[\d.]+",commit="\w+",service="test"\} 1$/m,
      /^jaanch_log_head [1-9]/m,
      /^jaanch_relay_lag_events\{consumer="orders"\} \d/m,
      /^jaanch_projector_lag_seconds\{model_version="\d+"\} \d/m,
      /^jaanch_work_rows\{consumer="reports",state="dead"\} 0$/m,
      /^jaanch_dead_letters\{consumer="timers"\} 0$/m,
      /^jaanch_messages\{channel="sms",state="waiting"\} \d/m,
      /^jaanch_messages_waiting\{channel="email",reason="no_provider"\} 0$/m,
      /^jaanch_messages_waiting\{channel="sms",reason="paused"\} 0$/m,
      /^jaanch_pool_connections\{pool="queries",state="waiting"\} 0$/m,
      /^jaanch_pool_connections\{pool="leases",state="idle"\} \d/m,
      /^jaanch_late_bookings\{kind="slot-missed"\} \d/m,
      /^jaanch_event_loop_delay_p99_seconds \d/m,
      /^jaanch_process_cpu_seconds_total \d/m,
      /^jaanch_sockets \d/m,
      /^jaanch_tail_lag_events \d/m,
      /^jaanch_appended_events_total\{type="BookingPlaced"\} [1-9]/m,
      /^jaanch_append_batch_events_sum [1-9]/m,
      /^jaanch_visible_delay_seconds_count [1-9]/m,
      /^jaanch_push_delay_seconds_count [1-9]/m,
      /^jaanch_pushed_messages_total\{kind="booking"\} [1-9]/m,
      /^jaanch_work_duration_seconds_count\{consumer="orders",outcome="done"\} [1-9]/m,
      /^jaanch_deliveries_total\{channel="email",outcome="sent"\} [1-9]/m,
      /^jaanch_delivery_delay_seconds_count\{channel="email"\} [1-9]/m,
      /^jaanch_bookings_total\{type="BookingCompleted"\} [1-9]/m,
      /^jaanch_booking_step_seconds_count\{step="collected"\} [1-9]/m,
    ]
    await expect
      .poll(async () => {
        const text = await scrape()
        return expected.filter((line) => !line.test(text)).map(String)
      })
      .toEqual([])
  })

  it('are all that the private port answers', async () => {
    const answer = await fetch(`http://127.0.0.1:${telemetry.port}/`)
    expect(answer.status).toBe(404)
  })
})
