import { randomUUID } from 'node:crypto'
import { readFile as readBytes } from 'node:fs/promises'
import { readFile } from '@jaanch/catalogue/file/read-file'
import { workbookOf } from '@jaanch/catalogue/testing/workbook'
import { expect, type Page } from '@playwright/test'
import { openAs, openAsNewCustomer } from './sign-in.ts'
import { test } from './test.ts'

type Grids = Awaited<ReturnType<typeof readFile>>['grids']

/** Downloads the catalogue at the page of imports. */
async function exportCatalogue(page: Page): Promise<Grids> {
  await page.goto('/admin/catalogue/import')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel (XLSX)' }).click()
  const path = await (await download).path()
  return (await readFile('catalogue.xlsx', await readBytes(path))).grids
}

/** Chooses a workbook at the page of imports, whose difference shows then. */
async function choose(page: Page, grids: Grids): Promise<void> {
  const sheets = Object.fromEntries(grids.map(({ title, data }) => [title, data.map((row) => [...row])]))
  const buffer = await workbookOf(sheets)
  await page.goto('/admin/catalogue/import')
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await page.getByLabel('Catalogue file').setInputFiles({ name: 'own.xlsx', mimeType, buffer })
  await expect(page.getByRole('heading', { name: 'own.xlsx' })).toBeVisible()
}

/** @param row cells by the titles of their columns */
function withRow(grids: Grids, sheet: string, row: Record<string, string | number>): Grids {
  return grids.map(({ title, data }) => {
    const cells = (data[0] ?? []).map((head) => row[String(head)] ?? null)
    return { title, data: title === sheet ? [...data, cells] : data }
  })
}

/**
 * Exports the catalogue, edits the file, and chooses it. Other tests change the catalogue too: a file that would undo one of their changes
 * is made anew.
 * @param changes what the file is to change, such as `Added (2)`
 */
async function chooseEdited(page: Page, edit: (grids: Grids) => Grids, changes: string[]): Promise<void> {
  await expect(async () => {
    await choose(page, edit(await exportCatalogue(page)))
    expect(await page.getByText(/^(Ended|Changed|Added) \(/).allTextContents()).toEqual(changes)
  }).toPass()
}

/** As `chooseEdited`, and applies the file: again if another test changed the catalogue after it was chosen. */
async function importEdited(page: Page, edit: (grids: Grids) => Grids, changes: string[]): Promise<void> {
  await expect(async () => {
    await chooseEdited(page, edit, changes)
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('Catalogue imported', { exact: true })).toBeVisible()
  }).toPass()
}

test('a manager exports the catalogue, imports a test with its parameter and price, changes its interval, and undoes it all', async ({
  browser,
}) => {
  const mark = randomUUID().slice(0, 8).toUpperCase()
  const [parameter, code, name] = [`P-${mark}`, `T-${mark}`, `Zircon ${mark}`]
  const page = await openAs(browser, 'admin')

  await chooseEdited(page, (grids) => grids, [])
  await expect(
    page.getByText('The catalogue has all of it already: there is nothing to apply.'),
  ).toBeVisible()

  const measured = { Code: parameter, Name: `Zircon level ${mark}`, Type: 'number', Decimals: 1 }
  const limits = { 'Men low': 1, 'Men high': 5, 'Women low': 1, 'Women high': 5 }
  const sold = { Code: code, Name: name, Category: 'Blood', Parameters: parameter, Price: 321 }
  const withBoth = (grids: Grids) =>
    withRow(
      withRow(grids, 'Parameters', { ...measured, Unit: 'mg/dL', 'UCUM unit': 'mg/dL', ...limits }),
      'Tests',
      sold,
    )
  await chooseEdited(page, withBoth, ['Added (2)'])
  await expect(page.getByText(name, { exact: true })).toBeVisible()
  await importEdited(page, withBoth, ['Added (2)'])

  const customer = await openAsNewCustomer(browser)
  await customer.goto('/tests')
  await customer.getByRole('searchbox').fill(name)
  await customer.getByRole('searchbox').press('Enter')
  await expect(customer.getByRole('article').filter({ hasText: name })).toContainText('₹321')

  await page.goto(`/admin/catalogue?tab=parameters&q=${mark}`)
  await page.getByRole('button', { name: `Zircon level ${mark}` }).click()
  await page.getByLabel(/^Men, upper limit/).fill('6')
  await page.getByRole('button', { name: 'Catalogue', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save parameter' }).click()
  await expect(page.getByRole('row', { name: mark })).toContainText('6.0')

  const withoutBoth = (grids: Grids) =>
    grids.map(({ title, data }) => ({
      title,
      data: data.filter(([first]) => first !== code && first !== parameter),
    }))
  await importEdited(page, withoutBoth, ['Ended (2)'])
  await customer.reload()
  await expect(customer.getByRole('article').filter({ hasText: name })).toHaveCount(0)
})
