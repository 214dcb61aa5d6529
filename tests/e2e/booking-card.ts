import type { Locator, Page } from '@playwright/test'

/** The card of a booking on any list, or its row in a table, found by the booking's id or its first eight characters: staff read them, the heading has the id */
export function bookingCard(page: Page, { id }: { id: string }): Locator {
  const short = id.slice(0, 8)
  return page
    .getByRole('article')
    .filter({ hasText: `#${short}` })
    .or(page.locator(`article[aria-labelledby^="booking-${short}"]`))
    .or(page.locator(`tr[data-row^="${short}"]`))
}

export async function openMenu(card: Locator): Promise<void> {
  await card.getByRole('button', { name: /^More actions/ }).click()
}

/** Opens a page of the staff whose list shows this booking alone: what other tests book would move its card while it is pressed. */
export async function openListOf(page: Page, path: string, { id }: { id: string }): Promise<Locator> {
  await page.goto(`${path}${path.includes('?') ? '&' : '?'}q=${id.slice(0, 8)}`)
  return bookingCard(page, { id })
}
