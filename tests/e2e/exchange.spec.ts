import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
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
