import { expect, it } from 'vitest'
import { createDocument } from './document.ts'
import { fitted, widthOf } from './text.ts'

const { doc } = createDocument({ title: 'T', author: 'A', subject: 'S', createdAt: new Date(0) })
const style = { size: 8 }
const text = 'EDTA (lavender)'

it('a line that is a little too long is drawn smaller', () => {
  const width = widthOf(doc, text, style) * 0.9
  const line = fitted(doc, text, width, style)
  expect(line.text).toBe(text)
  expect(line.style.size).toBeCloseTo(7.19, 1)
  expect(widthOf(doc, line.text, line.style)).toBeLessThanOrEqual(width)
})

it('letters of a line are of 6 points at least: the end of a longer line is left out', () => {
  const line = fitted(doc, text, 40, style)
  expect(line.style.size).toBe(6)
  expect(line.text).toMatch(/^EDTA \(l.*…$/)
  expect(widthOf(doc, line.text, line.style)).toBeLessThanOrEqual(40)
})
