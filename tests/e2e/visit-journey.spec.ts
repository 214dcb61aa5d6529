import { peopleCalls } from '@jaanch/account/people/api'
import { timeSlots } from '@jaanch/contracts/vocabulary'
import { expect, type Page } from '@playwright/test'
import { createApprovedLab, type Lab } from '../support/people.ts'
import { advanceBooking, releaseReport } from '../support/reports.ts'
import { ask, findPackage, signInNewCustomer, signInStaff, tomorrow, url } from './api.ts'
import { test } from './test.ts'
import { next, onStep } from './wizard.ts'

// as most people have it
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const cbc = 'Complete Blood Count (CBC)'
const lipid = 'Lipid Profile'
const thyroid = 'Thyroid Profile (T3, T4, TSH)'

/** A PIN code of the catalogue where no other test books */
const pincode = '854105'

/** One visit per slot, each day. */
async function declareCapacity(adminToken: string, lab: Lab): Promise<void> {
  // far from the recorded PIN code of the lab, it would limit nobody
  await ask('PUT', `/api/lab-partners/${lab.labPartnerId}`, adminToken, { pincode })
  await ask('PUT', `/api/lab-partners/${lab.labPartnerId}/capacity`, adminToken, {
    cities: [],
    pincodes: [pincode],
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    slots: Object.fromEntries(timeSlots.map((slot) => [slot, 1])),
    instant: false,
  })
}

/** Adds a test in step 1. */
async function addTest(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add another test' }).click()
  await page.getByRole('searchbox', { name: 'Search for another test' }).fill(name)
  await page.getByRole('button', { name: new RegExp(`^Add ${escaped(name)}`) }).click()
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
}

const escaped = (text: string) => text.replace(/[()]/g, '\\$&')

type Views = { id: string; packageName: string; familyMember: { name: string } | null; status: string }[]

test('a visit for two people and three tests is held, booked and moved; one cancels, the other’s report arrives', async ({
  page,
}) => {
  const { admin } = await signInStaff()
  const lab = await createApprovedLab(url, admin)
  await declareCapacity(admin.token, lab)
  const customer = await signInNewCustomer(page)
  await customer.client.call(peopleCalls.addFamilyMember, {
    body: { name: 'Usha Joshi', relationship: 'Mother', gender: 'female' },
  })
  const address = { street: '3 Station Road', city: 'Katihar', state: 'Bihar', phone: '98250 12345' }
  await customer.client.call(peopleCalls.changeAddress, {
    params: { id: customer.addressId },
    body: { ...address, pincode },
  })
  const date = tomorrow()

  await test.step('three tests for two people', async () => {
    await page.goto(`/book/${(await findPackage(cbc)).id}`)
    await addTest(page, lipid)
    await addTest(page, thyroid)
    await next(page).click()
    await page.getByRole('radio', { name: /Scheduled collection/ }).click()
    await next(page).click()
    await onStep(page, 3)
    await page.getByRole('button', { name: 'Test more people together' }).click()
    await page.getByRole('checkbox', { name: /^Usha Joshi/ }).check()
    const testOf = (person: string, name: string) =>
      page.getByRole('group', { name: `Tests for ${person}` }).getByRole('checkbox', { name })
    await testOf('Myself', thyroid).uncheck()
    await testOf('Usha Joshi', cbc).uncheck()
    await testOf('Usha Joshi', lipid).uncheck()
    await next(page).click()
    await onStep(page, 4)
    await next(page).click()
  })

  await test.step('the last place of a slot is held and booked', async () => {
    await onStep(page, 5)
    await page.getByRole('radio', { name: /tomorrow/ }).click()
    await page.getByRole('radio', { name: /^8:00–10:00 am ?1 left/ }).click()
    await expect(page.getByRole('timer')).toHaveText(/^Held for you for \d+:\d\d$/)
    await expect.poll(() => stateOf(date, '08:00-10:00')).toBe('full')
    await next(page).click()
    await onStep(page, 6)
    await expect(page.getByRole('timer')).toBeVisible()
    await page.getByRole('button', { name: 'Confirm Booking' }).click()
    await expect(page.getByRole('heading', { name: 'Your booking is placed' })).toBeVisible()
  })

  const booked = await ask<Views>('GET', '/api/bookings', customer.token)
  expect(booked).toHaveLength(2)
  const own = booked.find(({ familyMember }) => familyMember === null)
  const ushas = booked.find(({ familyMember }) => familyMember?.name === 'Usha Joshi')
  if (!own || !ushas) throw new Error('There must be one booking for each of the two')

  const card = page.getByRole('article', { name: 'Visit for 2 people' })
  await test.step('it is moved to another slot, and the freed place is free at once', async () => {
    await page.goto('/booking')
    await card.getByRole('button', { name: /Move visit/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Move visit' })
    await expect(dialog.getByRole('radio', { name: /^All 2 people/ })).toBeChecked()
    await dialog.getByRole('radio', { name: /^2:00–4:00 pm ?1 left$/ }).click()
    await expect(dialog.getByRole('timer')).toBeVisible()
    await dialog.getByRole('button', { name: 'Move visit' }).click()
    await expect(dialog).toBeHidden()
    await expect(card.getByText(/2:00–4:00 pm/).first()).toBeVisible()
    await expect.poll(() => stateOf(date, '08:00-10:00')).toBe('few')
    await expect.poll(() => stateOf(date, '14:00-16:00')).toBe('full')
  })

  await test.step('Usha cancels alone; the place stays taken for the other', async () => {
    for (const { id } of booked) {
      await ask('POST', `/api/admin/bookings/${id}/assign-lab`, admin.token, {
        labPartnerId: lab.labPartnerId,
      })
      await advanceBooking(lab, id, 'confirmed')
    }
    await card.getByRole('button', { name: /^Show each person/ }).click()
    await card.getByRole('button', { name: `Cancel ${thyroid} for Usha Joshi (Mother)` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel booking' }).click()
    await expect.poll(() => statusOf(customer.token, ushas.id)).toBe('cancelled')
    expect(await statusOf(customer.token, own.id)).toBe('confirmed')
    expect(await stateOf(date, '14:00-16:00')).toBe('full')
  })

  await test.step('the report of the other arrives live', async () => {
    await page.goto(`/reports?booking=${own.id}`)
    for (const status of ['sample-collection', 'lab-processing', 'completed'] as const) {
      await ask('PUT', `/api/bookings/${own.id}`, lab.token, { status })
    }
    await releaseReport(lab, own.id)
    await expect(page.getByRole('article').filter({ hasText: cbc })).toBeVisible()
  })
})

type Slots = { days: { date: string; slots: { time: string; state: string }[] }[] }

async function stateOf(date: string, time: string): Promise<string | undefined> {
  const { days } = await ask<Slots>('GET', `/api/slots?pincode=${pincode}&from=${date}&days=1`)
  return days[0]?.slots.find((slot) => slot.time === time)?.state
}

async function statusOf(token: string, id: string): Promise<string> {
  return (await ask<{ status: string }>('GET', `/api/bookings/${id}`, token)).status
}
