import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { labPartnerCalls } from '@jaanch/account/labs/api'
import { peopleCalls } from '@jaanch/account/people/api'
import { relativeConsent } from '@jaanch/account/people/relative-consent'
import { privacyCalls } from '@jaanch/account/privacy/api'
import { readErasureLedger } from '@jaanch/account/privacy/erasure-ledger'
import { authCalls } from '@jaanch/account/sessions/api'
import { userCalls } from '@jaanch/account/users/api'
import { bookingCalls } from '@jaanch/booking/api'
import { prescriptionCalls } from '@jaanch/booking/prescriptions/api'
import { reviewCalls } from '@jaanch/insight/reviews/api'
import { healthReportCalls } from '@jaanch/report/api'
import { auditedActions } from '@jaanch/tests/support/audit'
import { createClient, refusal } from '@jaanch/tests/support/client'
import { createParameters } from '@jaanch/tests/support/parameters'
import {
  addressInput,
  bookingInput,
  createAdmin,
  createApprovedLab,
  createPackage,
  password,
  registerCustomer,
  uniqueEmail,
} from '@jaanch/tests/support/people'
import {
  advanceBooking,
  createBookingInStatus,
  releaseReport,
  reportInput,
} from '@jaanch/tests/support/reports'
import { dataUrl, png } from '@jaanch/tests/support/sample-files'
import type { Stack } from '@jaanch/tests/support/stack'
import { tablesWith } from '@jaanch/tests/support/tables-with'
import { stackTest } from '@jaanch/tests/support/test'
import { untilWaiting } from '@jaanch/tests/support/until-waiting'
import { unzipSync } from 'fflate'
import pg from 'pg'
import { describe, expect } from 'vitest'

const it = stackTest({ workers: false }).extend(
  'home',
  { scope: 'file' },
  async ({ stack: _ }, { onCleanup }) => {
    const home = await mkdtemp(join(tmpdir(), 'jaanch-ledger-'))
    onCleanup(() => rm(home, { recursive: true }))
    return home
  },
)

it.beforeAll(({ stack }) => createParameters(stack.database))

/** Texts that nobody else has. */
function rareTexts() {
  const n = randomUUID().slice(0, 8)
  const phone = `+9198${String(randomInt(1e8)).padStart(8, '0')}`
  return { name: `Xanthippe Quillfeather ${n}`, phone, street: `77 Ocelot ${n}`, note: `the brass bell ${n}` }
}

/** A customer with one of everything, and a cancelled booking. */
async function createPerson(stack: Pick<Stack, 'url' | 'database'>) {
  const person = await registerCustomer(stack.url)
  const rare = rareTexts()
  const { client } = person
  await client.call(userCalls.changeMe, { body: { name: rare.name, phone: rare.phone } })
  const address = await client.call(peopleCalls.addAddress, {
    body: { ...addressInput, street: rare.street },
  })
  await client.call(peopleCalls.addFamilyMember, { body: { name: rare.name, relationship: 'Mother' } })
  await client.call(prescriptionCalls.uploadPrescription, {
    body: { fileUrl: dataUrl('image/png', png), originalFileName: 'quillfeather.png', notes: rare.note },
  })
  const body = {
    ...bookingInput(await createPackage(stack.database), address.id),
    specialInstructions: rare.note,
  }
  const booking = await client.call(bookingCalls.placeBooking, { body })
  return { ...person, rare, bookingId: booking.id }
}

async function cancel(stack: Pick<Stack, 'url' | 'database'>, id: string): Promise<void> {
  const body = { status: 'cancelled', reason: 'customer-request' } as const
  const { client } = await createAdmin(stack)
  await client.call(bookingCalls.changeBookingStatus, { params: { id }, body })
}

const download = ({ url }: Pick<Stack, 'url'>, token: string, typed = password) =>
  fetch(`${url}${privacyCalls.exportMe.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ password: typed }),
  })

/** A customer who can book, with a password to type. */
async function registerWithAddress({ url }: Pick<Stack, 'url'>) {
  const person = await registerCustomer(url)
  const address = await person.client.call(peopleCalls.addAddress, { body: addressInput })
  return { ...person, addressId: address.id }
}

/** @returns the content of each file by its name; '' for one that is not there */
async function contentsOf(exported: Response) {
  const files = unzipSync(new Uint8Array(await exported.arrayBuffer()))
  return {
    names: Object.keys(files),
    text: (name: string) => Buffer.from(files[name] ?? []).toString(),
    files,
  }
}

describe('the export', () => {
  it('is given for the password only, and a stolen session cannot guess that', async ({ stack }) => {
    const { token, id } = await registerCustomer(stack.url)
    const statuses = new Set<number>()
    for (let n = 0; n < 30 && !statuses.has(429); n += 1) {
      statuses.add((await download(stack, token, `guess ${n}`)).status)
    }
    expect([...statuses]).toEqual([422, 429])
    expect(await auditedActions(stack, { userId: id })).not.toContain('data-exported')
  })

  it('contains everything about the person and nothing secret, with the files', async ({ stack }) => {
    const { token, rare, id } = await createPerson(stack)
    const staffId = randomUUID()
    await stack.database.asOwner(
      `with change as (insert into account_changes (action, user_id, reason, changed_by)
                       values ('account-enabled', $1, 'asked for it', $2))
       insert into audit (action, actor, user_id) values ('report-opened', 'admin:' || $2, $1)`,
      [id, staffId],
    )
    const answer = await download(stack, token)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toContain('jaanch-my-data.zip')
    const { names, text, files } = await contentsOf(answer)
    for (const name of ['account', 'family-members', 'addresses', 'bookings', 'prescriptions', 'sessions']) {
      expect(JSON.parse(text(`${name}.json`)).length, name).toBeGreaterThan(0)
    }
    expect(text('account.json')).toContain(rare.phone)
    expect(text('bookings.json')).toContain(rare.street)
    const prescription = names.find((name) => name.startsWith('prescriptions/')) ?? ''
    expect(Buffer.from(files[prescription] ?? [])).toEqual(png)
    const all = names
      .filter((name) => name.endsWith('.json'))
      .map(text)
      .join()
    expect(text('account-changes.json')).toContain('asked for it')
    expect(text('audit-trail.json')).toContain('"actor": "admin"')
    expect(all).not.toContain(staffId)
    for (const secret of ['password', 'argon2', 'request_hash', 'token']) expect(all).not.toContain(secret)
  })

  it('has the values, comments and files of an adult relative after the agreement only, and nothing of drafts', async ({
    stack,
  }) => {
    const { client, token, id } = await registerCustomer(stack.url)
    const address = await client.call(peopleCalls.addAddress, { body: addressInput })
    const mother = await client.call(peopleCalls.addFamilyMember, {
      body: { name: 'Meera Rao', relationship: 'Mother' },
    })
    const body = {
      ...bookingInput(await createPackage(stack.database), address.id),
      familyMemberId: mother.id,
    }
    const { id: bookingId } = await client.call(bookingCalls.placeBooking, { body })
    const [signer, reportId] = [randomUUID(), randomUUID()]
    await stack.database.asOwner(
      `with file as (insert into health_report_files (report_id, booking_id, content_type, bytes, request_hash)
                     values ($1, $2, 'application/pdf', '%PDF', '')),
            report as (insert into health_reports (id, booking_id, customer_id, version, is_reviewed, doctor_comments, released_by,
                                                  released_role, created_at)
                       values ($1, $2, $3, 1, false, 'A little low', $4, 'owner', now()) returning id),
            submission as (insert into report_submissions (report_id, booking_id, is_reviewed, request_hash)
                           select id, $2, false, '' from report returning report_id)
       insert into report_values (report_id, place, code, value, result) select report_id, 1, 'HGB', '11.25', '{}' from submission`,
      [reportId, bookingId, id, signer],
    )
    const { text: before } = await contentsOf(await download(stack, token))
    const withheld = [{ booking_id: bookingId, doctor_comments: null, values: null }]
    expect(JSON.parse(before('reports.json'))).toMatchObject(withheld)
    expect(before(`reports/${reportId}.pdf`)).toBe('')
    expect(before('reports.json')).not.toContain(signer)
    expect(before('bookings.json')).not.toContain('"draft"')
    await client.call(peopleCalls.giveRelativeConsent, {
      params: { id: mother.id },
      body: { version: relativeConsent.version },
    })
    const { text: after } = await contentsOf(await download(stack, token))
    const shown = [{ doctor_comments: 'A little low', values: [{ value: 11.25 }] }]
    expect(JSON.parse(after('reports.json'))).toMatchObject(shown)
    expect(after(`reports/${reportId}.pdf`)).toBe('%PDF')
    expect(after('relative-consents.json')).toContain(mother.id)
  })

  it('is refused the sixth time within a day', async ({ stack }) => {
    const { token } = await registerCustomer(stack.url)
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1) {
      const answer = await download(stack, token)
      await answer.arrayBuffer()
      statuses.push(answer.status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('a notice', () => {
  it('that a registration or a booking showed is recorded with its version, once', async ({
    stack,
    visitor,
    packageId,
  }) => {
    const body = { name: 'Asha', email: uniqueEmail(), password, role: 'customer', noticeVersion: 1 } as const
    const { token, user } = await visitor.call(authCalls.register, { body })
    const client = visitor.as(token)
    const { id: addressId } = await client.call(peopleCalls.addAddress, { body: addressInput })
    for (const noticeVersion of [undefined, 1, 1, 2]) {
      const booking = { ...bookingInput(packageId, addressId), noticeVersion }
      await client.call(bookingCalls.placeBooking, { body: booking })
    }
    const lab = {
      organizationName: 'City Lab',
      address: '1 Ring Road',
      phone: '9876543210',
      noticeVersion: 1,
    }
    const email = uniqueEmail()
    await visitor.call(labPartnerCalls.registerLabPartner, { body: { email, password, ...lab } })
    const { rows } = await stack.database.asOwner(
      `select purpose, version from consents join users on users.id = user_id
        where user_id = $1 or email = $2 order by consents.id`,
      [user.id, email],
    )
    expect(rows).toEqual([
      { purpose: 'notice-registration', version: 1 },
      { purpose: 'notice-booking', version: 1 },
      { purpose: 'notice-booking', version: 2 },
      { purpose: 'notice-lab-registration', version: 1 },
    ])
  })
})

describe('consent', () => {
  it('is given per purpose, recorded with the version of its text, and taken back as easily', async ({
    stack,
  }) => {
    const { client, id } = await registerCustomer(stack.url)
    const answer = (isGiven: boolean, version = 1) =>
      client.ask(privacyCalls.answerConsent, { body: { purpose: 'offers-by-email', version, isGiven } })
    const given = async () =>
      (await client.call(privacyCalls.listConsents))
        .filter(({ isGiven }) => isGiven)
        .map(({ purpose }) => purpose)
    expect(await given()).toEqual([])
    for (let n = 0; n < 2; n += 1) await answer(true)
    expect(await given()).toEqual(['offers-by-email'])
    expect((await answer(true, 2)).status).toBe(409)
    // no such version can be stored
    expect((await answer(false, 2 ** 31)).status).toBe(422)
    await answer(false)
    expect(await given()).toEqual([])
    const { rows } = await stack.database.asOwner(
      'select version, is_given from consents where user_id = $1 order by id',
      [id],
    )
    expect(rows).toEqual([
      { version: 1, is_given: true },
      { version: 1, is_given: false },
    ])
  })
})

/**
 * Begins an erasure, which waits for the row of the customer, and the calls that arrive meanwhile.
 * @returns the answers, that of the erasure first
 */
async function whileErasing(stack: Stack, userId: string, [erase, ...calls]: readonly [Ask, ...Ask[]]) {
  const owner = new pg.Client({ connectionString: stack.database.url })
  await owner.connect()
  try {
    await owner.query('begin')
    await owner.query('select from users where id = $1 for update', [userId])
    const asked = [erase()]
    await untilWaiting(owner, stack, 1)
    asked.push(...calls.map((call) => call()))
    await untilWaiting(owner, stack, 1 + calls.length)
    await owner.query('commit')
    return await Promise.all(asked)
  } finally {
    await owner.end()
  }
}
type Ask = () => Promise<{ status: number; body: unknown }>

describe('the deletion of an account', () => {
  it('needs the password and no open booking', async ({ stack }) => {
    const { client, bookingId } = await createPerson(stack)
    const erase = (typed = password) => client.ask(privacyCalls.eraseMe, { body: { password: typed } })
    expect(await erase('not the password')).toMatchObject(refusal('wrong-password'))
    expect(await erase()).toMatchObject(refusal('bookings-open'))
    await cancel(stack, bookingId)
    expect((await erase()).status).toBe(204)
  })

  it('leaves nothing of the person in any table, and ends all sessions [V7.4.2]', async ({ stack }) => {
    const { client, id, bookingId, email, token, rare } = await createPerson(stack)
    await cancel(stack, bookingId)
    await client.call(privacyCalls.eraseMe, { body: { password } })
    expect(await createClient(stack.url, token).ask(authCalls.getMe)).toMatchObject(refusal('not-signed-in'))
    const login = await createClient(stack.url).ask(authCalls.login, { body: { email, password } })
    expect(login).toMatchObject(refusal('wrong-credentials'))

    expect(await tablesWith(stack, [email, ...Object.values(rare)])).toEqual([])
    const { rows } = await stack.database.asOwner('select name, is_active from users where id = $1', [id])
    expect(rows).toEqual([{ name: 'Deleted account', is_active: false }])
    const { rows: entries } = await stack.database.asOwner(
      `select a.actor, a.xmin = u.xmin as "inTransaction" from audit a join users u on u.id = a.user_id
        where u.id = $1 and a.action = 'account-erased'`,
      [id],
    )
    expect(entries).toEqual([{ actor: `customer:${id}`, inTransaction: true }])
    // the address is free again
    await registerCustomer(stack.url, email)
  })

  it('gives up the places that the person holds, of several days', async ({ stack }) => {
    const { client, id, bookingId } = await createPerson(stack)
    await cancel(stack, bookingId)
    await stack.database.asOwner(
      `insert into visit_places (id, lab_partner_id, date, slot, customer_id, expires_at)
       select gen_random_uuid(), gen_random_uuid(), current_date + n, 1, $1, now() + interval '10 minutes'
         from generate_series(1, 3) n`,
      [id],
    )
    await client.call(privacyCalls.eraseMe, { body: { password } })
    const { rowCount } = await stack.database.asOwner('select from visit_places where customer_id = $1', [id])
    expect(rowCount).toBe(0)
  })

  it('is final: nobody enables it, and neither labs nor admins add texts or files', async ({ stack }) => {
    const admin = await createAdmin(stack)
    const lab = await createApprovedLab(stack.url, admin)
    const { client, id, bookingId } = await createPerson(stack)
    await admin.client.call(bookingCalls.assignLab, {
      params: { id: bookingId },
      body: { labPartnerId: lab.labPartnerId },
    })
    await advanceBooking(lab, bookingId, 'lab-processing')
    await releaseReport(lab, bookingId)
    await lab.client.call(bookingCalls.changeBookingStatus, {
      params: { id: bookingId },
      body: { status: 'completed' },
    })
    const [prescription] = await client.call(prescriptionCalls.listOwnPrescriptions)
    const params = { id: prescription?.id ?? '' }
    await client.call(privacyCalls.eraseMe, { body: { password } })

    for (const route of [prescriptionCalls.getPrescription, prescriptionCalls.openPrescriptionFile]) {
      expect((await admin.client.ask(route, { params })).status).toBe(404)
    }
    const enabled = await admin.client.ask(userCalls.enableUser, {
      params: { id },
      body: { reason: 'Xanthippe' },
    })
    expect(enabled.status).toBe(404)
    const amended = await lab.client.ask(healthReportCalls.releaseHealthReport, {
      params: { id: bookingId },
      body: reportInput({ doctorComments: 'Xanthippe' }),
    })
    expect(amended).toMatchObject(refusal('wrong-status', 'The customer has deleted the account.'))
    await admin.client.call(prescriptionCalls.changePrescription, {
      params,
      body: { adminNotes: 'Xanthippe' },
    })
    const packageId = await createPackage(stack.database)
    const order = {
      customerId: id,
      packageId,
      prescriptionId: params.id,
      totalAmount: 499,
      finalAmount: 499,
    }
    const proposed = await admin.client.ask(bookingCalls.placeBooking, { body: order })
    expect(proposed).toMatchObject(refusal('wrong-status', 'The customer has deleted the account.'))
    const { rows } = await stack.database.asOwner(
      `select admin_notes as text from prescriptions where customer_id = $1
       union all select doctor_comments from health_reports where customer_id = $1
       union all select reason from account_changes where user_id = $1`,
      [id],
    )
    expect(rows.filter(({ text }) => text !== null)).toEqual([])
  })

  it('takes the texts about a review away, also later ones, and leaves its stars, which count on', async ({
    stack,
    admin,
    lab,
    packageId,
  }) => {
    const customer = await registerWithAddress(stack)
    const id = await createBookingInStatus('completed', { customer, lab, admin, packageId })
    const params = { id }
    await customer.client.call(reviewCalls.reviewBooking, { params, body: { stars: 2, text: 'Xanthippe' } })
    await admin.client.call(reviewCalls.hideReview, { params, body: { reason: 'Xanthippe' } })
    const { text } = await contentsOf(await download(stack, customer.token))
    expect(JSON.parse(text('bookings.json'))).toMatchObject([
      { review: { stars: 2, isHidden: true }, reviewText: 'Xanthippe' },
    ])

    await customer.client.call(privacyCalls.eraseMe, { body: { password } })
    const shown = await admin.client.call(reviewCalls.showReview, { params, body: { reason: 'Xanthippe' } })
    expect(shown).toMatchObject({ stars: 2, text: null, customerName: 'Deleted account', reason: 'Deleted' })
    const { rows } = await stack.database.asOwner(
      `select reviews::int, stars::int, (select string_agg(reason, ' ') from review_changes where booking_id = $2) as reasons
         from ratings where kind = 'lab' and id = $1`,
      [lab.labPartnerId, id],
    )
    expect(rows).toEqual([{ reviews: 1, stars: 2, reasons: 'Deleted Deleted' }])
  })

  it('leaves nothing of requests that were under way', async ({ stack }) => {
    const { client, id } = await registerCustomer(stack.url)
    const fileUrl = dataUrl('image/png', png)
    const [erasing, ...others] = await whileErasing(stack, id, [
      () => client.ask(privacyCalls.eraseMe, { body: { password } }),
      () => client.ask(userCalls.changeMe, { body: { name: 'Xanthippe' } }),
      () => client.ask(peopleCalls.addAddress, { body: addressInput }),
      () => client.ask(peopleCalls.addFamilyMember, { body: { name: 'Xanthippe', relationship: 'Mother' } }),
      () =>
        client.ask(prescriptionCalls.uploadPrescription, {
          body: { fileUrl, originalFileName: 'Xanthippe.png' },
        }),
    ])
    expect(erasing?.status).toBe(204)
    for (const { status } of others) expect([401, 409, 422]).toContain(status)
    const { rows } = await stack.database.asOwner(
      `select name from users where id = $1
       union all select address_line1 from customer_addresses where customer_id = $1
       union all select name from family_members where customer_id = $1
       union all select original_file_name from prescriptions where customer_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ name: 'Deleted account' }])
    // a restore brings blanked rows back
    const restored = await stack.database.asOwner(
      `insert into family_members (id, customer_id, name, relationship) values ($1, $2, 'Deleted', 'Other')`,
      [randomUUID(), id],
    )
    expect(restored.rowCount).toBe(1)
  })

  it('refuses reports that labs were uploading, and keeps neither their files nor their values', async ({
    stack,
    admin,
    lab,
    packageId,
  }) => {
    const customer = await registerWithAddress(stack)
    const bookingId = await createBookingInStatus('completed', { customer, lab, admin, packageId })
    const upload = (body: object) => () =>
      lab.client.ask(healthReportCalls.releaseHealthReport, { params: { id: bookingId }, body })
    const [erasing, ...uploads] = await whileErasing(stack, customer.id, [
      () => customer.client.ask(privacyCalls.eraseMe, { body: { password } }),
      upload(reportInput()),
      upload({ values: [{ code: 'TSH', value: 2.3 }] }),
    ])
    expect(erasing?.status).toBe(204)
    for (const answer of uploads)
      expect(answer).toMatchObject(refusal('wrong-status', 'The customer has deleted the account.'))
    const { rows } = await stack.database.asOwner(
      `select booking_id from health_report_files where booking_id = $1
       union all select booking_id from report_submissions where booking_id = $1
       union all select booking_id from health_reports where booking_id = $1`,
      [bookingId],
    )
    expect(rows).toEqual([])
  })

  it('is refused, and nothing is deleted, while the ledger outside the database can’t be written', async ({
    stack,
    home,
  }) => {
    const { email, id, token } = await registerCustomer(stack.url)
    const ledger = join(home, 'ledger')
    await writeFile(ledger, 'this is no directory')
    const { ask } = createClient(await stack.anotherApi({ erasureLedger: ledger }), token)
    const erase = () => ask(privacyCalls.eraseMe, { body: { password } })
    expect(await erase()).toMatchObject({ status: 503 })
    const { rows } = await stack.database.asOwner('select email from users where id = $1', [id])
    expect(rows).toEqual([{ email }])
    await rm(ledger)
    expect((await erase()).status).toBe(204)
    expect((await readErasureLedger(ledger)).map((entry) => [entry.kind, entry.id])).toEqual([['erased', id]])
  })
})
