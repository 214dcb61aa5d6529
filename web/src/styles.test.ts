import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const css = readFileSync(resolve(import.meta.dirname, 'styles.css'), 'utf8')

/** The relative luminance of each colour token of a theme, by WCAG's formula. */
function luminances(selector: string): Map<string, number> {
  const block = css.match(new RegExp(`^${selector} \\{(.*?)^\\}`, 'ms'))?.[1] ?? ''
  const tokens = block.matchAll(/--([a-z-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g)
  return new Map(
    [...tokens].map(([, name, l, c, h]) => [name ?? '', luminance(Number(l), Number(c), Number(h))]),
  )
}

function luminance(lightness: number, chroma: number, hue: number): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  const inGamut = (value: number) => Math.min(1, Math.max(0, value))
  return 0.2126 * inGamut(red) + 0.7152 * inGamut(green) + 0.0722 * inGamut(blue)
}

const pages = ['canvas', 'surface', 'sunken', 'raised']

/** The least contrast of a token on each surface that the screens put it on. */
const pairs: [token: string, surfaces: string[], least: number][] = [
  ['ink', [...pages, 'brand-soft', 'accent-soft', 'success-soft', 'info-soft', 'error-soft'], 4.5],
  ['ink-soft', [...pages, 'brand-soft', 'accent-soft'], 4.5],
  ['brand-ink', [...pages, 'brand-soft'], 4.5],
  ['accent-ink', ['canvas', 'surface', 'sunken', 'accent-soft'], 4.5],
  ['success', ['canvas', 'surface', 'sunken', 'success-soft'], 4.5],
  ['info', ['canvas', 'surface', 'info-soft'], 4.5],
  ['error', [...pages, 'error-soft'], 4.5],
  ['on-brand', ['brand', 'brand-strong'], 4.5],
  ['on-deep', ['deep', 'deep-soft'], 4.5],
  ['on-deep-soft', ['deep', 'deep-soft'], 4.5],
  ['on-accent', ['accent', 'accent-strong'], 4.5],
  ['line-strong', ['canvas', 'surface'], 3],
  ['ring', ['canvas', 'surface', 'sunken'], 3],
]

it.each([
  ['light', ':root'],
  ['dark', '\\.dark'],
])('each colour of the %s theme has the contrast that WCAG AA asks for on its surfaces', (_, selector) => {
  const tokens = luminances(selector)
  const tooLow = pairs.flatMap(([token, surfaces, least]) =>
    surfaces.flatMap((surface) => {
      const [dark = Number.NaN, light = Number.NaN] = [tokens.get(token), tokens.get(surface)].toSorted(
        (one, other) => (one ?? 0) - (other ?? 0),
      )
      const contrast = (light + 0.05) / (dark + 0.05)
      return contrast >= least ? [] : [`${token} on ${surface}: ${contrast.toFixed(2)}`]
    }),
  )
  expect(tooLow).toEqual([])
})
