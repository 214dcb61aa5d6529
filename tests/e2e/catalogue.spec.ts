import { randomUUID } from 'node:crypto'
import { readFile as readBytes } from 'node:fs/promises'
import { readFile } from '@jaanch/catalogue/file/read-file'
import { workbookOf } from '@jaanch/catalogue/testing/workbook'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './page-checks.ts'
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

async function applyImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Catalogue imported', { exact: true })).toBeVisible()
}

// other tests change the catalogue too: each import begins with an export of its own and changes only what this test adds
test('a manager exports the catalogue, imports a test with its parameter and price, changes its interval, and undoes it all', async ({
  browser,
}) => {
  const mark = randomUUID().slice(0, 8).toUpperCase()
  const [parameter, code, name] = [`P-${mark}`, `T-${mark}`, `Zircon ${mark}`]
  const page = await openAs(browser, 'admin')

  const before = await exportCatalogue(page)
  await expectAccessible(page, 'the import', [360])
  await choose(page, before)
  await expect(
    page.getByText('The catalogue has all of it already: there is nothing to apply.'),
  ).toBeVisible()

  const measured = { Code: parameter, Name: `Zircon level ${mark}`, Type: 'number', Decimals: 1 }
  const withParameter = withRow(before, 'Parameters', {
    ...measured,
    ...{ Unit: 'mg/dL', 'UCUM unit': 'mg/dL', 'Men low': 1, 'Men high': 5, 'Women low': 1, 'Women high': 5 },
  })
  const sold = { Code: code, Name: name, Category: 'Blood', Parameters: parameter, Price: 321 }
  await choose(page, withRow(withParameter, 'Tests', sold))
  await expect(page.getByText(name, { exact: true })).toBeVisible()
  await expectAccessible(page, 'the difference of an import', [360])
  await applyImport(page)

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
  await expectAccessible(page, 'the parameters of the catalogue', [360])

  const after = await exportCatalogue(page)
  await choose(
    page,
    after.map(({ title, data }) => ({
      title,
      data: data.filter(([first]) => first !== code && first !== parameter),
    })),
  )
  await expect(page.getByText('1 test will no longer be offered')).toBeVisible()
  await applyImport(page)
  await customer.reload()
  await expect(customer.getByRole('article').filter({ hasText: name })).toHaveCount(0)
})
