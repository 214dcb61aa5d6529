import { peopleCalls } from '@jaanch/account/people/api'
import { bookingCalls } from '@jaanch/booking/api'
import { healthReportCalls } from '@jaanch/report/api'
import { expect } from '@playwright/test'
import { bookingInput } from '../support/people.ts'
import { advanceBooking } from '../support/reports.ts'
import { findPackage, signInNewCustomer, signInStaff } from './api.ts'
import { expectAccessible } from './page-checks.ts'
import { test } from './test.ts'

const cbc = 'Complete Blood Count (CBC)'
const values = [
  { code: 'HGB', value: 9.6 },
  { code: 'RBC', value: 4.8 },
  { code: 'WBC', value: 12.4 },
  { code: 'PLT', value: 260 },
  { code: 'NEUT', value: 62 },
  { code: 'BASO', value: 1 },
]

test('a report as a page: an adult relative agrees once, what is out of range comes first, a version says what it changed', async ({
  page,
}) => {
  const customer = await signInNewCustomer(page)
  const { admin, lab } = await signInStaff()
  const { id: packageId } = await findPackage(cbc)
  const member = await customer.client.call(peopleCalls.addFamilyMember, {
    body: { name: 'Ravi Joshi', relationship: 'Father', gender: 'male', dateOfBirth: '1962-04-03' },
  })
  const body = bookingInput(packageId, customer.addressId, { familyMemberId: member.id })
  const { id } = await customer.client.call(bookingCalls.placeBooking, { body })
  const params = { id }
  await admin.client.call(bookingCalls.assignLab, { params, body: { labPartnerId: lab.labPartnerId } })
  await advanceBooking(admin, id, 'completed')
  const release = (entered: typeof values, doctorComments: string | null) =>
    lab.client.call(healthReportCalls.releaseHealthReport, {
      params,
      body: { values: entered, doctorComments, confirm: ['value-differs'] },
    })
  await release(values, null)
  const amended = await release(
    values.map((each) => (each.code === 'WBC' ? { ...each, value: 13.1 } : each)),
    'The leucocytes were counted again.',
  )
  await expect
    .poll(async () => (await customer.client.call(healthReportCalls.listHealthReports))[0]?.id)
    .toBe(amended.id)

  await page.goto('/reports')
  await page.getByRole('link', { name: `Open results ${cbc}` }).click()
  await expect(page.getByRole('heading', { name: 'Ravi Joshi has to agree first' })).toBeVisible()
  await expectAccessible(page, 'the agreement')
  await page.getByRole('checkbox', { name: /^Ravi Joshi agrees/ }).check()
  await page.getByRole('button', { name: 'Record the agreement' }).click()

  await expect(page.getByRole('heading', { name: /^2 of 6 results are out of range$/ })).toBeVisible()
  const first = page.getByRole('list', { name: 'Out of range' }).getByRole('listitem').first()
  await expect(first).toContainText('Low')
  await first.getByRole('button', { name: 'About Haemoglobin' }).click()
  await expect(first).toContainText('carries oxygen')
  await expect(page.getByText('13.1 ×10³/µL').or(page.getByText('13.10 ×10³/µL')).last()).toBeVisible()
  await expectAccessible(page, 'a report', { isDarkToo: true })
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('link', { name: 'All reports' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('link', { name: 'Version 1' }).click()
  await expect(page.getByText(/^There is a newer version of this report: version 2/)).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('button', { name: 'Withdraw the agreement' }).click()
  await expect(page.getByRole('heading', { name: 'Ravi Joshi has to agree first' })).toBeVisible()
})
