import { randomUUID } from 'node:crypto'
import { istDate } from '@jaanch/contracts/calendar'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { collectionRoutes } from '@jaanch/contracts/http/collection'
import { peopleRoutes } from '@jaanch/contracts/http/people'
import { details } from '@jaanch/domain/testing/bookings'
import { visitRowsSql } from '@jaanch/storage/visit/visit-rows'
import { createTestAppender } from '@jaanch/tests/support/database'
import { createPackage, type Lab } from '@jaanch/tests/support/people'
import { advanceBooking } from '@jaanch/tests/support/reports'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'

const serum = { specimen: 'Serum', container: 'SST (yellow)' }
const wholeBlood = { specimen: 'Whole blood', container: 'EDTA (lavender)' }
const urine = { specimen: 'Urine', container: 'Sterile urine container' }

const it = stackTest({ workers: false })
  .extend(
    'tests',
    { scope: 'file' },
    async ({ stack }): Promise<Record<'cbc' | 'lipid' | 'thyroid', Test>> => {
      const create = async (name: string, specimens: object[]) => {
        const packageId = await createPackage(stack.database, { name })
        await stack.database.asOwner('update packages set specimens = $2 where id = $1', [
          packageId,
          JSON.stringify(specimens),
        ])
        return { packageId, name, price: 49_900 }
      }
      return {
        cbc: await create('CBC', [urine, wholeBlood]),
        lipid: await create('Lipid', [serum]),
        thyroid: await create('Thyroid', [serum]),
      }
    },
  )
  /** Bookings of one visit, as they are in the log and in the details of bookings */
  .extend('placeVisit', ({ stack, customer }) => async (people: Person[]): Promise<string[]> => {
    const appender = createTestAppender({ pool: stack.database.pool, rowsSql: visitRowsSql })
    const [visitId, customerId] = [randomUUID(), customer.id]
    const ids: string[] = []
    for (const { familyMemberId, lines } of people) {
      const bookingId = randomUUID()
      const total = lines.reduce((sum, { price }) => sum + price, 0)
      const data = {
        ...details,
        scheduledDate: istDate(new Date()),
        bookingId,
        customerId,
        familyMemberId,
        lines,
        visitId,
        discount: 0,
      }
      const row = {
        bookingId,
        customerId,
        address: null,
        specialInstructions: null,
        requestHash: '',
        visitId,
      }
      await appender.append({
        id: randomUUID(),
        streamId: `booking-${bookingId}`,
        expected: 0,
        events: [{ type: 'BookingPlaced', data: { ...data, total, final: total } }],
        actor: `customer:${customerId}`,
        row: { details: row },
      })
      ids.push(bookingId)
    }
    await appender.close()
    return ids
  })

type Test = { packageId: string; name: string; price: number }
type Person = { familyMemberId: string | null; lines: Test[] }

describe('the collection details of a visit', () => {
  it('show everybody whose booking the lab has confirmed, with the fewest tubes of each', async ({
    stack,
    admin,
    customer,
    lab,
    otherLab,
    placeVisit,
    tests: { cbc, lipid, thyroid },
  }) => {
    const { id: familyMemberId } = await customer.client.call(peopleRoutes.addFamilyMember, {
      body: { name: 'Kamala', relationship: 'Mother', gender: 'female' },
    })
    const people = [
      { familyMemberId, lines: [cbc, lipid, thyroid] },
      { familyMemberId: null, lines: [lipid] },
      { familyMemberId: null, lines: [thyroid] },
    ]
    const [mother = '', self = '', cancelled = ''] = await placeVisit(people)
    const [elsewhere = ''] = await placeVisit([{ familyMemberId: null, lines: [cbc] }])
    const assign = (id: string, { labPartnerId }: Lab) =>
      admin.client.call(bookingRoutes.assignLab, { params: { id }, body: { labPartnerId } })
    await assign(mother, lab)
    await assign(elsewhere, otherLab)
    const open = () => lab.client.call(collectionRoutes.getCollection, { params: { id: mother } })
    await advanceBooking(lab, mother, 'confirmed')
    expect((await open()).people.map(({ bookingId }) => bookingId)).toEqual([mother])

    for (const id of [self, cancelled]) await advanceBooking(lab, id, 'confirmed')
    await advanceBooking(otherLab, elsewhere, 'confirmed')
    const body = { status: 'cancelled' } as const
    await customer.client.call(bookingRoutes.changeBookingStatus, { params: { id: cancelled }, body })
    const collection = await open()
    expect(collection.patient).toMatchObject({ name: 'Kamala', relationship: 'Mother', sex: 'female' })
    expect(collection.people).toMatchObject([
      {
        bookingId: mother,
        name: 'Kamala',
        relationship: 'Mother',
        specimens: [
          { ...serum, tests: ['Lipid', 'Thyroid'] },
          { ...wholeBlood, tests: ['CBC'] },
          { ...urine, tests: ['CBC'] },
        ],
      },
      { bookingId: self, relationship: 'Self', specimens: [{ ...serum, tests: ['Lipid'] }] },
    ])
    expect(collection.specimens).toEqual(collection.people[0]?.specimens)
    const { rows } = await stack.database.asOwner(
      "select object from audit where action = 'collection-opened' and user_id = $1 order by id",
      [customer.id],
    )
    expect(rows.map(({ object }) => object).slice(-2)).toEqual([`booking:${mother}`, `booking:${self}`])
  })

  it('are of one person for a booking that is a visit of its own', async ({ lab, bookingInStatus }) => {
    const id = await bookingInStatus('confirmed')
    const { people } = await lab.client.call(collectionRoutes.getCollection, { params: { id } })
    expect(people.map(({ bookingId }) => bookingId)).toEqual([id])
  })
})

it('a booking names all its tests and how many people its visit is for', async ({
  customer,
  placeVisit,
  tests: { cbc, lipid },
}) => {
  const people = [
    { familyMemberId: null, lines: [cbc, lipid] },
    { familyMemberId: null, lines: [lipid] },
  ]
  const [id = ''] = await placeVisit(people)
  const listed = (await customer.client.call(bookingRoutes.listBookings)).find((each) => each.id === id)
  expect(listed).toMatchObject({
    packageName: 'CBC',
    packages: [
      { id: cbc.packageId, name: 'CBC' },
      { id: lipid.packageId, name: 'Lipid' },
    ],
    visitSize: 2,
  })
})
