import { randomUUID } from 'node:crypto'
import { peopleCalls } from '@jaanch/account/people/api'
import { authCalls } from '@jaanch/account/sessions/api'
import { encodeCursor } from '@jaanch/platform/reads/paging'
import { auditOf } from '@jaanch/tests/support/audit'
import { assignLab, cancelBooking, readBooking } from '@jaanch/tests/support/bookings'
import type { Client } from '@jaanch/tests/support/client'
import { addFamilyMember } from '@jaanch/tests/support/family'
import { addressInput } from '@jaanch/tests/support/inputs'
import { bookingInput, createCustomer, labAfter, type Person } from '@jaanch/tests/support/people'
import { advanceBooking } from '@jaanch/tests/support/reports'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { bookingCalls } from '../api.ts'

const { listBookings } = bookingCalls

/** A booking of a customer with a name, a phone, a street and a PIN code that nobody else has */
type Visited = { id: string; customer: Person; name: string; phone: string; street: string; pincode: string }

const letters = () => randomUUID().replaceAll(/[\d-]/g, '').padEnd(8, 'q')
const digits = (count: number) => String(Math.floor(Math.random() * 10 ** count)).padStart(count, '1')

const it = stackTest()
  /** A booking for the customer's father, assigned to the lab. */
  .extend('bookForFather', ({ stack, admin, lab, packageId }) => async (): Promise<Visited> => {
    const customer = await createCustomer(stack)
    const [name, street] = [`Ramesh ${letters()}`, `Navrang ${letters()}`]
    const [phone, pincode] = [`99${digits(8)}`, `38${digits(4)}`]
    const address = await customer.client.call(peopleCalls.addAddress, {
      body: { ...addressInput, label: 'Home', addressLine2: street, phone, pincode },
    })
    const { id: familyMemberId } = await addFamilyMember(customer, { name })
    const body = bookingInput(packageId, address.id, { familyMemberId })
    const { id } = await customer.client.call(bookingCalls.placeBooking, { body })
    await assignLab(admin, id, lab)
    return { id, customer, name, phone, street, pincode }
  })

const found = async (client: Client, q: string) =>
  (await client.call(listBookings, { query: { q } })).map(({ id }) => id)

function textsOf({ name, phone, street, pincode }: Visited): string[] {
  const spaced = `${phone.slice(0, 5)} ${phone.slice(5)}`
  return [name, name.toUpperCase(), name.slice(7), phone, spaced, `+91 ${spaced}`, street.slice(2), pincode]
}

describe("the search of a staff's bookings", () => {
  it('finds them for an admin by patient, phone, area and PIN code, in both orders', async ({
    admin,
    bookForFather,
  }) => {
    const visited = await bookForFather()
    for (const q of textsOf(visited)) {
      expect(await found(admin.client, q), q).toEqual([visited.id])
      const visits = await admin.client.call(listBookings, { query: { q, sort: 'visit' } })
      expect(visits, q).toMatchObject([{ id: visited.id, patientName: visited.name }])
      expect(await admin.client.call(listBookings, { query: { q, tab: 'completed' } }), q).toEqual([])
    }
    for (const q of [`${visited.name}x`, visited.name.slice(8), `%${visited.name}`, '+91 00000'])
      expect(await found(admin.client, q), q).toEqual([])
  })

  it('finds them for an admin by where they were booked, too, after the customer moved', async ({
    admin,
    bookForFather,
  }) => {
    const { id, customer, phone, street, pincode } = await bookForFather()
    const [home] = await customer.client.call(peopleCalls.listAddresses)
    const moved = { addressLine2: letters(), phone: `98${digits(8)}`, pincode: `39${digits(4)}` }
    const body = { ...addressInput, label: 'Home' as const, ...moved }
    await customer.client.call(peopleCalls.changeAddress, { params: { id: home?.id ?? '' }, body })
    for (const q of [phone, street.slice(2), pincode]) expect(await found(admin.client, q), q).toEqual([id])
    for (const q of Object.values(moved)) expect(await found(admin.client, q), q).toEqual([])
  })

  it('finds for a lab only whom it may see at that moment, and nobody for a customer [V8.2.3]', async ({
    stack,
    admin,
    lab,
    otherLab,
    bookForFather,
  }) => {
    const visited = await bookForFather()
    const { id } = visited
    const expectFound = async (client: Client, ids: string[]) => {
      for (const q of textsOf(visited)) expect(await found(client, q), q).toEqual(ids)
    }
    await expectFound(lab.client, [])
    await advanceBooking(lab, id, 'confirmed')
    await expectFound(lab.client, [id])
    await expectFound(otherLab.client, [])
    await expectFound(visited.customer.client, [])
    // by its id and test it is found at any time
    expect(await found(otherLab.client, id)).toEqual([])
    const later = await labAfter(stack, lab, 40)
    expect(await found(later, id)).toEqual([id])
    await expectFound(later, [])

    await assignLab(admin, id, otherLab)
    await expectFound(lab.client, [])
    await expectFound(otherLab.client, [id])
    await cancelBooking(admin, id)
    await expectFound(otherLab.client, [])
    await expectFound(admin.client, [id])
  })

  it('is in the audit trail with each page, without the text, also if it finds nobody, and so is the look of a lab', async ({
    stack,
    admin,
    lab,
    bookForFather,
  }) => {
    const { id, name, phone } = await bookForFather()
    const searches = async (actor: string) => {
      const { rows } = await stack.database.asOwner(
        "select details from audit where actor = $1 and action = 'bookings-searched' order by id",
        [actor],
      )
      return rows.map(({ details }) => details)
    }
    const [ofLab, ofAdmin] = [`lab-partner:${lab.id}`, `admin:${admin.id}`]
    const [before, beforeAdmin] = [await searches(ofLab), await searches(ofAdmin)]
    await found(lab.client, name)
    await advanceBooking(lab, id, 'confirmed')
    await found(lab.client, name)
    expect(await searches(ofLab)).toEqual([...before, { bookings: 0 }, { bookings: 1 }])
    for (const q of [name, phone, `${name}x`]) await found(admin.client, q)
    // a page after a made-up cursor is a page like any other
    const cursor = encodeCursor({ at: '2999-01-01T00:00:00.000Z', id })
    expect(await admin.client.call(listBookings, { query: { q: name, cursor } })).toMatchObject([{ id }])
    const counts = [1, 1, 0, 1].map((customers) => ({ customers, bookings: 0 }))
    expect(await searches(ofAdmin)).toEqual([...beforeAdmin, ...counts])
    expect(await auditOf(stack, 'patient-seen', `booking:${id}`)).toMatchObject([{ actor: ofLab }])
  })

  it('finds the person of an order by its number among all users', async ({ admin, bookForFather }) => {
    const { id, customer } = await bookForFather()
    const orderNumber = async () => (await readBooking(admin, id)).orderNumber
    await expect.poll(orderNumber).not.toBeNull()
    const number = (await orderNumber()) ?? ''
    const people = async (q: string) =>
      (await admin.client.call(authCalls.listUsers, { query: { q } })).map((user) => user.id)
    for (const q of [number, number.toLowerCase(), number.slice(-6), `-${number.slice(-6)}`])
      expect(await people(q)).toContain(customer.id)
    expect(await people(number.slice(0, -1))).not.toContain(customer.id)
    expect(await people(number.slice(-5))).not.toContain(customer.id)
  })
})
