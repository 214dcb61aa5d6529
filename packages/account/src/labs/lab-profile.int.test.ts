import { roundCalls } from '@jaanch/collection/rounds/api'
import { reportPageCalls } from '@jaanch/report/page/api'
import { applyAsLab, createAdmin, type Person } from '@jaanch/tests/support/people'
import { readPdf } from '@jaanch/tests/support/read-pdf'
import { releaseReport } from '@jaanch/tests/support/reports'
import { closeSockets, listenTo } from '@jaanch/tests/support/sockets'
import { stackTest } from '@jaanch/tests/support/test'
import { untilWaiting } from '@jaanch/tests/support/until-waiting'
import pg from 'pg'
import { afterEach, describe, expect } from 'vitest'
import { authCalls } from '../sessions/api.ts'
import { labPartnerCalls, labProfileCalls } from './api.ts'

const it = stackTest()

afterEach(closeSockets)

const { getLabProfile, changeLabProfile } = labProfileCalls
const renamed = { labName: 'City Lab & Imaging', address: '7 New Road, Pune 411001', phone: '+919825077123' }

describe("a lab's profile", () => {
  it('is edited by its owner: what shows the present shows it, a released report does not, and the audit trail says which fields', async ({
    stack,
    admin,
    lab,
    customer,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('lab-processing')
    const report = await releaseReport(lab, id)
    const labOfReport = async () =>
      (await customer.client.call(reportPageCalls.getHealthReport, { params: { id: report.id } })).lab
    const before = await labOfReport()
    expect(before).toEqual({ name: 'City Lab', address: expect.stringContaining('1 Ring Road') })

    const { phone, ...profile } = renamed
    const spoken = { ...profile, phone: ' 98250\u00a077123 ' }
    expect(await lab.client.call(changeLabProfile, { body: spoken })).toMatchObject({ ...profile, phone })
    expect(await lab.client.call(getLabProfile)).toMatchObject({ ...renamed, labelIdentity: 'initials' })
    const labs = await admin.client.call(labPartnerCalls.listAllLabPartners)
    expect(labs.find((each) => each.id === lab.labPartnerId)).toMatchObject({
      ...profile,
      organizationName: profile.labName,
      user: { phone },
    })
    expect(await lab.client.call(authCalls.getMe)).toMatchObject({ name: profile.labName, phone })
    const booking = await bookingInStatus('confirmed')
    const round = await lab.client.call(roundCalls.getRound, { query: { booking } })
    expect(round.lab).toBe(profile.labName)
    expect(await labOfReport()).toEqual(before)

    // the same again is no change
    await lab.client.call(changeLabProfile, { body: renamed })
    const { rows } = await stack.database.asOwner(
      "select actor, user_id, object, details from audit where action = 'lab-profile-changed' and object = $1",
      [`lab:${lab.labPartnerId}`],
    )
    expect(rows).toEqual([
      {
        actor: `lab-partner:${lab.id}`,
        user_id: lab.id,
        object: `lab:${lab.labPartnerId}`,
        details: { fields: 'labName, address, phone' },
      },
    ])
  })

  it('says how labels name patients: initials at first, then name, age and sex', async ({
    stack,
    lab,
    customer,
    bookingInStatus,
  }) => {
    const id = await bookingInStatus('confirmed')
    const { name } = await customer.client.call(authCalls.getMe)
    const printed = async () => {
      const answer = await fetch(`${stack.url}/api/bookings/labels`, {
        method: 'POST',
        headers: { authorization: `Bearer ${lab.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ bookings: [id], format: 'sheet' }),
      })
      return answer.status === 200 ? readPdf(Buffer.from(await answer.arrayBuffer())) : undefined
    }
    // the order has its number soon
    await expect.poll(printed).toBeDefined()
    expect((await printed())?.pages[0]).not.toContain(name)
    await lab.client.call(changeLabProfile, { body: { labelIdentity: 'name-age-sex' } })
    expect((await printed())?.pages[0]).toContain(name)
  })

  it('keeps a phone that its owner proves while the name is saved, and the proof', async ({ stack, lab }) => {
    const owner = new pg.Client({ connectionString: stack.database.url })
    await owner.connect()
    try {
      await owner.query('begin')
      await owner.query('select from users where id = $1 for no key update', [lab.id])
      const saving = lab.client.call(changeLabProfile, { body: { labName: 'City Lab & Daughters' } })
      await untilWaiting(owner, stack, 1)
      await owner.query('update users set phone = $2, phone_proven_at = now() where id = $1', [
        lab.id,
        '+919825077999',
      ])
      await owner.query('commit')
      expect(await saving).toMatchObject({ labName: 'City Lab & Daughters', phone: '+919825077999' })
    } finally {
      await owner.end()
    }
    const { rows } = await stack.database.asOwner(
      'select phone_proven_at is not null as "isProven" from users where id = $1',
      [lab.id],
    )
    expect(rows).toEqual([{ isProven: true }])
  })
})

describe("a lab's details", () => {
  const change = (admin: Person, id: string, body: unknown) =>
    admin.client.ask(labPartnerCalls.changeLabPartner, { params: { id }, body })
  const full = { city: 'Pune', state: 'Maharashtra', pincode: '411001', labLicense: 'MH/PUN/2026/1' }

  it('are completed by an admin and appear in the list; a change keeps the keys that it lacks and those that are not details', async ({
    stack,
    admin,
  }) => {
    const { id } = await applyAsLab(stack.url)
    const answer = await change(admin, id, full)
    expect(answer).toMatchObject({
      status: 200,
      body: { id, ...full, labName: 'City Lab', status: 'applied' },
    })
    const labs = await admin.client.call(labPartnerCalls.listAllLabPartners)
    expect(labs.find((lab) => lab.id === id)).toEqual(answer.body)
    const others = { labName: 'Mine', isApproved: true, status: 'approved', userId: admin.id }
    const changed = await change(admin, id, { ...others, city: 'Mumbai', labLicense: '' })
    const { position: _, ...rest } = answer.body
    expect(changed.body).toMatchObject({ ...rest, city: 'Mumbai', labLicense: null })
  })

  it('are pushed to every admin once per change, and not without a change', async ({ stack, admin }) => {
    const { id } = await applyAsLab(stack.url)
    const hears = listenTo(stack.url, { token: (await createAdmin(stack)).token })
    await hears.first('caught-up')
    await change(admin, id, full)
    await change(admin, id, full)
    const after = await change(admin, id, { city: 'Nashik' })
    const heard = () =>
      hears.messages.flatMap((message) =>
        message.event === 'lab' && message.labPartner.id === id ? [message] : [],
      )
    await expect.poll(() => heard().at(-1)?.labPartner).toEqual(after.body)
    const { rows } = await stack.database.pool.query(
      `select type, data from log.events where stream_id = $1 order by version`,
      [`lab-${id}`],
    )
    expect(rows.slice(1)).toEqual([
      { type: 'LabDetailsChanged', data: {} },
      { type: 'LabDetailsChanged', data: {} },
    ])
  })
})
