import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** WCAG 2.2, levels A and AA */
export const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The rules that a theme can break, because themes differ only in colours */
const colourRules = ['color-contrast', 'link-in-text-block']

const phoneWidth = 360
const desktopWidth = 1440
const themes = ['light', 'dark'] as const
/** `npm run test:more` sets TEST_MORE: each screen is checked in every width and theme, and the scanner with more codes. */
export const isMore = process.env.TEST_MORE === '1'

/** Context option for accessibility checks: axe would measure the colours of an unfinished transition. */
export const reducedMotion = { reducedMotion: 'reduce' } as const

type Check = {
  /** Whether the colours of the dark theme are checked too, at 1440 px: for one screen of each kind */
  isDarkToo?: boolean
  tags?: string[]
  /** The height of the phone, in px */
  height?: number
}

/**
 * Expects no axe violation on an open page in the light theme at 360 px, and no horizontal scrolling at 320 px. With TEST_MORE=1 it checks
 * both themes at both widths. It does not reload the page, and restores its size.
 *
 * @param where name of the page in a failure
 */
export async function expectAccessible(
  page: Page,
  where: string,
  { isDarkToo = false, tags = wcagTags, height }: Check = {},
): Promise<void> {
  const viewport = page.viewportSize() ?? { width: desktopWidth, height: 900 }
  for (const width of isDarkToo || isMore ? [phoneWidth, desktopWidth] : [phoneWidth]) {
    await resize(page, width, height)
    for (const theme of isMore ? themes : [width === phoneWidth ? 'light' : 'dark']) {
      await page.evaluate(`document.documentElement.classList.toggle('dark', ${theme === 'dark'})`)
      const checks = theme === 'dark' ? axe(page).withRules(colourRules) : axe(page).withTags(tags)
      expect(await violations(page, checks), `${where}, ${width} px, ${theme}`).toEqual([])
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

async function resize(page: Page, width: number, height?: number): Promise<void> {
  await page.setViewportSize({ width, height: width === desktopWidth ? 900 : (height ?? 780) })
  await nextFrame(page)
}

async function nextFrame(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
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

const maxLayoutShift = 0.02

/** Expects that nothing has moved on a page since it was opened, also by what it loads last. @param shifts of `measureShifts` */
export async function expectNoShift(page: Page, where: string, shifts: () => Promise<number>): Promise<void> {
  await page.waitForLoadState('networkidle')
  expect(await shifts(), `layout shift of ${where}`).toBeLessThanOrEqual(maxLayoutShift)
}
