import type { Locator, Page } from '@playwright/test'

/** The card of a booking on any list, found by the booking's id */
export function bookingCard(page: Page, { id }: { id: string }): Locator {
  return page.getByRole('article').filter({ hasText: `#${id.slice(0, 8)}` })
}

export async function openMenu(card: Locator): Promise<void> {
  await card.getByRole('button', { name: /^More actions/ }).click()
}
