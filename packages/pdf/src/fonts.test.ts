import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { fontFor } from './fonts.ts'

// the fontkit of pdfkit, which reads these fonts
const fromPdfkit = createRequire(createRequire(import.meta.url).resolve('pdfkit'))
type Font = { hasGlyphForCodePoint(point: number): boolean }
const { openSync } = fromPdfkit('fontkit') as { openSync(path: string): Font }
const open = (name: string) => openSync(new URL(`../fonts/${name}`, import.meta.url).pathname)

describe('a font', () => {
  it('contains every character that it is chosen for', () => {
    const fonts = new Map<string, Font>()
    const missing: string[] = []
    for (let point = 0x20; point < 0x3000; point += 1) {
      const character = String.fromCodePoint(point)
      if (/[\p{Cn}\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(character)) continue
      for (const weight of ['regular', 'bold'] as const) {
        const name = fontFor(character, weight)
        if (name === undefined) continue
        const font = fonts.get(name) ?? open(name)
        fonts.set(name, font)
        if (!font.hasGlyphForCodePoint(point)) missing.push(`${name} ${point.toString(16)}`)
      }
    }
    expect(fonts.size).toBe(12)
    expect(missing).toEqual([])
  })

  it('is not chosen for a character that none contains', () => {
    for (const character of ['安', '🙂', 'ሀ', 'ᱚ']) expect(fontFor(character, 'regular')).toBeUndefined()
  })
})
