import { addDays, istDate, slotStart } from '@jaanch/contracts/calendar'
import { slotNumber } from '@jaanch/contracts/vocabulary'
import { streamId } from '@jaanch/eventlog/events'
import { appendIdOf } from '@jaanch/eventlog/idempotency'
import { createPostgresPool, inTransaction } from '@jaanch/platform/postgres'
import type pg from 'pg'
import { type Accounts, labOf, planAccounts, staffOf } from './accounts.ts'
import { accountsTimeline } from './accounts-timeline.ts'
import type { BookingPlan, CustodyPlan } from './booking-plan.ts'
import { bookingSteps, decideBooking, orderNumberOf } from './booking-steps.ts'
import { type CatalogueEntry, catalogueTimeline, type DemoCatalogue, readCatalogue } from './catalogue.ts'
import { type Moment, people, story } from './data.ts'
import { planHistory } from './history.ts'
import { type PrescriptionPlan, planPrescriptions, prescriptionTimeline } from './prescriptions.ts'
import { storeReportFiles } from './reports.ts'
import { type TimelineEntry, writeTimeline } from './timeline.ts'

/**
 * Stored in `settings`. `anchor`: time of the first load; `firstOrder`: first of the reserved order numbers; `removed`: its accounts
 * were taken away since.
 */
type Progress = { anchor: string; firstOrder: number; done: boolean; removed?: boolean }

const key = 'demo'

/**
 * Loads the demo: the catalogue, the accounts and 60 days of bookings. If the process is killed, the next call completes it:
 *
 *  1. begin   stores the anchor; all ids, times and choices are derived from it, so every call plans the same demo
 *  2. write   writes the timeline in order of time, then the PDFs of reports; what exists is skipped
 *  3. finish  sets consumers to the head of the log, so that the history causes no work, and marks the demo as done
 *
 * @param databaseUrl a migrated database @param now the anchor of the first call, default: the current time
 * @returns whether there was anything to load; `removed` if its accounts were taken away
 */
export async function loadDemo({
  databaseUrl,
  now = new Date(),
}: {
  databaseUrl: string
  now?: Date
}): Promise<{ loaded: boolean; removed?: true }> {
  const pool = createPostgresPool({ url: databaseUrl, name: 'demo', max: 1, statementTimeout: 60_000 })
  try {
    const progress = (await readProgress(pool)) ?? (await begin(pool, now))
    if (progress.done) return { loaded: false, ...(progress.removed && { removed: true }) }
    const demo = planDemo(new Date(progress.anchor))
    await writeTimeline(pool, await demoTimeline(demo, progress.firstOrder))
    await storeReportFiles(pool)
    await finish(pool, progress)
    return { loaded: true }
  } finally {
    await pool.end()
  }
}

async function readProgress(pool: pg.Pool): Promise<Progress | undefined> {
  const { rows } = await pool.query<{ value: Progress }>('select value from settings where key = $1', [key])
  return rows[0]?.value
}

/**
 * If several processes call it at once, one stores its anchor and all use it: the insert of the others waits for its commit.
 * Order numbers are taken from the sequence in advance, so that the workers continue after the demo's last one. After a kill
 * at this point the demo's numbers begin higher.
 */
async function begin(pool: pg.Pool, now: Date): Promise<Progress> {
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `insert into settings (key, value) values ($1, jsonb_build_object('anchor', $2::text, 'done', false))
       on conflict (key) do nothing`,
      [key, now.toISOString()],
    )
    if (rowCount === 0) return
    await client.query(
      `update settings set value = value || jsonb_build_object('firstOrder',
         (select min(nextval('order_number_seq')) from generate_series(1, $2::integer)))
        where key = $1`,
      [key, planDemo(now).bookings.length],
    )
  })
  const progress = await readProgress(pool)
  if (!progress) throw new Error('The demo could not be begun')
  return progress
}

async function finish(pool: pg.Pool, progress: Progress): Promise<void> {
  await inTransaction(pool, async (client) => {
    await skipHistory(client, new Date(progress.anchor))
    await client.query(`update settings set value = value || '{"done": true}' where key = $1`, [key])
  })
}

/** The history causes no messages, and notifications are marked as read except those of the last two days. */
export async function skipHistory(client: pg.ClientBase, anchor: Date): Promise<void> {
  await client.query(
    `insert into work_consumers (name, cursor)
     select name, (select coalesce(max(position), 0) from log.events) from consumers
     on conflict (name) do nothing`,
  )
  await client.query(
    `insert into notifications_read_upto (user_id, position)
     select id, coalesce((select max(position) from log.events where at < $1::timestamptz - interval '2 days'), 0) from users
     on conflict do nothing`,
    [anchor],
  )
}

type Demo = {
  anchor: Date
  catalogue: DemoCatalogue
  accounts: Accounts
  /** All bookings in the order of their placement */
  bookings: BookingPlan[]
  prescriptions: PrescriptionPlan[]
}

/** @param anchor the time from which all of the demo is derived; nothing happens after it */
export function planDemo(anchor: Date): Demo {
  const catalogue = readCatalogue()
  const accounts = planAccounts(istDate(anchor))
  const prescriptions = planPrescriptions(accounts.demoCustomer, catalogue.entries, anchor)
  const bookings = [
    ...planHistory(accounts, catalogue.entries, anchor),
    ...planStory(accounts, catalogue.entries, anchor),
    prescriptions[0].order,
  ]
  bookings.sort((a, b) => a.placedAt.getTime() - b.placedAt.getTime())
  return { anchor, catalogue, accounts, bookings, prescriptions }
}

/** @param firstOrder number of the first booking's order; the following bookings have the following numbers */
async function demoTimeline(demo: Demo, firstOrder: number): Promise<TimelineEntry[]> {
  const { anchor, catalogue, accounts } = demo
  const catalogueDay = slotStart(addDays(istDate(anchor), -1123), '12:00')
  return [
    ...catalogueTimeline(catalogue, catalogueDay, `admin:${accounts.admin.id}`),
    ...(await accountsTimeline(accounts)),
    ...capacitiesTimeline(accounts, catalogue.entries, anchor),
    ...historyTimeline(demo, firstOrder),
  ]
}

/** The history of the bookings and prescriptions up to the anchor. */
export function historyTimeline(
  { anchor, accounts, bookings, prescriptions }: Demo,
  firstOrder: number,
): TimelineEntry[] {
  const { admin } = accounts
  const ofBookings = bookings.flatMap((plan, index) => {
    const lab = labOf(accounts, plan.customer.city)
    const [technician] = staffOf(accounts, lab, 'technician')
    const [pathologist] = staffOf(accounts, lab, 'pathologist')
    const signers = technician && pathologist && { technician, pathologist }
    const orderNumber = orderNumberOf(plan, firstOrder + index)
    return decideBooking(plan, bookingSteps(plan, { admin, lab, signers, orderNumber }), anchor)
  })
  return [...ofBookings, ...prescriptions.flatMap((plan) => prescriptionTimeline(plan, admin))]
}

/** The bookings of named people: a case for each thing that the pages show. */
function planStory(accounts: Accounts, entries: readonly CatalogueEntry[], anchor: Date): BookingPlan[] {
  const today = istDate(anchor)
  const customers = [accounts.demoCustomer, ...accounts.customers, ...accounts.suratHouseholds]
  const at = ([day, time]: Moment) => slotStart(addDays(today, day), time)
  return Object.entries(story).flatMap(([group, bookings]) => {
    const idOf = (place: number) => appendIdOf('demo', 'booking', group, place)
    return bookings.map((told, place): BookingPlan => {
      const { placed, minutesAgo = 0, slot, moved, collector, recollects, recollectedAs } = told
      const customer = customers.find(({ name }) => name === told.customer)
      const entry = entries.find(({ code }) => code === told.code)
      if (!customer || !entry) throw new Error(`The demo lacks ${told.customer} or ${told.code}`)
      const slotOn = ([day, time]: NonNullable<typeof slot>) => ({ date: addDays(today, day), time })
      const visits = slot && slotOn(slot)
      const { paymentMethod, until, cancelled, review, reports, draft } = told
      return {
        bookingId: idOf(place),
        customer,
        memberId: customer.members.find(({ name }) => name === told.patient)?.id ?? null,
        entry,
        placedAt: placed ? at(placed) : new Date(anchor.getTime() - minutesAgo * 60_000),
        slot: visits ?? null,
        paymentMethod,
        address: customer.addresses[0],
        instructions: told.instructions ?? null,
        until,
        ...(cancelled && { cancelled }),
        ...(review && { review }),
        ...(reports && { reports }),
        ...(draft && { draft }),
        ...(moved && { moved: { at: at(moved.at), from: slotOn(moved.from) } }),
        ...(told.visit && { visitId: appendIdOf('demo', 'visit', group, told.visit) }),
        ...(told.takesPlace &&
          visits && {
            place: {
              labPartnerId: labOf(accounts, customer.city).labPartnerId,
              date: visits.date,
              slot: slotNumber(visits.time),
            },
          }),
        ...(collector && {
          custody: {
            ...custodyBy(accounts, collector),
            ...(recollectedAs !== undefined && { recollectionId: idOf(recollectedAs) }),
          },
        }),
        ...(recollects !== undefined && { recollection: { of: idOf(recollects), attempt: 1 } }),
      }
    })
  })
}

/** @param name of a collector @returns who handles a tube: the collector, and the technician of the lab */
function custodyBy(accounts: Accounts, name: string): CustodyPlan {
  const collector = accounts.labStaff.find((each) => each.name === name)
  const lab = accounts.labs.find(({ labPartnerId }) => labPartnerId === collector?.worksFor)
  const [technician] = lab ? staffOf(accounts, lab, 'technician') : []
  if (!collector || !technician) throw new Error(`The demo lacks ${name} or a technician`)
  return { collectorId: collector.id, technicianId: technician.id }
}

/** The declarations of labs that can make only so many visits. What was booked before takes no place. */
function capacitiesTimeline(
  { labs }: Accounts,
  entries: readonly CatalogueEntry[],
  anchor: Date,
): TimelineEntry[] {
  const today = istDate(anchor)
  return labs.flatMap(({ id, email, labPartnerId }): TimelineEntry[] => {
    const { capacity } = people.labs.find((each) => each.email === email) ?? {}
    if (!capacity) return []
    const { declared, visits, pincodes, excluded, dayOff } = capacity
    const at = slotStart(addDays(today, declared[0]), declared[1])
    const stream = streamId('lab', labPartnerId)
    const row = {
      lab_partner_id: labPartnerId,
      pincodes,
      cities: [],
      // all of them are near the lab
      limiting_pincodes: pincodes,
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      slots: visits,
      instant: true,
      excluded_package_ids: entries.filter(({ code }) => excluded.includes(code)).map((entry) => entry.id),
      days_off: [addDays(today, dayOff)],
      changed_at: at,
    }
    const append = {
      id: appendIdOf('demo', stream, 'capacity'),
      streamId: stream,
      // after LabApplied and LabApproved
      expected: 2,
      events: [{ type: 'LabDetailsChanged' as const, data: { capacity: 'declared' as const }, at }],
      actor: `lab-partner:${id}`,
    }
    return [{ at, rows: { lab_capacities: [row] }, append }]
  })
}
