import type { Locator, Page } from '@playwright/test'

/** A page of an admin, and what a person does on it again and again. */
export type Scenario = {
  path: string
  /** Rows stored, and rows per page of the stub: undefined for what the client asks for */
  stored: number
  pageRows?: number
  open(page: Page): Promise<void>
  /** One round of interactions; it leaves the page as it found it */
  round(page: Page): Promise<void>
}

const pause = (page: Page) => page.waitForTimeout(150)

async function scrollBy(page: Page, pixels: number): Promise<void> {
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, pixels)
  await pause(page)
}

const overview: Scenario = {
  path: '/dashboard',
  stored: 5_000,
  async open(page) {
    await page.getByRole('heading', { name: 'Bookings and revenue' }).waitFor()
  },
  async round(page) {
    for (const pixels of [900, 900, -900, -900]) await scrollBy(page, pixels)
    const table = page.getByRole('button', { name: 'Cities as a table' })
    for (let press = 0; press < 2; press += 1) {
      await table.click()
      await pause(page)
    }
    await page.getByRole('slider', { name: /day by day/i }).focus()
    for (const key of ['ArrowLeft', 'ArrowLeft', 'Home', 'End', 'Escape']) {
      await page.keyboard.press(key)
      await pause(page)
    }
    for (const name of ['Lab Approvals', 'Overview']) {
      await page.getByRole('tab', { name }).click()
      await pause(page)
    }
  },
}

/** The rows themselves: a card has lists of its own. */
export function bookingRows(page: Page): Locator {
  return page.getByRole('list', { name: 'Bookings' }).locator(':scope > li')
}

const list: Scenario = {
  path: '/admin/bookings',
  stored: 100_000,
  pageRows: 10_000,
  async open(page) {
    await page.getByRole('tab', { name: /^All/ }).click()
    const rows = bookingRows(page)
    // the last page: the list knows its length
    for (;;) {
      await rows.first().waitFor()
      await page.evaluate('window.scrollTo(0, document.body.scrollHeight)')
      await page.waitForTimeout(300)
      if ((await rows.last().getAttribute('aria-setsize')) !== '-1') break
    }
    await page.evaluate('window.scrollTo(0, 0)')
    await page.getByRole('button', { name: 'Search and filter' }).click()
  },
  async round(page) {
    for (const pixels of [1_200, 1_200, 3_000]) await scrollBy(page, pixels)
    // The rows that are read stay in place, while those at the top move with each new booking.
    const menus = page.getByRole('button', { name: /^More actions/ })
    const box = await menus.nth((await menus.count()) >> 1).boundingBox()
    if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await pause(page)
    await page.keyboard.press('Escape')
    await pause(page)
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight / 2)')
    await scrollBy(page, 800)
    await page.evaluate('window.scrollTo(0, 0)')
    await pause(page)
    const search = page.getByRole('region', { name: 'Filters' }).getByLabel('Search')
    await search.click()
    for (const key of ['t', 'h', 'y', 'Backspace', 'Backspace', 'Backspace']) {
      await page.keyboard.press(key)
      await page.waitForTimeout(60)
    }
    await pause(page)
  },
}

export const scenarios = { overview, list } as const
