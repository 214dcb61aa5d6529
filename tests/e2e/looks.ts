import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** WCAG 2.2, levels A and AA */
export const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules that a theme can break: themes differ in colours and in nothing else. */
const colours = ['color-contrast', 'link-in-text-block']

const phone = 360
const desk = 1440

/** For contexts in which looks are taken: what fades or moves is measured half-way. */
export const still = { reducedMotion: 'reduce' } as const

/**
 * Looks at an open page as everybody may see it: on a phone and at a desk, light and dark, without a barrier that axe
 * knows of; and 320 px wide, where nothing may scroll sideways. The page is loaded once, and left as wide as it was.
 *
 * @param where what the failure calls the page
 */
export async function expectGoodLooks(
  page: Page,
  where: string,
  widths = [phone, desk],
  tags = standard,
): Promise<void> {
  const given = page.viewportSize() ?? { width: desk, height: 900 }
  for (const width of widths) {
    await resize(page, width)
    await page.evaluate("document.documentElement.classList.remove('dark')")
    expect(await violations(page, axe(page).withTags(tags)), `${where}, ${width} px, light`).toEqual([])
    await page.evaluate("document.documentElement.classList.add('dark')")
    expect(await violations(page, axe(page).withRules(colours)), `${where}, ${width} px, dark`).toEqual([])
  }
  await resize(page, 320)
  const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  expect(beyond, `${where}: what stands beyond 320 px`).toBeLessThanOrEqual(0)
  await page.setViewportSize(given)
}

/** Takes a third of the time: no page of its own for the result, no style sheets fetched again, no list of what is well. */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(true).options({ preload: false, resultTypes: ['violations'] })
}

/** The page as it is, in its own theme and width. */
export async function expectNoBarrier(page: Page, where: string): Promise<void> {
  expect(await violations(page, axe(page).withTags(standard)), where).toEqual([])
}

async function violations(page: Page, asked: AxeBuilder): Promise<string[]> {
  await drawn(page)
  const found = (await asked.analyze()).violations
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ html, any }) => `${html.slice(0, 160)} : ${any[0]?.message}`)
        .slice(0, 5)
        .join(' | ')}`,
  )
}

async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width < 700 ? 780 : 900 })
  await drawn(page)
}

async function drawn(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

/** Sums up the layout shifts of each page from its beginning, but those that follow a hand's touch. */
export async function measureShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const sum = globalThis as unknown as { shifts: number }
    sum.shifts = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) {
        if (!entry.hadRecentInput) sum.shifts += entry.value
      }
    }).observe({ type: 'layout-shift' as never, buffered: true })
  })
  return () => page.evaluate(() => (globalThis as unknown as { shifts: number }).shifts)
}

/** Layout shift that a route may have at most. */
export const shiftLimit = 0.02
