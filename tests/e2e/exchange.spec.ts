import { readFile } from 'node:fs/promises'
import { bookingRoutes } from '@jaanch/contracts/http/bookings'
import { goodLines, messageOf, withField } from '@jaanch/domain/testing/hl7-messages'
import { expect, type Page } from '@playwright/test'
import { createBookingOfDemoLab, signInStaff } from './api.ts'
import { openAs } from './sign-in.ts'
import { test } from './test.ts'

/** The JSON of a download that a press starts. */
async function downloaded(page: Page, press: () => Promise<void>) {
  const begun = page.waitForEvent('download')
  await press()
  const download = await begun
  return {
    name: download.suggestedFilename(),
    json: JSON.parse(await readFile(await download.path(), 'utf8')),
  }
}

test('a report, and all reports of a person, are saved as FHIR', async ({ browser }) => {
  const page = await openAs(browser, 'customer')
  await page.goto('/reports')
  await page
    .getByRole('article', { name: 'Full Body Checkup' })
    .getByRole('link', { name: 'Open results' })
    .click()
  await page.getByText('For other systems').click()
  await expect(page.getByText('Not certified for ABDM', { exact: false })).toBeVisible()
  const report = await downloaded(page, () => page.getByRole('button', { name: 'Download as FHIR' }).click())
  expect(report.name).toMatch(/^jaanch-report-[-\w]+\.json$/)
  expect(report.json).toMatchObject({ resourceType: 'Bundle', type: 'document' })

  await page.goto('/profile')
  const all = await downloaded(page, () =>
    page.getByRole('button', { name: 'Download as FHIR', exact: true }).click(),
  )
  expect(all.json).toMatchObject({ resourceType: 'Bundle', type: 'collection' })
})

test('a lab corrects an HL7 message line by line, and submits it', async ({ browser }) => {
  const { id } = await createBookingOfDemoLab('lab-processing')
  const { lab } = await signInStaff()
  const numberOf = async () =>
    (await lab.client.call(bookingRoutes.getBooking, { params: { id } })).orderNumber
  await expect.poll(numberOf).toMatch(/^JN-/)
  const number = (await numberOf()) ?? ''
  const [header = '', patient = '', order = '', request = ''] = goodLines
  const about = withField(withField(patient, 5, 'Nair^Leela'), 7, '')
  const lines = [header, about, order, withField(request, 7, '')].map((line) =>
    line.replaceAll('JN-2026-000123', number).replace('MSG00042', `E2E-${id}`),
  )
  const result = 'OBX|1|NM|CHOL^Cholesterol^99JAANCH||thirteen|mg/dL|||||F'

  const page = await openAs(browser, 'lab')
  await page.goto('/lab/bookings')
  await page.getByRole('link', { name: 'Import results' }).click()
  await expect(page.getByRole('heading', { name: 'Import results' })).toBeVisible()
  const message = page.getByLabel('Message', { exact: true })
  await message.fill(messageOf([...lines, result]).replaceAll('\r', '\n'))
  await page.getByRole('button', { name: 'Check and submit' }).click()
  await expect(page.getByRole('heading', { name: '1 problem' })).toBeVisible()
  await expect(page.getByText('"thirteen" is not a number.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: /Show.*Line 5/ }).click()
  await page.keyboard.insertText(result.replace('thirteen', '182'))
  await page.getByRole('button', { name: 'Check and submit' }).click()
  await expect(page.getByRole('heading', { name: 'Results submitted' })).toBeVisible()
})
