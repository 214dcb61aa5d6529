import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { labPartnerEvents } from '@jaanch/account/labs/events'
import { bookingEvents } from '@jaanch/booking/events'
import { prescriptionEvents } from '@jaanch/booking/prescriptions/prescription'
import { modelFingerprint, modelVersion } from '@jaanch/booking-stream/model-version'
import { eventDefinitions } from '@jaanch/booking-stream/streams'
import { eventSamples } from '@jaanch/booking-stream/testing/event-samples'
import { sampleId } from '@jaanch/contracts/testing/sample-of'
import { type EventType, parseStreamId, type StreamKind, streamId } from '@jaanch/eventlog/events'
import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { feed } from '../feed/feed.ts'
import { useGenerations } from '../testing/projecting.ts'
import { createGeneration } from './generations.ts'

type StoredEvent = { type: EventType; data: Record<string, unknown> }
type SampleEvent = StoredEvent & { streamId: string; version: number }

/** The order in the sample log, on which the fingerprint depends; types that are not named here follow */
const bookingTypes =
  `BookingPlaced OrderProposed OrderConfirmed OrderDeclined LabAssigned LabDeclined AssignmentEscalated
  BookingRescheduled BookingConfirmed SampleCollectionStarted LabProcessingStarted BookingCompleted BookingCancelled OrderCreated
  PaymentRecorded PaymentReported ReportSubmitted CriticalValueFound CriticalValueCalled CriticalValueReminded ReportDrafted
  ReportReturned FastingReminderDue ReportDelayed BookingReviewed ReviewModerated BookingMessaged CollectorAssigned TubesPlanned
  LabelsPrinted CollectorArrived IdentityChecked TubesDrawn TubesHandedOver TubesReceived TubesAccepted TubesRejected
  CollectionFailed RecollectionProposed RecollectionOffered RecollectionWithdrawn TestsWithdrawn RefundDue RefundSettled
  ReportReleased`.split(/\s+/)

/** Kinds of streams that are opened by an event with the stream's own id under `idKey`. */
const families: { kind: StreamKind; idKey: string; openings: EventType[]; types: EventType[] }[] = [
  {
    kind: 'booking',
    idKey: 'bookingId',
    openings: ['BookingPlaced', 'OrderProposed', 'RecollectionProposed'],
    types: [...new Set([...bookingTypes, ...Object.keys(bookingEvents)])] as EventType[],
  },
  {
    kind: 'prescription',
    idKey: 'prescriptionId',
    openings: ['PrescriptionUploaded'],
    types: Object.keys(prescriptionEvents) as EventType[],
  },
  {
    kind: 'lab',
    idKey: 'labPartnerId',
    openings: ['LabApplied'],
    types: Object.keys(labPartnerEvents) as EventType[],
  },
]

/**
 * A log that contains every event type, independent of time and chance.
 *
 * For each event that opens a stream: a stream with all other events of its kind, and a short stream with each of them (for
 * bookings after the assignment of a lab). The short streams occur with each value of the event's enums and booleans.
 */
function sampleLog(): SampleEvent[] {
  let streams = 0
  function stream(kind: StreamKind, idKey: string, events: StoredEvent[]): SampleEvent[] {
    streams += 1
    const id = sampleId(1_000 + streams)
    return events.map((event, index) => ({
      ...event,
      data: index === 0 ? { ...event.data, [idKey]: id } : event.data,
      streamId: streamId(kind, id),
      version: index + 1,
    }))
  }

  const ofFamilies = families.flatMap(({ kind, idKey, openings, types }) => {
    const others = types.filter((type) => !openings.includes(type))
    const before = kind === 'booking' ? samplesOf('LabAssigned') : []
    return openings.flatMap(samplesOf).flatMap((opening) => [
      ...stream(kind, idKey, [opening, ...others.flatMap(samplesOf)]),
      ...variantsOf(opening).flatMap((variant) => stream(kind, idKey, [variant])),
      ...others
        .flatMap(samplesOf)
        .flatMap(variantsOf)
        .flatMap((variant) => stream(kind, idKey, [opening, ...before, variant])),
    ])
  })
  const otherTypes = (Object.keys(eventDefinitions) as EventType[]).filter((type) =>
    families.every(({ types }) => !types.includes(type)),
  )
  return [
    ...ofFamilies,
    ...otherTypes.flatMap(samplesOf).flatMap((event) => stream('package', 'packageId', [event])),
  ]
}

function samplesOf(type: EventType): StoredEvent[] {
  return eventSamples.filter((event) => event.type === type)
}

/** The event itself, and copies with each possible value of one field. */
function variantsOf(event: StoredEvent): StoredEvent[] {
  const { shape } = eventDefinitions[event.type].data
  const copies = Object.entries<z.ZodType>(shape).flatMap(([key, schema]) =>
    valuesOf(schema).map((value) => ({ ...event, data: { ...event.data, [key]: value } })),
  )
  return [event, ...copies]
}

function valuesOf(schema: z.ZodType): unknown[] {
  if (schema instanceof z.ZodOptional) return [undefined, ...valuesOf(schema.unwrap() as z.ZodType)]
  if (schema instanceof z.ZodNullable) return [null, ...valuesOf(schema.unwrap() as z.ZodType)]
  if (schema instanceof z.ZodEnum) return schema.options
  if (schema instanceof z.ZodBoolean) return [true, false]
  if (schema instanceof z.ZodUUID) return [sampleId(99)]
  return []
}

/** A migrated database without events. */
type EmptyDatabase = {
  /** One connection with the role of the services */
  client: pg.PoolClient
  /** Runs a statement as the owner */
  asOwner(text: string, values?: unknown[]): Promise<unknown>
}

/** @returns a hash of the definition of the read tables and of what the projections write for the sample log */
async function computeModelFingerprint({ client, asOwner }: EmptyDatabase): Promise<string> {
  await writeLog(asOwner, sampleLog())
  const generation = await createGeneration(client)
  while ((await feed(client, generation)) !== undefined);
  return hash([readDefinition(), ...(await readRows(client, `read_${generation}`))])
}

/** Writes an event every 97 minutes, so that the statistics have several days and hours. */
async function writeLog(asOwner: EmptyDatabase['asOwner'], events: SampleEvent[]): Promise<void> {
  const bookings = events.flatMap(({ streamId }) => parseStreamId('booking', streamId) ?? [])
  const withAddress = [...new Set(bookings)].filter((_, index) => index % 2 === 0)
  // the projections read the city from the details
  await asOwner(
    `insert into booking_details (booking_id, customer_id, address)
     select unnest($1::uuid[]), $2, '{"city": "Pune"}'`,
    [withAddress, sampleId(2)],
  )
  await asOwner(
    `insert into log.events (position, stream_id, version, type, schema_version, data, actor, at, append_id, append_index)
     select position, event ->> 'streamId', (event ->> 'version')::int, event ->> 'type',
            1, event -> 'data', 'admin:' || $2,
            '2026-01-05T00:00:00Z'::timestamptz + position * interval '97 minutes', gen_random_uuid(), 0
       from jsonb_array_elements($1) with ordinality as e (event, position)`,
    [JSON.stringify(events), sampleId(4)],
  )
}

/** Every row of every table, as text that does not depend on the session. */
async function readRows(client: pg.PoolClient, schema: string): Promise<string[]> {
  await client.query("set timezone = 'UTC'")
  const tables = await client.query<{ name: string }>(
    'select table_name as name from information_schema.tables where table_schema = $1 order by 1',
    [schema],
  )
  const all: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${schema}.${name} t order by to_jsonb(t)::text collate "C"`,
    )
    all.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return all
}

function hash(parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16)
}

/** The definition of the read tables without comments and line breaks: two that differ make different tables. */
function readDefinition(): string {
  const sql = readFileSync(new URL('../generations/generation.sql', import.meta.url), 'utf8')
  return sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim()
}

const { database, client } = useGenerations()

const file = fileURLToPath(import.meta.resolve('@jaanch/booking-stream/model-version'))

describe('the model version of the read tables', () => {
  it('is raised when their definition or what the projections write changes; --update raises it', async () => {
    const fingerprint = await computeModelFingerprint({ client: client(), asOwner: database.asOwner })
    const version = fingerprint === modelFingerprint ? modelVersion : modelVersion + 1
    const text = readFileSync(file, 'utf8')
      .replace(/(?<=modelVersion = )\d+/, String(version))
      .replace(/(?<=modelFingerprint = ')\w+/, fingerprint)
    await expect(text, 'The read tables changed: run this file with --update.').toMatchFileSnapshot(file)
  })
})
