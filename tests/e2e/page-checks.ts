import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** WCAG 2.2, levels A and AA */
export const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules that a theme can break, because themes differ only in colours */
const colourRules = ['color-contrast', 'link-in-text-block']

const phoneWidth = 360
const desktopWidth = 1440
/** `npm run test:more` sets TEST_MORE: each screen is checked in every width and theme, and the scanner with more codes. */
export const isMore = process.env.TEST_MORE === '1'

/** Context option for accessibility checks: axe would measure the colours of an unfinished transition. */
export const reducedMotion = { reducedMotion: 'reduce' } as const

/**
 * Expects no axe violation on an open page in the light theme at the first width, and none of the colour rules in the dark theme on a
 * desktop; with TEST_MORE=1 it checks both themes at each width. It also expects no horizontal scrolling at 320 px. It does not reload
 * the page and restores its width.
 *
 * @param where name of the page in a failure
 */
export async function expectAccessible(
  page: Page,
  where: string,
  widths = [phoneWidth, desktopWidth],
  tags = wcagTags,
): Promise<void> {
  const viewport = page.viewportSize() ?? { width: desktopWidth, height: 900 }
  for (const width of widths) {
    await resize(page, width)
    if (isMore || width === widths[0]) {
      await page.evaluate("document.documentElement.classList.remove('dark')")
      expect(await violations(page, axe(page).withTags(tags)), `${where}, ${width} px, light`).toEqual([])
    }
    if (isMore || width === desktopWidth) {
      await page.evaluate("document.documentElement.classList.add('dark')")
      const found = await violations(page, axe(page).withRules(colourRules))
      expect(found, `${where}, ${width} px, dark`).toEqual([])
    }
  }
  await resize(page, 320)
  const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  expect(beyond, `${where}: px beyond a width of 320 px`).toBeLessThanOrEqual(0)
  await page.setViewportSize(viewport)
}

/** These options need a third of the time: no extra page for the result, no second fetch of style sheets, no list of passed rules. */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(true).options({ preload: false, resultTypes: ['violations'] })
}

/** Expects no axe violation on the page in its present theme and width. */
export async function expectNoViolations(page: Page, where: string): Promise<void> {
  expect(await violations(page, axe(page).withTags(wcagTags)), where).toEqual([])
}

async function violations(page: Page, builder: AxeBuilder): Promise<string[]> {
  await nextFrame(page)
  const found = (await builder.analyze()).violations
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
  await nextFrame(page)
}

async function nextFrame(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

/** For whoever looks at the screens: saves a picture of the page in the folder E2E_PICTURES, if it is set. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

/** Keeps the changes of other tests from a page: a pushed row moves those below it. */
export async function dropPushedRows(page: Page): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    socket.connectToServer().onMessage((message) => {
      if (!/^42\["(booking|prescription|lab|notification|analytics)"/.test(String(message)))
        socket.send(message)
    })
  })
}

/** Sums up the layout shifts of each page from its first frame, except those that follow user input. */
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

export const maxLayoutShift = 0.02

/** Expects that nothing has moved on a page since it was opened, also by what it loads last. @param shifts of `measureShifts` */
export async function expectNoShift(page: Page, where: string, shifts: () => Promise<number>): Promise<void> {
  await page.waitForLoadState('networkidle')
  expect(await shifts(), `layout shift of ${where}`).toBeLessThanOrEqual(maxLayoutShift)
}
