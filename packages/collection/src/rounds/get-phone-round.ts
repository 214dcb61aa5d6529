import { visibleBookings } from '@jaanch/booking/policies'
import { whyCollectionClosed } from '@jaanch/booking/rules'
import { AppError } from '@jaanch/contracts/errors'
import { orderStops } from '@jaanch/pincodes/order-stops'
import { serveRead } from '@jaanch/platform/http/served'
import { passBarrier } from '@jaanch/platform/reads/read-tables'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type BarcodeTexts, readCodes } from '../barcodes.ts'
import { isCodeUsable, type VisitCodeHash } from '../check-visit-code.ts'
import { type PhoneRound, roundCalls } from './api.ts'
import { type CollectionRow, custodyOf, type PackageRow } from './collections.ts'
import { dueOf, readRound, type VisitRows } from './get-round.ts'

/** More than one collector visits on a day */
const mostBookings = 100

type PhoneVisit = PhoneRound['visits'][number]

const labRow = z.object({
  labName: z.string(),
  labPhone: z.string().nullable(),
  pincode: z.string().nullable(),
  collectorName: z.string(),
})

/** A collector's visits of a day, for a phone that may have no network from then on. Phones fetch it again and again: that is cheap. */
export const getPhoneRound = serveRead(
  roundCalls.getPhoneRound,
  async ({ query, caller, reply }, { barrier, replicas, db, audit, visitCodeHash, now: clock }) => {
    const { date, collector = caller.userId } = query
    if (collector !== caller.userId && caller.labRole === 'collector') throw new AppError('outside-role')
    const view = await passBarrier({ barrier, replicas }, reply)
    const named = await readNames(db, caller.labPartnerId, collector)
    const now = clock()
    const condition = sql.fragment`${visibleBookings(caller)} and b.collection_date = ${date}::date
      and b.status <> 'cancelled' and b.data->>'collectorId' = ${collector}`
    const round = await readRound(
      { audit, view, caller, now, isRecordedDaily: true },
      condition,
      mostBookings,
    )
    const stops = round.visits.map((each) => ({
      ...each,
      time: each.visit.time,
      pincode: each.rows[0]?.address?.pincode ?? null,
    }))
    const shown = round.visits.flatMap(({ rows }) => rows)
    const codes = await readCodes(view.reads, shown)
    return {
      date,
      lab: { id: caller.labPartnerId ?? '', name: named.labName, phone: named.labPhone },
      collector: { id: collector, name: named.collectorName },
      visits: await Promise.all(
        orderStops(stops, named.pincode).map((visit) =>
          presentForPhone(visit, { packages: round.packages, codes, now, visitCodeHash }),
        ),
      ),
      isCut: round.isCut,
    }
  },
)

/** @throws AppError not-found: who does not make visits for this lab looks the same as nobody */
async function readNames(db: CommonQueryMethods, labPartnerId: string | null, collector: string) {
  const row = await db.maybeOne(sql.type(labRow)`
    select l.lab_name, o.phone as lab_phone, l.pincode, u.name as collector_name
      from lab_partners l join users o on o.id = l.user_id
      join users u on u.id = ${collector} and (u.id = l.user_id or u.works_for = l.id)
     where l.id = ${labPartnerId}`)
  if (!row) throw new AppError('not-found')
  return row
}

type Known = {
  packages: readonly PackageRow[]
  codes: BarcodeTexts
  now: Date
  visitCodeHash: VisitCodeHash
}

async function presentForPhone(
  { visit, rows }: VisitRows,
  { packages, codes, now, visitCodeHash }: Known,
): Promise<PhoneVisit> {
  const people = visit.people.map(async ({ bookingId, orderNumber, status, tests, patient }, n) => {
    const row = rows[n] as CollectionRow
    const isOpen = !whyCollectionClosed(row.data, now)
    return {
      ...{ bookingId, orderNumber, status, tests },
      patient: patient && { ...patient, dateOfBirth: row.dateOfBirth },
      due: dueOf(row.data),
      custody: custodyOf(row, packages, codes),
      visitCode:
        isOpen && isCodeUsable(row.data, now) && row.visitCode !== null
          ? await visitCodeHash(row.id, row.visitCode)
          : null,
    }
  })
  return { ...visit, mapUrl: visit.address && mapUrlOf(visit.address), people: await Promise.all(people) }
}

/** Universal link of Google Maps, which opens the app on phones that have it (developers.google.com/maps/documentation/urls) */
function mapUrlOf({ line1, line2, landmark, city, pincode }: NonNullable<PhoneVisit['address']>): string {
  const query = [line1, line2, landmark, `${city} ${pincode}`].filter(Boolean).join(', ')
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query })}`
}
